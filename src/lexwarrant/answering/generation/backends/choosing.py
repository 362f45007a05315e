"""A backend by the name of its kind."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from lexwarrant.answering.generation.backends.base import Backend
from lexwarrant.records.errors import ConfigurationError


class BackendKind(StrEnum):
    """The kinds of backend that can be asked."""

    LLAMACPP = "llamacpp"
    VLLM = "vllm"
    SGLANG = "sglang"
    CHAT = "chat"
    TRANSFORMERS = "transformers"
    """A model in this process: ``model`` is its folder or GGUF file, no server is asked."""


def backend_of(kind: BackendKind, server: str, model: str = "", api_key: str = "") -> Backend:
    """The backend for a server; ``model`` is needed where one address serves several.

    Raises `ConfigurationError` when the address or a needed model is missing.
    """
    if kind is BackendKind.TRANSFORMERS:
        from lexwarrant.answering.generation.backends.transformers_local import (
            TransformersBackend,
        )

        if not model:
            raise ConfigurationError("no model given: name its folder or GGUF file with --model")
        return TransformersBackend.load(Path(model))
    if not server:
        raise ConfigurationError(
            "no server given: start one with `lexwarrant serve-model --demo` and pass its address "
            "with --server"
        )
    if kind is BackendKind.LLAMACPP:
        from lexwarrant.answering.generation.backends.llamacpp import LlamaCppBackend

        return LlamaCppBackend(server, api_key)
    if kind is BackendKind.VLLM:
        from lexwarrant.answering.generation.backends.vllm import VllmBackend

        return VllmBackend(server, model, api_key)
    if kind is BackendKind.SGLANG:
        from lexwarrant.answering.generation.backends.sglang import SglangBackend

        return SglangBackend(server, api_key)
    from lexwarrant.answering.generation.backends.chat import ChatBackend

    return ChatBackend(server, model, api_key)
