"""``lexwarrant cite``: files in, tables and JSON lines out, exit codes."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from lexwarrant.cli.cite import cite
from lexwarrant.law.builder import import_law
from lexwarrant.records.law import Authority, AuthorityKind, Coverage, Source, Version
from pdf_files import pdf

app = typer.Typer()
app.command()(cite)
runner = CliRunner()


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("law") / "s"
    act = Authority(
        id="uk/ukpga/1996/52", jurisdiction="uk", kind=AuthorityKind.STATUTE, title="Housing Act 1996",
        short_title="Housing Act 1996", source="hand", coverage=Coverage(complete=("s",)),
    )  # fmt: skip
    section = Version(
        "uk/ukpga/1996/52/s/188", "section 188", "The authority may secure accommodation."
    )
    request = Version(
        "uk/ukpga/1996/52/s/189",
        "section 189",
        "An authority that has not been asked is not bound by a request. An authority that was "
        "asked is bound by a request.",
    )
    twins = [
        replace(act, id=f"uk/ukpga/1990/{n}", title="Duty Act 1990", short_title="Duty Act 1990")
        for n in (1, 2)
    ]
    import_law(
        [Source("hand", "https://example.org", "CC0"), act, section, request, *twins],
        folder,
        retrieved=date(2026, 1, 1),
    )
    return folder


def test_json_lines_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("See **Article 33(1) GDPR**.", "utf-8")
    result = runner.invoke(app, [str(path), "--json"])
    (row,) = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 0
    assert (row["kind"], row["pinpoint"], row["span"]) == ("legislation", [["33", "1"]], [6, 24])
    assert row["resolves"] == "out_of_coverage"


def test_what_does_not_exist_or_is_misquoted_exits_with_1(snapshot: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    for text, code in (
        ("Housing Act 1996, s 188: “The authority may secure accommodation.”", 0),
        ("Housing Act 1996, s 188: “The authority must secure accommodation.”", 1),
        ("Housing Act 1996, s 500 applies.", 1),
        ("Theft Act 1968, s 1 applies.", 0),
    ):
        path.write_text(text, "utf-8")
        result = runner.invoke(app, [str(path), "--snapshot", str(snapshot), "-j", "uk"])
        assert result.exit_code == code, result.stdout


def test_batch(snapshot: Path, tmp_path: Path) -> None:
    rows, out = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    rows.write_text(
        '{"id": "a", "text": "section 188 of the Housing Act 1996", "jurisdiction": "uk"}\n'
        '{"id": "b", "text": "nothing here"}\n',
        "utf-8",
    )
    result = runner.invoke(app, ["--batch", str(rows), "--out", str(out), "-s", str(snapshot)])
    assert result.exit_code == 0
    first, second = map(json.loads, out.read_text("utf-8").splitlines())
    assert first["id"] == "a"
    assert {
        "kind",
        "jurisdiction",
        "normal",
        "pinpoint",
        "span",
        "resolves",
        "identity",
        "content",
    } <= set(first["citations"][0])
    assert first["citations"][0]["resolves"] == "exists"
    assert second == {"id": "b", "citations": []}


def test_standard_input_and_an_empty_document() -> None:
    result = runner.invoke(app, ["-"], input="no law in here")
    assert (result.exit_code, result.stdout.strip()) == (0, "no citations")


def test_wrong_use_is_said_in_one_line(tmp_path: Path) -> None:
    assert runner.invoke(app, []).exit_code == 2
    assert runner.invoke(app, [str(tmp_path / "gone.txt")]).exit_code == 2
    assert runner.invoke(app, ["--batch", str(tmp_path / "x.jsonl")]).exit_code == 2
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"id": 1}\n', "utf-8")
    result = runner.invoke(app, ["--batch", str(bad), "--out", str(tmp_path / "o.jsonl")])
    assert result.exit_code == 2
    assert "bad.jsonl:1" in result.output


SAID = "See the Housing Act 1996, s 500."
FORMS = ["txt", "md", "html", "docx", "pdf"]


def document(form: str, folder: Path) -> Path:
    """`SAID` as a file of one of the forms."""
    path = folder / f"brief.{form}"
    if form == "docx":
        docx = pytest.importorskip("docx")
        made = docx.Document()
        made.add_paragraph(SAID)
        made.save(str(path))
    elif form == "pdf":
        pytest.importorskip("pypdf")
        path.write_bytes(pdf(b"BT /F1 12 Tf 20 100 Td (%s) Tj ET" % SAID.encode()))
    else:
        marked = {"md": SAID.replace("s 500", "**s 500**"), "txt": SAID}
        marked["html"] = f"<p>{SAID.replace('Act 1996', '<em>Act&nbsp;1996</em>')}</p>"
        path.write_text(marked[form], "utf-8")
    return path


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_document(form: str, snapshot: Path, tmp_path: Path) -> None:
    path = document(form, tmp_path)
    result = runner.invoke(app, [str(path), "-s", str(snapshot), "-j", "uk", "--json"])
    assert result.exit_code == 1, result.output
    (row,) = map(json.loads, result.stdout.splitlines())
    assert (row["normal"], row["pinpoint"]) == ("Housing Act 1996", [["500"]])
    assert row["resolves"] == "no_such_provision"


def test_a_document_of_pictures_is_never_without_citations(tmp_path: Path) -> None:
    pytest.importorskip("pypdf")
    path = tmp_path / "scan.pdf"
    path.write_bytes(pdf(b"0 0 100 100 re f"))
    result = runner.invoke(app, [str(path), "--json"])
    assert (result.exit_code, json.loads(result.stdout)) == (2, {"document": "no_text_layer"})
    path.write_bytes(pdf(b"0 0 9 9 re f", b"BT /F1 12 Tf 20 100 Td (Article 5 GDPR) Tj ET"))
    result = runner.invoke(app, [str(path), "--json"])
    assert result.exit_code == 0
    assert "nothing was read of pages 1: they hold no text" in result.stderr
    assert json.loads(result.stdout)["normal"] == "CELEX 32016R0679"


@pytest.mark.parametrize("name", ["a.pdf", "a.docx"])
def test_a_damaged_document_is_said_in_one_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(b"%PDF-1.4 nonsense" if name == "a.pdf" else b"PK\x03\x04 nonsense")
    result = runner.invoke(app, [str(path)])
    assert result.exit_code == 2
    assert name in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_batch_is_not_written_over_its_own_rows(tmp_path: Path) -> None:
    rows, link = tmp_path / "rows.jsonl", tmp_path / "link.jsonl"
    rows.write_text('{"id": "a", "text": "Article 5 GDPR"}\n', "utf-8")
    link.symlink_to(rows)
    for out in (rows, link):
        result = runner.invoke(app, ["--batch", str(rows), "--out", str(out)])
        assert result.exit_code == 2
        assert "name another file" in result.output
        assert rows.read_text("utf-8"), "the rows are still there"


def test_the_three_closed_sets_in_one_batch(snapshot: Path, tmp_path: Path) -> None:
    texts = {
        "exists": "Housing Act 1996, s 188 says “The authority may secure accommodation.”",
        "altered": "Housing Act 1996, s 188 says “The authority must secure accommodation.”",
        "swallowed": "Housing Act 1996, s 189 says “An authority ... is bound by a request.”",
        "stitched": "Housing Act 1996, s 189 says “is bound by a request. An authority that has not "
        "been asked”",
        "absent": "Housing Act 1996, s 188 says “Winter is long in the northern counties here.”",
        "no_such_provision": "Housing Act 1996, s 900 applies.",
        "out_of_coverage": "Theft Act 1968, s 1 applies.",
        "ambiguous": "Duty Act 1990, s 1 applies.",
    }
    rows, out = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    rows.write_text(
        "".join(
            json.dumps({"id": i, "text": t, "jurisdiction": "uk"}) + "\n" for i, t in texts.items()
        )
    )
    result = runner.invoke(app, ["-s", str(snapshot), "--batch", str(rows), "--out", str(out)])
    assert result.exit_code == 0, result.output
    found = {}
    for line in out.read_text("utf-8").splitlines():
        row = json.loads(line)
        (citation,) = row["citations"]
        found[row["id"]] = (citation["resolves"], citation["content"], citation["candidates"])
    assert found == {
        "exists": ("exists", "at_pinpoint", []),
        "altered": ("exists", "altered", []),
        "swallowed": ("exists", "altered", []),
        "stitched": ("exists", "stitched", []),
        "absent": ("exists", "absent", []),
        "no_such_provision": ("no_such_provision", "not_quoted", []),
        "out_of_coverage": ("out_of_coverage", "not_checked", []),
        "ambiguous": ("ambiguous", "not_checked", ["uk/ukpga/1990/1", "uk/ukpga/1990/2"]),
    }
