"""Suites: questions with what a right system does."""

from __future__ import annotations

from dataclasses import dataclass, field

from lexwarrant.records.answer import CitationRole, RefusalReason
from lexwarrant.records.context import Context


@dataclass(frozen=True, slots=True)
class ExpectedCitation:
    """A citation that a full answer makes; each is credited by itself."""

    provision: str
    role: CitationRole = CitationRole.MAIN


@dataclass(frozen=True, slots=True)
class Tags:
    """How a case is broken down in reports."""

    topic: str = ""
    difficulty: str = ""
    family: str = ""
    group: str = ""
    """``independent`` or ``oos`` in a suite of independent doctrines."""
    hint_mode: str = ""
    """How much of the law the question names: ``law_hint`` or ``domain_only``."""
    domain: str = ""
    """The legal domain the case was drawn from."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a derived case comes from.

    ``base`` is the id of the canonical case, ``variant`` the kind of variant, ``language`` the
    language of its template, ``question_sha256`` the SHA-256 of the canonical question in UTF-8.
    """

    base: str
    variant: str
    language: str
    question_sha256: str


@dataclass(frozen=True, slots=True)
class Case:
    """A question, its context and what is expected of an answer.

    ``expect_anchor_substring`` must stand in the anchor's label or in the searched text;
    ``expect_quote_keywords`` must all stand there; ``expect_no_promotion`` says that a right system
    abstains, and ``expect_refusal`` with which reason. ``expect_source_doc_id`` names the
    documents (articles, sections) any of which the quotation may come from. ``expect_domains`` and
    ``expect_authorities`` feed the strict authority verdict. ``confidential`` cases are never
    published.
    """

    id: str
    question: str
    context: Context = field(default_factory=Context)
    expect_anchor_substring: str | None = None
    expect_quote_keywords: tuple[str, ...] = ()
    expect_no_promotion: bool = False
    expect_source_doc_id: tuple[str, ...] = ()
    expect_citations: tuple[ExpectedCitation, ...] = ()
    expect_refusal: RefusalReason | None = None
    expect_domains: tuple[str, ...] = ()
    expect_authorities: tuple[str, ...] = ()
    key_facts: tuple[str, ...] = ()
    tags: Tags = field(default_factory=Tags)
    note: str = ""
    provenance: Provenance | None = None
    confidential: bool = False

    @property
    def base_id(self) -> str:
        """The canonical case this one is a variant of, else its own id: the unit of statistics."""
        return self.provenance.base if self.provenance else self.id

    @property
    def out_of_scope(self) -> bool:
        """Whether the question is out of scope: a right system abstains, for no other reason.

        ``expect_no_promotion`` alone says so; with ``expect_refusal`` only the reason
        ``out_of_scope`` does. Every count of out-of-scope questions goes by this.
        """
        return self.expect_no_promotion and self.expect_refusal in (
            None, RefusalReason.OUT_OF_SCOPE
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Split:
    """A named part of a suite. ``sealed`` parts are fixed by ``sha256`` and never tuned on."""

    name: str
    cases: tuple[Case, ...]
    sha256: str
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class Suite:
    """A named, versioned set of cases in one or more splits. ``digest`` is over all of them."""

    name: str
    version: str
    description: str
    licence: str
    splits: tuple[Split, ...]
    digest: str

    def cases(self) -> list[tuple[Split, Case]]:
        """Every case with the split it belongs to, in file order."""
        return [(split, case) for split in self.splits for case in split.cases]
