"""The latent space: in step with the finding aid, small, and never more than a similarity."""

from __future__ import annotations

import pytest

from lexwarrant.jurisdictions.finding_aid import finding_aid, finding_aid_digest
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.retrieval.latent import latent_space, manifest
from lexwarrant.retrieval.open import all_passages, open_index
from lexwarrant.retrieval.question import QuestionReader


def test_it_was_computed_from_the_finding_aid_that_ships() -> None:
    """After a change of the finding aid: python scripts/latent_space.py SNAPSHOT eu."""
    assert manifest("eu")["finding_aid"] == finding_aid_digest("eu")


def test_it_holds_every_passage_of_the_demo_law(eu_snapshot: Snapshot) -> None:
    ids = [p.provision_id for p in all_passages(eu_snapshot)]
    assert manifest("eu")["passages"] == len(ids)
    space = latent_space("eu")
    assert space is not None
    assert [i for i in ids if not space.holds(i)] == []


def test_a_pack_without_a_space_has_none() -> None:
    assert latent_space("xx") is None
    assert manifest("xx") == {}


@pytest.mark.parametrize(
    ("question", "nearer", "farther"),
    [
        ("sack the data protection officer", "eu/32016R0679/art/38/3", "eu/32016R0679/art/33/1"),
        ("hackers stole the customer list", "eu/32016R0679/art/33/1", "eu/32016R0679/art/77/1"),
        ("red team test of a bank", "eu/32022R2554/art/26/1", "eu/32016R0679/art/17/1"),
    ],
)
def test_words_of_one_subject_lie_near_each_other(
    eu_snapshot: Snapshot, question: str, nearer: str, farther: str
) -> None:
    space = latent_space("eu")
    assert space is not None
    vector = space.vector(QuestionReader(eu_snapshot, open_index(eu_snapshot)).read(question))
    assert vector is not None
    assert sum(v * v for v in vector) == pytest.approx(1.0)
    assert space.similarity(vector, nearer) > space.similarity(vector, farther)


def test_similarities_are_in_0_to_1(eu_snapshot: Snapshot) -> None:
    space = latent_space("eu")
    assert space is not None
    reader = QuestionReader(eu_snapshot, open_index(eu_snapshot))
    vector = space.vector(reader.read("fine for a late notification"))
    assert vector is not None
    for passage in all_passages(eu_snapshot):
        assert 0.0 <= space.similarity(vector, passage.provision_id) <= 1.0 + 1 / 64
    assert space.similarity(vector, "eu/none/art/1") == 0.0
    assert space.vector(reader.read("zzzz qqqq")) is None


def test_every_line_of_the_finding_aid_belongs_to_a_provision(eu_snapshot: Snapshot) -> None:
    """All but a few lines that name a part which the source cut off."""
    unknown = [p for p in finding_aid("eu") if not eu_snapshot.has(p)]
    assert len(unknown) <= 10, unknown
