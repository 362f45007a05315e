"""The verifier: sentences in, findings out."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from lexwarrant.jurisdictions.languages import (
    LANGUAGES,
    detect_language,
    language_counts,
    month_first,
)
from lexwarrant.records.errors import ConfigurationError
from lexwarrant.records.verification import (
    WORST_FIRST,
    CheckContext,
    Finding,
    Premise,
    PremiseProvision,
    SentenceVerdict,
    TextFinding,
)
from lexwarrant.text.segment import StreamSegmenter, segment
from lexwarrant.verification.consult import consult
from lexwarrant.verification.decide import decide
from lexwarrant.verification.enrichment import Enrichment
from lexwarrant.verification.entailment.base import EntailmentModel
from lexwarrant.verification.lexicon import lexicon_for
from lexwarrant.verification.premise import PremiseIndex, index_premise

_NO_CONTEXT = CheckContext()


class Verifier:
    """Checks sentences against premises by rules.

    ``language`` fixes the language of sentences and provisions ("" finds it text by text);
    ``jurisdiction`` is a pack's code and decides how numeric dates are read and periods computed
    when the premise does not say. Premises are indexed once and kept (``cache_size`` of them). ``entailment`` is asked
    where the rules abstain; ``enrichment`` widens what provisions are known to say.

    Raises `ConfigurationError` for a language without tables.
    """

    def __init__(
        self,
        *,
        jurisdiction: str = "",
        language: str = "",
        cache_size: int = 64,
        entailment: EntailmentModel | None = None,
        enrichment: Enrichment | None = None,
    ) -> None:
        if language and language not in LANGUAGES:
            raise ConfigurationError(
                f"language {language!r} has no tables; use one of {', '.join(LANGUAGES)} or leave "
                "it empty to have it found"
            )
        if cache_size < 1:
            raise ConfigurationError(f"cache_size is {cache_size}: give at least 1")
        self.jurisdiction = jurisdiction
        self.language = language
        self.entailment = entailment
        self.enrichment = enrichment
        self._cache_size = cache_size
        self._indexes: OrderedDict[Premise | str, PremiseIndex] = OrderedDict()
        self._last: tuple[Premise | str, PremiseIndex] | None = None

    def check_sentence(
        self, premise: Premise | str, sentence: str, context: CheckContext = _NO_CONTEXT
    ) -> Finding:
        """The verdict on one sentence; ``premise`` may be plain text."""
        index = self.index(premise)
        finding = decide(sentence, 0, index, context, self._sentence_language(sentence))
        return self._consulted([finding], index)[0]

    def check_text(
        self, premise: Premise | str, text: str, context: CheckContext = _NO_CONTEXT
    ) -> TextFinding:
        """Every sentence of ``text`` in order, each with those before it as context."""
        index = self.index(premise)
        decided = _Decided(index)
        findings: list[Finding] = []
        previous = list(context.previous)
        language = self._sentence_language(text)
        for start, end in segment(text, language or "en"):
            sentence = text[start:end]
            around = CheckContext(tuple(previous[-3:]), context.question)
            findings.append(decided(sentence, start, around, language))
            previous.append(sentence)
        findings = self._consulted(findings, index)
        verdicts = {f.verdict for f in findings}
        worst = next((v for v in WORST_FIRST if v in verdicts), SentenceVerdict.NO_CLAIM)
        return TextFinding(worst, tuple(findings))

    def check_stream(
        self,
        premise: Premise | str,
        chunks: Iterable[str],
        context: CheckContext = _NO_CONTEXT,
    ) -> Iterator[Finding]:
        """Findings as sentences are completed by ``chunks``; the same as `check_text` on the whole."""
        index = self.index(premise)
        decided = _Decided(index)
        segmenter = StreamSegmenter(self.language or "en")
        previous = list(context.previous)
        language = self.language

        def finding(start: int, sentence: str) -> Finding:
            nonlocal language
            language = language or detect_language(sentence)
            around = CheckContext(tuple(previous[-3:]), context.question)
            previous.append(sentence)
            found = decided(sentence, start, around, language)
            return self._consulted([found], index)[0]

        for chunk in chunks:
            for start, sentence in segmenter.feed(chunk):
                yield finding(start, sentence)
        for start, sentence in segmenter.finish():
            yield finding(start, sentence)

    def index(self, premise: Premise | str) -> PremiseIndex:
        """The index of a premise, made once."""
        if self._last is not None and self._last[0] is premise:
            return self._last[1]
        found = self._indexes.get(premise)
        if found is None:
            found = self._indexes[premise] = self._index(premise)
            if len(self._indexes) > self._cache_size:
                self._indexes.popitem(last=False)
        else:
            self._indexes.move_to_end(premise)
        self._last = (premise, found)
        return found

    def _index(self, premise: Premise | str) -> PremiseIndex:
        if isinstance(premise, str):
            premise = Premise((PremiseProvision(premise),))
        found = [self.language or _language_of_law(p.text) for p in premise.provisions]
        lexicons = [lexicon_for(code or "en") for code in found]
        jurisdiction = premise.jurisdiction or self.jurisdiction
        languages = tuple(dict.fromkeys(found))
        index = index_premise(premise, lexicons, month_first(jurisdiction), jurisdiction, languages)
        if self.enrichment is not None:
            for number, provision in enumerate(premise.provisions):
                elements = self.enrichment.elements_of(provision.text)
                if elements:
                    index.enrich(number, elements)
        return index

    def _consulted(self, findings: list[Finding], index: PremiseIndex) -> list[Finding]:
        if self.entailment is None:
            return findings
        return consult(findings, index, self.entailment)

    def _sentence_language(self, text: str) -> str:
        return self.language or detect_language(text)


class _Decided:
    """The findings on one text: a sentence said again after the same sentences is decided once."""

    def __init__(self, index: PremiseIndex) -> None:
        self._index = index
        self._known: dict[tuple[str, str, tuple[str, ...]], Finding] = {}

    def __call__(self, sentence: str, offset: int, context: CheckContext, language: str) -> Finding:
        key = (sentence, language, context.previous)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = decide(sentence, offset, self._index, context, language)
            return found
        moved = offset - found.start
        low, high = found.span
        return replace(found, start=offset, end=found.end + moved, span=(low + moved, high + moved))


def _language_of_law(text: str) -> str:
    """The language of a provision; one in which no word tells is read as English."""
    return detect_language(text) or ("" if language_counts(text) else "en")
