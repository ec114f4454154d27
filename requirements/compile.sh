#!/bin/sh
# Lock every dependency by hash for Python 3.11 and newer; index addresses are left out, so any mirror serves.
set -eu
cd "$(dirname "$0")/.."
lock() { uv pip compile pyproject.toml "$@" --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet; }
lock --output-file requirements/base.txt
lock --extra local --group build --output-file requirements/local.txt
lock --extra local --group build --group dev --output-file requirements/dev.txt
# What the wheel is installed beside, to show that neither overwrites the other.
echo openai-agents | uv pip compile - --constraint requirements/local.txt --universal --python-version 3.11 \
    --generate-hashes --no-emit-index-url --no-header --quiet --output-file requirements/beside.txt
