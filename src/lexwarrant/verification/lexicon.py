"""A language's tables compiled for one pass over tokens.

Every word is looked up once in its life: its concepts (root, synonym classes), its weight as
content, its polarity and its role are kept in a `Word` that is found by one dictionary access
after that. Phrases are kept by their first word, longest first.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from lexwarrant.jurisdictions.languages import LANGUAGES, LanguageTables, load_language

LIGHT: Final = 0.25
LEGAL: Final = 1.6

# kinds of phrase marks
CMP: Final = "cmp"
MODAL: Final = "modal"
NEG: Final = "neg"
COND: Final = "cond"
SCOPE: Final = "scope"
CONJ: Final = "conj"
HEDGE: Final = "hedge"
CONCEPT: Final = "concept"
PARTY: Final = "party"
REF: Final = "ref"
REPEAL: Final = "repeal"
STATUS: Final = "status"
TALK: Final = "talk"
SILENCE: Final = "silence"
DEFINES: Final = "defines"
EXTREME: Final = "extreme"
CONVERSE: Final = "converse"
ANAPHOR: Final = "anaphor"
BURDEN: Final = "burden"
SIGN: Final = "sign"

Entry = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]
"""The words of a phrase and the (kind, value) marks it makes."""

Phrases = tuple[Entry | None, dict[str, list[Entry]]]
"""Phrases with one first word: that word alone, and the longer ones by their second word."""

_ENGLISH_SUFFIXES = (
    "ational", "ation", "ition", "ement", "ment", "ness", "ance", "ence", "able", "ible", "ally",
    "ity", "ive", "ial", "ing", "ist", "ism", "ion", "ant", "ent", "ate", "ize", "ise", "ish",
    "ic", "al", "ly", "or", "er", "ee", "ed", "es", "y", "i", "e", "s",
)  # fmt: skip
_FRENCH_SUFFIXES = (
    "issement", "ements", "ement", "ation", "ition", "ateur", "atric", "ance", "ence", "able",
    "ible", "ité", "eur", "eus", "if", "iv", "ant", "ent", "er", "ir", "ai", "é", "e", "s", "i",
)  # fmt: skip
_GERMAN_SUFFIXES = (
    "ungen", "ung", "heit", "keit", "lich", "isch", "bar", "sam", "tion", "ern", "est", "nis",
    "end", "em", "en", "er", "es", "st", "t", "e", "n", "s",
)  # fmt: skip
_SNOWBALL = {"en": "english", "fr": "french", "de": "german"}
_GERMAN_NUMBERS = (
    "ein",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sech",
    "sieb",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "zwan",
    "hundert",
    "tausend",
)
_THINGS = ("ing", "tion", "ment", "ness", "ship", "ance", "ence", "ism", "age")
"""English endings of things and acts, never of people."""
_HEBREW_SINGLE = ("שנה", "חודש", "שבוע", "שעה")
_HEBREW_PREFIXES = "והבלמשכ"
_HEBREW_SUFFIXES = (
    "יותיהם", "ותיהם", "ויות", "יהם", "יהן", "ותיו", "ותיה", "יות", "ות", "ים", "ית", "יו", "יה",
    "ין", "ן", "ם", "ה", "ת", "י", "ו", "ך",
)  # fmt: skip


class Word:
    """What is known of one word form; shared by every place it stands in."""

    __slots__ = (
        "action", "carrier", "concepts", "getter", "names", "person", "role", "signs", "stop", "telling",
        "text", "weight",
    )  # fmt: skip

    def __init__(
        self,
        text: str,
        concepts: tuple[int, ...],
        weight: float,
        stop: bool,
        signs: tuple[tuple[int, int], ...],
        role: str,
    ) -> None:
        self.telling = False
        self.text = text
        self.concepts = concepts
        self.names = frozenset(concepts)
        self.weight = weight
        self.stop = stop
        self.signs = signs
        self.role = role
        self.action = False
        """Whether its root is one of the acts of the tables."""
        self.carrier = False
        """A verb that says little without what is given or made."""
        self.getter = False
        """A verb whose subject is the one who gets."""
        self.person = bool(role)
        """Whether it names somebody who can have a duty or a right."""


class Opener:
    """A word that may open a phrase, a figure or a date: what was found of it, kept."""

    __slots__ = ("currency", "entries", "figure", "inner", "month", "word")

    def __init__(self, lex: Lexicon, token: str) -> None:
        tables = lex.tables
        self.word = lex.word(token)
        self.month = token in tables.months
        self.entries = lex.phrases.get(token)
        self.inner = lex.behind_prefixes(token) if self.entries is None else ()
        """Hebrew: what opens a phrase once prefix letters are taken off."""
        self.figure = lex.code in ("he", "de") or token in lex.figure_words
        """Whether a figure may begin with it; in Hebrew and German figures are parts of words."""
        self.currency = token in lex.currencies


class Lexicon:
    """One language, compiled. Build it with `lexicon_for`."""

    def __init__(self, tables: LanguageTables) -> None:
        self.tables = tables
        self.code = tables.code
        self._ids: dict[str, int] = {}
        self._first_id = LANGUAGES.index(tables.code) << 32  # no concept of two languages is one
        self.words: dict[str, Word] = {}
        self.plain: dict[str, Word] = {}
        """Words that open no phrase, figure or date: one look-up and they are read."""
        self.openers: dict[str, Opener] = {}
        """The others, with what they may open; found once a word."""
        self._stemmer = None
        if tables.code in _SNOWBALL:
            from Stemmer import Stemmer

            self._stemmer = Stemmer(_SNOWBALL[tables.code])
        self.stop = frozenset(tables.stop)
        self._groups: dict[str, list[int]] = {}
        self._signs: dict[str, list[tuple[int, int]]] = {}
        self.phrases: dict[str, Phrases] = {}
        self._collected: dict[tuple[str, ...], list[tuple[str, str]]] = {}
        self._light = frozenset(self.root(w) for w in tables.light)
        self._light_words = frozenset(tables.light)
        self._legal = frozenset(self.root(w) for w in tables.legal)
        self._telling = frozenset(
            form for word in tables.telling for form in inflected(word, tables.code)
        )
        self._roles = {n: r.role for r in tables.parties for n in r.names if " " not in n}
        self.opposite = {r.role: r.opposite for r in tables.parties if r.opposite}
        self.figure_words = frozenset(
            (
                *tables.number_words,
                *tables.ordinal_words,
                *tables.scales,
                *tables.fraction_words,
                *tables.fixed_quantities,
                *tables.one_articles,
                *tables.months,
                *tables.compound_units,
                *_HEBREW_SINGLE,
                *(w for words in tables.currencies.values() for w in words),
            )
        )
        """Words that may open a figure or a date, as they stand."""
        self.bare_articles = (
            frozenset(tables.one_articles)
            - frozenset(tables.number_words)
            - frozenset(tables.ordinal_words)
            - frozenset(tables.fraction_words)
            - frozenset(tables.scales)
            - frozenset(tables.fixed_quantities)
        )
        """Articles that are a figure only before what is counted: "a week"."""
        self.units = {w: u for u in tables.units for w in u.words}
        self.unit_by_name = {u.name: u for u in tables.units}
        self.half_after = [tuple(p.split()) for p in tables.half_after]
        self.full = frozenset(tables.full)
        self.computes = frozenset(tables.computes)
        self.extends = frozenset(tables.extends)
        self.differs = frozenset(tables.differs)
        self.relations = {
            w: rel for rel, words in tables.relations.items() for w in words if " " not in w
        }
        self.case_of = {w: case for case, words in tables.cases.items() for w in words}
        self.relatives = frozenset(tables.relatives)
        self.determiners = frozenset(tables.determiners)
        self.pronouns = frozenset(tables.pronouns)
        self.objects = frozenset(tables.objects)
        self.small_words = frozenset(
            (
                *self.case_of,
                *tables.additives,
                *tables.relatives,
                *tables.determiners,
                *tables.pronouns,
            )
        ) | frozenset(tables.objects)
        """Words that are no content when it is asked who does what."""
        self.be_forms = frozenset(tables.be)
        self._actions = frozenset(self.root(w) for w in tables.actions)
        self._carriers = frozenset(self.root(w) for w in tables.carriers)
        self._receivers = frozenset(self.root(w) for w in tables.receivers)
        self._persons = frozenset(self.root(w) for w in tables.persons)
        self._person_words = frozenset(tables.persons)
        self.burden_roots = frozenset(
            self.concept("r:" + self.root(w)) for w in tables.burden_nouns
        )
        """Nouns that name a duty: "onus", "job"."""
        self.additives = frozenset(tables.additives)
        self.answers = frozenset(tables.answers)
        self.universal_starts = frozenset(tables.universal_starts)
        self.carve_outs = frozenset(tables.carve_outs)
        self.member_dims = frozenset(
            dim for word in tables.membership for dim, _ in self._sign_pairs(word)
        )
        """Opposites that say what is in and what is out of a class."""
        self._no_persons = frozenset(tables.no_persons)
        self.exposes = frozenset(tables.exposes)
        self.latest = frozenset(tables.timing.get("latest", ()))
        self.earliest = frozenset(tables.timing.get("earliest", ()))
        self.silence_material = frozenset(tables.silence.get("material", ()))
        self.first_person = frozenset(tables.first_person)
        self.second_person = frozenset(tables.second_person)
        self.silence_verbs = frozenset(tables.silence.get("verbs", ()))
        self.currencies = {w: code for code, words in tables.currencies.items() for w in words}
        self.day_kinds = {w: kind for kind, words in tables.day_kinds.items() for w in words}
        self.amount_kinds = {w: kind for kind, words in tables.amount_kinds.items() for w in words}
        self._synonyms()
        self._antonyms()
        self._functions()
        self._finish()

    # -- words ---------------------------------------------------------------------------------

    def concept(self, name: str) -> int:
        """The number of a named concept."""
        ids = self._ids
        found = ids.get(name)
        if found is None:
            found = ids[name] = self._first_id + len(ids) + 1
        return found

    def root(self, word: str) -> str:
        """The root a word form shares with its family: "notification" and "notify" are one."""
        word = self.tables.irregular.get(word, word)
        if self.code == "he":
            return hebrew_root(word)
        if self._stemmer is None:
            return word
        stem: str = self._stemmer.stemWord(word)
        suffixes = {"en": _ENGLISH_SUFFIXES, "fr": _FRENCH_SUFFIXES, "de": _GERMAN_SUFFIXES}
        for _ in range(2):
            for suffix in suffixes[self.code]:
                if stem.endswith(suffix) and len(stem) - len(suffix) >= (
                    3 if len(suffix) >= 4 else 4
                ):
                    stem = stem[: -len(suffix)]
                    break
            else:
                break
        return stem

    def word(self, text: str) -> Word:
        """What is known of a lower-case word form."""
        found = self.words.get(text)
        if found is None:
            found = self._make(text)
            if len(self.words) < 200_000:
                self.words[text] = found
        return found

    def is_name(self, text: str) -> bool:
        """Whether a word as it stands, no prefix taken off, names a party or a person."""
        return text in self._roles or text in self._person_words

    def behind_prefixes(self, token: str) -> tuple[tuple[str, Phrases], ...]:
        """What may open a phrase in a Hebrew word, one or two prefix letters taken off."""
        found: list[tuple[str, Phrases]] = []
        if self.code != "he":
            return ()
        for cut in (1, 2):
            if len(token) - cut < 2 or token[cut - 1] not in "ושהכבלמ":
                break
            entries = self.phrases.get(token[cut:])
            if token[cut - 1] in "לבכמ" and entries:
                entries = _after_preposition(entries)
            if entries and token[cut:] not in _WHOLE_ONLY:
                found.append((token[cut:], entries))
            if cut == 1 and token[0] not in "ושכ":
                break
        return tuple(found)

    def is_plain(self, text: str) -> bool:
        """Whether a word can open nothing but itself."""
        forms: tuple[str, ...] = (text,)
        if self.code == "he":
            forms = tuple(text[cut:] for cut in range(min(4, len(text))))
        if any(f in self.phrases or f in self.figure_words for f in forms):
            return False
        if self.code == "he":  # "יום אחד"
            return text not in self.units and text[1:] not in self.units
        if self.code == "de":
            parts = (*_GERMAN_NUMBERS, *self.tables.compound_units)
            return not any(part in text for part in parts)
        return True

    def _forms(self, text: str) -> tuple[str, ...]:
        if self.code == "he":
            return hebrew_forms(text)
        if self.code == "en" and text.endswith("'s"):
            return (text[:-2],)
        if self.code == "en" and text.endswith("s'"):
            return (text[:-1],)
        return (text,)

    def _make(self, text: str) -> Word:
        forms = self._forms(text)
        concepts: list[int] = []
        signs: list[tuple[int, int]] = []
        role = ""
        stop = text in self.stop
        light = legal = False
        for form in forms:
            stop = stop or form in self.stop
            root = self.root(form)
            concepts.append(self.concept("r:" + root))
            concepts.extend(self._groups.get(root, ()))
            signs.extend(self._signs.get(form, ()))
            light = light or form in self._light_words or root in self._light
            legal = legal or root in self._legal
            role = role or self._roles.get(form, "")
        weight = 0.0 if stop else LIGHT if light else LEGAL if legal else 1.0
        if role and not light:
            weight = 0.8
        word = Word(text, tuple(dict.fromkeys(concepts)), weight, stop, tuple(signs), role)
        word.telling = not self._telling.isdisjoint(forms)
        self._classify(word, forms)
        return word

    def _classify(self, word: Word, forms: tuple[str, ...]) -> None:
        for form in forms:
            root = self.root(form)
            word.action = word.action or root in self._actions
            word.carrier = word.carrier or root in self._carriers
            word.getter = word.getter or root in self._receivers
            named = form in self._person_words if self.code == "he" else root in self._persons
            word.person = word.person or named
        text = forms[0]
        if not word.person and len(text) >= 5 and self.tables.person_endings:
            word.person = text.endswith(self.tables.person_endings)
        nominal = self.code == "en" and text.endswith(_THINGS) and text not in self._person_words
        if (nominal or word.text in self._no_persons) and not word.role:
            word.person = False

    # -- compiling -----------------------------------------------------------------------------

    def _phrase(self, phrase: str, kind: str, value: str) -> None:
        words = tuple(phrase.replace("-", " ").split())
        if words:
            marks = self._collected.setdefault(words, [])
            if (kind, value) not in marks:
                marks.append((kind, value))

    def _sign_pairs(self, word: str) -> list[tuple[int, int]]:
        """The antonym dimensions of a word, before the tables of signs are made."""
        return [
            (self.concept(f"a:{number}"), 1)
            for number, (positive, _) in enumerate(self.tables.antonyms)
            if word in positive
        ]

    def _synonyms(self) -> None:
        for number, group in enumerate(self.tables.synonyms):
            concept = self.concept(f"g:{number}")
            for phrase in group:
                words = phrase.replace("-", " ").split()
                if len(words) == 1:
                    ids = self._groups.setdefault(self.root(words[0]), [])
                    if concept not in ids:
                        ids.append(concept)
                else:
                    self._phrase(phrase, CONCEPT, str(concept))

    def _antonyms(self) -> None:
        for number, (positive, negative) in enumerate(self.tables.antonyms):
            concept = self.concept(f"a:{number}")
            for words, sign in ((positive, 1), (negative, -1)):
                for word in words:
                    if " " in word:
                        self._phrase(word, SIGN, f"{concept}:{sign}")
                    else:
                        self._signs.setdefault(word, []).append((concept, sign))

    def _expand(self, phrase: str) -> list[str]:
        first, _, rest = phrase.partition(" ")
        tables = self.tables
        if self.code == "fr":
            return [phrase, *(phrase[: -len(a)] + b for a, b in _ELISIONS if phrase.endswith(a))]
        if first == "be" and tables.be:
            if rest.startswith("not "):
                return [f"{b} {rest[4:]}" for b in tables.be_not]
            return [f"{b} {rest}" for b in tables.be]
        if first == "have" and tables.have:
            if rest.startswith("not "):
                return [f"{h} {rest[4:]}" for h in tables.have_not]
            return [f"{h} {rest}" for h in (*tables.have, "have")]
        if phrase.startswith("do not ") and tables.do_not:
            return [f"{d} {phrase[7:]}" for d in tables.do_not]
        return [phrase]

    def _functions(self) -> None:
        tables = self.tables
        simple: tuple[tuple[str, dict[str, tuple[str, ...]]], ...] = (
            (CMP, tables.comparators),
            (MODAL, tables.modals),
            (COND, tables.conditions),
            (SCOPE, tables.scopes),
            (CONJ, tables.conjunctions),
            (REF, tables.reference_words),
        )
        for kind, table in simple:
            for value, phrases in table.items():
                for phrase in phrases:
                    for form in self._expand(phrase):
                        self._phrase(form, kind, value)
        lists: tuple[tuple[str, str, tuple[str, ...]], ...] = (
            (NEG, "not", tables.negators),
            (NEG, "instead", tables.instead),
            (NEG, "none", tables.negative_pronouns),
            (NEG, "not", (*tables.be_not, *tables.have_not, *tables.do_not)),
            (HEDGE, "hedge", tables.hedges),
            (REPEAL, "repealed", tables.repeal),
            (REPEAL, "in_force", tables.in_force),
            (STATUS, "soft", tables.status_soft),
            (STATUS, "hard", tables.status_hard),
            (TALK, "refusal", tables.refusals),
            (TALK, "connective", tables.connectives),
            (TALK, "facts", tables.user_facts),
            (TALK, "assumption", tables.assumption),
            (TALK, "endorsement", tables.endorsements),
            (TALK, "instruction", tables.instructions),
            (TALK, "warning", tables.warnings),
            (SILENCE, "subject", tables.silence.get("subjects", ())),
            (DEFINES, "means", tables.definitions),
            (EXTREME, "higher", tables.higher_of),
            (EXTREME, "lower", tables.lower_of),
            (EXTREME, "unlimited", tables.unlimited),
            (ANAPHOR, "back", tables.anaphors),
            (SCOPE, "irrelevant", tables.irrelevance),
            (BURDEN, "on", tables.burdens),
        )
        for kind, value, phrases in lists:
            for phrase in phrases:
                for form in self._expand(phrase):
                    self._phrase(form, kind, value)
        for phrase in tables.silence.get("phrases", ()):
            for form in self._expand(phrase):
                self._phrase(form, SILENCE, "silent")
        for role in tables.parties:
            for name in role.names:
                if " " in name:
                    self._phrase(name, PARTY, role.role)
        for number, (gives, takes) in enumerate(tables.converses):
            for phrase in gives:
                self._phrase(phrase, CONVERSE, f"{number}+")
            for phrase in takes:
                self._phrase(phrase, CONVERSE, f"{number}-")

    def _finish(self) -> None:
        for words, marks in sorted(self._collected.items(), key=lambda item: -len(item[0])):
            _single, longer = self.phrases.setdefault(words[0], (None, {}))
            if len(words) == 1:
                self.phrases[words[0]] = ((words, tuple(marks)), longer)
            else:
                longer.setdefault(words[1], []).append((words, tuple(marks)))
        self._collected = {}
        self.modal_months = frozenset(
            m for m in self.tables.months if m in self.phrases or len(m) <= 4
        )
        """Month names that are words of another kind too, read as months only in a date."""


_ELISIONS = (
    (" que", " qu"), (" de", " d"), (" de", " du"), (" de", " des"), (" à", " au"), (" à", " aux"),
)  # fmt: skip


def hebrew_forms(word: str) -> tuple[str, ...]:
    """A Hebrew word and what is left when one to three prefix letters are taken off."""
    word = word.replace("'", "").replace('"', "")
    out = [word]
    rest = word
    for _ in range(3):
        if len(rest) >= 4 and rest[0] in _HEBREW_PREFIXES:
            rest = rest[1:]
            out.append(rest)
        else:
            break
    return tuple(out)


_PLURALS = {
    "en": ("", "s", "es"),
    "fr": ("", "s", "e", "es", "x"),
    "de": ("", "e", "en", "n", "er", "ern", "s", "es", "innen"),
    "he": ("", "ים", "ות", "י"),
}


def inflected(word: str, code: str) -> tuple[str, ...]:
    """A word with its plurals and plain endings; unlike a root, it takes in no other word."""
    out = [word + ending for ending in _PLURALS[code]]
    if code == "en" and word.endswith("y"):
        out.append(word[:-1] + "ies")
    if code == "he" and word.endswith("ה"):
        out.extend((word[:-1] + "ות", word[:-1] + "ת"))
    return tuple(out)


_AFTER_PREPOSITION = frozenset({REF, CONCEPT, PARTY, STATUS, CMP})
_WHOLE_ONLY = frozenset({"ניתן", "יש"})


def _after_preposition(entries: Phrases) -> Phrases | None:
    """The phrases that may stand behind a Hebrew preposition; "לחייב" is no "חייב"."""
    single, longer = entries
    kept = {
        second: [e for e in found if e[1][0][0] in _AFTER_PREPOSITION]
        for second, found in longer.items()
    }
    alone = single if single and single[1][0][0] in _AFTER_PREPOSITION else None
    return (alone, kept) if alone or any(kept.values()) else None


_FINALS = str.maketrans("ךםןףץ", "כמנפצ")


def hebrew_root(word: str) -> str:
    """A Hebrew form without its inflection: endings off, weak letters inside out."""
    for suffix in _HEBREW_SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word[: -len(suffix)]
            break
    word = word.translate(_FINALS)
    if len(word) >= 5 and word[0] in "תימנה":
        word = word[1:]
    if len(word) > 3:
        word = word[0] + word[1:-1].replace("ו", "").replace("י", "") + word[-1]
    return word


@cache
def lexicon_for(code: str) -> Lexicon:
    """The compiled lexicon of a language; made once a process."""
    return Lexicon(load_language(code))
