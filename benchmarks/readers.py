"""Memory and speed of the readers on generated files: `python -m benchmarks.readers`.

The question is whether 750,000 decisions need no more memory than 1,000. Each reading runs in a
process of its own, and the figure is that process's peak resident memory (``VmHWM``; ``ru_maxrss``
would still count the process that started it). For Parquet the peak of Arrow's own memory pool
stands beside it: what allocators keep back for later is in the first figure and not in the second.
Files are generated into a temporary folder and removed; every row is distinct. Linux only.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROWS = 750_000
FEW = 1_000
_BATCH = 5_000
_SENTENCE = (
    "בית המשפט העליון דן בערעור על פסק דינו של בית המשפט המחוזי אשר דחה את תביעת המערער לפיצויים "
    "בשל הפרת חוזה וקבע כי לא הוכחה עילה לפי סעיף לחוק החוזים ולכן דין הערעור להידחות"
)
_WORDS = _SENTENCE.split()
_CHILD = """
import json, sys, time
from pathlib import Path
from lexwarrant.law.readers.decision_rows import DecisionRowsReader
from lexwarrant.records.law import Authority
start = time.perf_counter()
records = decisions = 0
for item in DecisionRowsReader().read(Path(sys.argv[1])):
    records += 1
    decisions += isinstance(item, Authority)
seconds = time.perf_counter() - start
status = Path("/proc/self/status").read_text()
peak = int(status.partition("VmHWM:")[2].split()[0]) / 1024
arrow = sys.modules.get("pyarrow")
pool = arrow.default_memory_pool().max_memory() / 1e6 if arrow else 0.0
print(json.dumps({"decisions": decisions, "records": records, "seconds": seconds, "peak_mb": peak,
                  "arrow_mb": pool}))
"""


def rows(count: int) -> Iterator[dict[str, str | int]]:
    """``count`` distinct decisions of three numbered paragraphs, about 700 characters each."""
    for number in range(count):
        turn = number % len(_WORDS)
        words = " ".join((_WORDS[turn:] + _WORDS[:turn]) * 2)
        text = "\n".join(f"{n}. {words} {number}." for n in (1, 2, 3))
        yield {
            "CaseDesc": f'ע"א {number % 9999 + 1}/{number % 90 + 10}',
            "CaseName": f"פלוני {number} נ' מדינת ישראל",
            "VerdictDt": f"{1990 + number % 30}-0{number % 9 + 1}-1{number % 9}",
            "Type": "פסק-דין" if number % 3 else "החלטה",
            "Id": number,
            "text": text,
        }


def write_lines(path: Path, count: int) -> None:
    """The rows as JSON Lines."""
    with path.open("w", encoding="utf-8") as out:
        for row in rows(count):
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


def write_parquet(path: Path, count: int) -> None:
    """The rows as Parquet, written in batches."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    writer = None
    batch: list[dict[str, str | int]] = []
    for row in rows(count):
        batch.append(row)
        if len(batch) == _BATCH:
            table = pa.Table.from_pylist(batch)
            writer = writer or pq.ParquetWriter(path, table.schema, compression="zstd")
            writer.write_table(table)
            batch.clear()
    if batch:
        table = pa.Table.from_pylist(batch)
        writer = writer or pq.ParquetWriter(path, table.schema, compression="zstd")
        writer.write_table(table)
    if writer:
        writer.close()


def measure(path: Path) -> dict[str, float]:
    """Read ``path`` in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", _CHILD, str(path)], check=True, capture_output=True, text=True
    )
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def main() -> None:
    """Print one line a file: rows, records, seconds, rows a second, peak memory, Arrow's peak."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=ROWS)
    many = parser.parse_args().rows
    print(
        f"{'file':<10}{'rows':>10}{'records':>12}{'seconds':>10}{'rows/s':>10}{'peak MB':>10}{'Arrow MB':>10}"
    )
    for kind, write in (("JSON Lines", write_lines), ("Parquet", write_parquet)):
        peaks = []
        for count in (FEW, many):
            with TemporaryDirectory() as folder:
                path = Path(folder) / ("rows.jsonl" if kind == "JSON Lines" else "rows.parquet")
                write(path, count)
                figures = measure(path)
            if figures["decisions"] != count:
                raise SystemExit(f"{kind}: {figures['decisions']} of {count} decisions were read")
            peaks.append(figures["peak_mb"])
            print(
                f"{kind:<10}{count:>10,}{int(figures['records']):>12,}{figures['seconds']:>10.1f}"
                f"{count / figures['seconds']:>10,.0f}{figures['peak_mb']:>10.1f}"
                f"{figures['arrow_mb']:>10.1f}"
            )
        print(f"{'':<10}growth {peaks[1] - peaks[0]:+.1f} MB")


if __name__ == "__main__":
    main()
