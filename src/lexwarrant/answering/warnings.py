"""What an answer must say besides its quotation."""

from __future__ import annotations

from datetime import date

from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import Note, NoteCode
from lexwarrant.records.law import Authority, Effect, Status, Treatment, TreatmentKind, Version


def not_yet(name: str, start: date | None, on: date) -> Note:
    """That something is in force and does not yet apply."""
    from_when = f" (from {start.isoformat()})" if start else ""
    said = f"{name} was in force on {on} but did not yet apply{from_when}."
    return Note(NoteCode.NOT_YET_APPLICABLE, said)


def waiting_name(
    snapshot: Snapshot, authority: Authority, version: Version, provision_id: str
) -> str:
    """What begins on a day of its own around a provision, as it is cited: a part of it, or all of it."""
    rule = snapshot.applicability(provision_id)
    part = next((p for p in version.parts if rule is not None and p.id == rule.target), None)
    return f"{part.label if part else version.label} {authority.short_title}"


def fixes_date(snapshot: Snapshot, unit: str, start: int, end: int) -> bool:
    """Whether words of a unit fix a date of application: they do not wait for that date themselves."""
    return any(
        rule.basis == unit and start < rule.basis_end and rule.basis_start < end
        for rule in snapshot.applicabilities().values()
    )


def notes_on(
    snapshot: Snapshot,
    authority: Authority,
    version: Version,
    provision_id: str,
    on: date | None,
    *,
    fixes: bool = False,
) -> tuple[Note, ...]:
    """Warnings about status on the day, later text, effect and completeness, most urgent first.

    ``fixes`` says that the words quoted are those which fix the date of application.
    """
    name = f"{version.label} {authority.short_title}"
    out: list[Note] = []
    if on is not None:
        status = snapshot.status_on(provision_id, on)
        rule = snapshot.applicability(provision_id)
        if status is Status.IN_FORCE_NOT_APPLICABLE and not fixes:
            out.append(not_yet(waiting_name(snapshot, authority, version, provision_id),
                               rule.applies_from if rule else None, on))  # fmt: skip
        said = {
            Status.NOT_YET_IN_FORCE: (
                NoteCode.NOT_YET_IN_FORCE,
                f"{name} was not yet in force on {on}.",
            ),
            Status.REPEALED: (NoteCode.REPEALED, f"{name} stood repealed on {on}."),
            Status.EXPIRED: (NoteCode.EXPIRED, f"{name} had expired on {on}."),
            Status.UNKNOWN: (
                NoteCode.STATUS_UNKNOWN,
                f"Whether {name} applied on {on} is not known here.",
            ),
        }.get(status)
        if said:
            out.append(Note(*said))
        for treatment in unheld_amendments(snapshot, version, None):
            when = (
                "had been amended by then"
                if treatment.on and treatment.on <= on
                else "is amended later"
            )
            out.append(
                Note(
                    NoteCode.AMENDED_SINCE,
                    f"{name} {when} ({treatment.by}, {treatment.on}); the amended text is not held.",
                )
            )
        if snapshot.amended_since(provision_id, on) is not None:
            out.append(
                Note(
                    NoteCode.AMENDED_SINCE,
                    f"The text of {name} has been amended since {on}; this is the old text.",
                )
            )
    if authority.effect is Effect.TRANSPOSED:
        out.append(
            Note(
                NoteCode.NEEDS_TRANSPOSITION,
                f"{authority.short_title} is a directive: it binds Member States, and companies and persons only "
                "through the national law that transposes it. That law governs, and is the missing authority here.",
            )
        )
    if not authority.coverage.later_amendments:
        out.append(
            Note(
                NoteCode.LATER_AMENDMENTS_UNKNOWN,
                f"This is the text of {authority.short_title} as first published; later amendments are unknown here.",
            )
        )
    if not version.complete:
        out.append(Note(NoteCode.INCOMPLETE_TEXT, f"The text of {name} is held only in part."))
    return tuple(out)


def unheld_amendments(
    snapshot: Snapshot, version: Version, on: date | None
) -> tuple[Treatment, ...]:
    """Amendments of a text by a day (None: ever) after which it is still the one that is held."""
    return tuple(
        t
        for t in snapshot.treatments(version.provision_id)
        if t.kind is TreatmentKind.AMENDED
        and t.on is not None
        and (version.valid_from is None or t.on > version.valid_from)
        and (version.valid_to is None or t.on < version.valid_to)
        and (on is None or t.on <= on)
    )
