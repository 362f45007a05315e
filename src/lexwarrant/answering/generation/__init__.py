"""Generation with rollback: each sentence is verified as it is written, and only the one that
fails is thrown away and written again from the verified prefix."""

from lexwarrant.answering.generation.api import (
    Gate,
    Job,
    VerifiedAnswer,
    generate_many,
    generate_many_async,
    generate_verified,
    generate_verified_async,
    stream_verified,
    stream_verified_async,
)
from lexwarrant.answering.generation.budgets import Budgets, Sampling, StopReason
from lexwarrant.answering.generation.engine import Settings
from lexwarrant.answering.generation.frame import Frame, frame_of
from lexwarrant.answering.generation.steering import Steering

__all__ = [
    "Budgets",
    "Frame",
    "Gate",
    "Job",
    "Sampling",
    "Settings",
    "Steering",
    "StopReason",
    "VerifiedAnswer",
    "frame_of",
    "generate_many",
    "generate_many_async",
    "generate_verified",
    "generate_verified_async",
    "stream_verified",
    "stream_verified_async",
]
