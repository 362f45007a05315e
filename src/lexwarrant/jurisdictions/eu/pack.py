"""The European Union, with the European Convention on Human Rights beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lexwarrant.jurisdictions.base import Label, Mention, PackDefaults, Words
from lexwarrant.jurisdictions.eu.cases import find_cases
from lexwarrant.jurisdictions.eu.instruments import find_instruments
from lexwarrant.jurisdictions.grammar.bracketed import find_bracketed
from lexwarrant.jurisdictions.grammar.courts import named_court
from lexwarrant.jurisdictions.grammar.english import TAILS, english

_UNITS = (
    "art",
    "anx",
    "rec",
    "pt",
    "ch",
    "title",
    "s",
    "paragraph",
    "subparagraph",
    "point",
)


def _more_languages() -> dict[str, Label]:
    """Spanish, Italian, Polish, Dutch and Portuguese labels."""
    out: dict[str, Label] = {}
    for word, many in (
        ("artículo", "artículos"),
        ("articolo", "articoli"),
        ("artykuł", "artykuły"),
        ("artykułu", "artykułów"),
        ("artigo", "artigos"),
        ("artikelen", "artikelen"),
    ):
        out[word] = Label("art", plural=word == many)
        out[many] = Label("art", plural=True)
    for word in ("considerando", "motyw", "overweging"):
        out[word] = Label("rec", "recital")
    for word in ("considerandos", "motywy", "overwegingen"):
        out[word] = Label("rec", "recital", plural=True)
    for word in ("anexo", "allegato", "załącznik", "bijlage"):
        out[word] = Label("anx", "annex", roman=True)
    return out


_NAMES = re.compile(r",? (?:[A-Z][^\n;()]{2,90} v\.? [^\n;()]{2,70}?)?[, ]?")
"""Names between an application and its report: "App no 5856/72, Tyrer v UK (1978) 2 EHRR 1"."""
_LABELS = {
    **english(*_UNITS),
    "artikel": Label("art"),
    "artikeln": Label("art", plural=True),
    "artikels": Label("art"),
    "absatz": Label("paragraph"),
    "abs": Label("paragraph", short=True),
    "erwägungsgrund": Label("rec", "recital"),
    "erwägungsgründe": Label("rec", "recital", plural=True),
    "erwägungsgründen": Label("rec", "recital", plural=True),
    "erwgr": Label("rec", "recital", short=True),
    "ErwGr": Label("rec", "recital", short=True),
    "ErwG": Label("rec", "recital", short=True),
    "anhang": Label("anx", "annex", roman=True),
    "considérant": Label("rec", "recital"),
    "considérants": Label("rec", "recital", plural=True),
    "annexe": Label("anx", "annex", roman=True),
    **_more_languages(),
    "paragraphe": Label("paragraph"),
    "paragraphes": Label("paragraph", plural=True),
}

_TAILS = {
    **TAILS,
    "absatz": "",
    "absätze": "",
    "abs": "",
    "buchstabe": "",
    "buchst": "",
    "lit": "",
    "nummer": "",
    "nr": "",
    "unterabsatz": "-",
    "unterabs": "-",
    "subpara": "-",
    "subparas": "-",
    "subpar": "-",
    "uabs": "-",
    "satz": "-",
    "hs": "-",
    "paragraphe": "",
    "paragraphes": "",
    "alinéa": "-",
    "litt": "",
    "§": "",
    "§§": "",
    "sous": "",
    # Spanish, Italian, Polish, Dutch, Portuguese
    "apartado": "",
    "apartados": "",
    "letra": "",
    "paragrafo": "",
    "par": "",
    "comma": "",
    "lettera": "",
    "lettere": "",
    "lett": "",
    "ust": "",
    "ustęp": "",
    "pkt": "",
    "lid": "",
    "onder": "",
    "alínea": "",
    "n.°": "",
    "co": "",
    "numero": "",
    "akapit": "-",
    "zdanie": "-",
    "párrafo": "-",
}


@dataclass(frozen=True, slots=True)
class EuropeanUnion(PackDefaults):
    """EU law in English, French and German."""

    code: str = "eu"
    languages: tuple[str, ...] = ("en", "de", "fr")
    words: Words = Words(  # noqa: RUF009
        labels=_LABELS,
        tails=_TAILS,
        links=(
            " del ",
            " della ",
            " dell'",
            " di ",
            " do ",
            " da ",
            " van de ",
            " van het ",
            " van ",
            " z ",
            " der ",
            " des ",
            " du ",
            " de la ",
            " de l'",
            " dans le ",
            " DER ",
            " zur ",
            " zum ",
            " im ",
            " der EU-",
        ),
    )
    hyphen_ranges: bool = True
    order: int = 1
    own_units: frozenset[str] = frozenset(
        {"art", "rec", "anx", "ch", "title", "paragraph", "subparagraph", "point"}
    )

    def find(self, text: str) -> Iterator[Mention]:
        """EU acts, treaties and notices, and decisions of the two European courts."""
        yield from find_instruments(text)
        yield from find_cases(text)
        for report in find_bracketed(text, self.code):
            yield replace(report, bridges=_NAMES)

    def court_key(self, written: str) -> str:
        """Courts by the keys of ``courts.yaml``."""
        return named_court(self.code, written)


PACK = EuropeanUnion()
