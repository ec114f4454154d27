"""Serve one GGUF file: `python llama_server.py WEIGHTS ADDRESS_FILE THREADS`, the key in DITTO_SERVER_KEY.

Started as a file in a process of its own; the address is written once the server listens.
"""

import importlib
import os
import sys
import threading
from pathlib import Path
from typing import Any


def main(weights: str, address: str, threads: str) -> None:
    """Load the model, listen on a free loopback port, and serve until the process is ended."""
    xllamacpp: Any = importlib.import_module("xllamacpp")  # it has no types
    params = xllamacpp.CommonParams()
    params.model.path = weights
    params.n_ctx, params.n_parallel = 8192, 1
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = int(threads)
    params.api_keys = [os.environ.pop("DITTO_SERVER_KEY")]
    server = xllamacpp.Server(params)
    temporary = Path(f"{address}.tmp")
    temporary.write_text(server.listening_address, "utf-8")
    temporary.replace(address)
    threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
