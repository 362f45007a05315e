"""Taking out what an answer or a source says to the judge instead of to the reader.

A sentence that tells a reader to give a score, or to forget what it was told, is no part of an
answer or of the law. The judge is shown a mark in its place, so that it cannot obey; how many
passages were taken out is kept with the judgment. The quotation rule works on the masked source:
words that were taken out cannot be quoted as evidence.
"""

from __future__ import annotations

import re

MARK = "[a passage addressed to the judge was taken out]"

_SCORE = r"(?:scores?|grades?|ratings?|1\.0|10/10|5/5|full\s+marks|ציון|ניקוד|Punktzahl|Bestnote)"
_PRAISE = r"(?:supported|faithful|perfect|correct|100\s?%|maximum|highest|top)"
_TELL = (
    r"(?:give|assign|award|return|output|reply|respond|print|emit|rate|grade|score|mark|label|"
    r"evaluate|assess|תן|תני|תנו|יש\s+לתת|דרג|דרגו|החזר|gib|vergib|bewerte|donne[rz]?|attribue[rz]?)"
)
_RATE = r"(?:rate|grade|score|mark|label|output|return|reply|respond)"
_FORGET = (
    r"(?:ignore|disregard|forget|override|bypass|התעלם|התעלמו|שכח|ignoriere|vergiss|oublie[rz]?|"
    r"ignore[rz])"
)
_TOLD = (
    r"(?:instructions?|rubric|prompt|guidelines|system\s+message|previous|above|earlier|"
    r"הוראות|ההנחיות|Anweisungen|Anleitung|consignes|instruction)"
)
_ADDRESS = (
    r"(?:(?:dear|note\s+to|attention|hey|hello)\s+(?:the\s+)?(?:judge|evaluator|grader|model|assistant|ai)"
    r"|(?:as|you\s+are)\s+(?:an?\s+|the\s+)?(?:evaluator|grader|judge|language\s+model|ai)\b"
    r"|<\|?(?:system|im_start|assistant)|\[/?INST\]|\bsystem\s*:)"
)
_GAP = r"[^.!?\n]{0,80}?"
_ORDERS = re.compile(
    rf"\b{_TELL}\b{_GAP}(?<!\w){_SCORE}(?!\w)|\b{_RATE}\b{_GAP}\b{_PRAISE}|\b{_FORGET}\b{_GAP}{_TOLD}"
    rf"|{_ADDRESS}|(?<!\w){_SCORE}(?!\w){_GAP}\b(?:must|should|shall|has\s+to)\s+be\b"
    r"|[\"']?\bscore[\"']?\s*[:=]\s*[\d\"']",
    re.IGNORECASE,
)
_PIECE = re.compile(r"[^.!?\n]*(?:\.(?=\d)[^.!?\n]*)*[.!?\n]*")


def mask(text: str) -> tuple[str, int]:
    """``text`` with every sentence that orders the judge about replaced by `MARK`, and how many."""
    out: list[str] = []
    taken = 0
    for match in _PIECE.finditer(text):
        piece = match[0]
        if _ORDERS.search(piece):
            taken += 1
            out.append(MARK + ("\n" if piece.endswith("\n") else " "))
        else:
            out.append(piece)
    return "".join(out), taken
