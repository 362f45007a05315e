"""What looks like a provision of law and is none: clauses, standards, scripture, rules of play.

A reference that names no instrument ("Article 5", "section 3(b)") is law only in company. It is
not when what it lies in is named and is no law ("of the lease", "RFC 9110, section 8"), when the
words around speak of another world (an exam paper, a camera's manual, a contract's "this
Agreement") and no law is named near it, or when its neighbour of the same kind is not law.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from lexwarrant.jurisdictions.grammar.words import branches

_LAW = (
    r"(?!said |same |principal |present |[Aa]cts?\b|[Rr]egulations?\b|[Dd]irectives?\b|[Cc]onvention"
    r"|[Cc]onstitution|[Ss]tatutes?\b(?! of)|[Cc]odes?\b(?! of (?:[Cc]onduct|[Pp]ractice|[Ee]thics))"
    r"|[Oo]rdinance|[Ll]aws?\b|[Aa]rticle|[Ss]ection|[Ss]chedule|[Aa]nnex|[Tt]reat|Charter|Decision\b"
    r"|Order\b|Bill\b|Protocol|Chapter\b|Part\b|Title\b|[Rr]ules of (?:[Pp]rocedure|[Cc]ourt))"
)
_BEHIND = re.compile(
    r",? (?:of|in|to|from) (?:the|his|her|its|my|our|your|their|a|an|this|that|these|those|each|any|such)"
    rf" {_LAW}[\w'-]+"
    r"| (?:of|in|from) [A-Z][a-z]+'s "
    r"|,? (?:ECHR|TFEU|TEU|GDPR|CFR)(?!\w)"
    r"|,? (?:PJ|KL|Petaling Jaya|Shah Alam|Kuala Lumpur|Kajang|Klang|Subang Jaya|Wangsa Maju|Bandar (?:Baru|Baharu"
    r"|Utama)|Bangi|Gombak|Ampang|Selangor|Johor Bahru|Kota (?:Damansara|Kinabalu))(?!\w)"
    r"|(?: (?:Abs\.|Absatz|S\.|Satz|Nr\.|Nummer|lit\.) ?\w{1,4}| [IVX]{1,4}(?: \d)?){0,4} (?:BDSG|BGB|StGB|ZPO"
    r"|StPO|GG|UWG|TMG|TTDSG|TDDDG|HGB"
    r"|AktG|GmbHG|VwGO|VwVfG|SGB|AO|EStG|UrhG|GWB|KWG|BetrVG|GewO|InsO|ABGB|DSG|TKG|NetzDG|BVerfGG|FamFG|KSchG|OWiG)(?!\w)"
    r"| (?:der|des|dieser|dieses|unserer|unseres|ihrer|seiner|deren|den) (?:AGB|ABB|AVB|AEB|AVV|NDA)(?!\w)"
    r"|-? ?(?:Data Protection )?(?:Working (?:Party|Group)|WP(?: ?29)?|Datenschutzgruppe|Committee)(?!\w)"
    r"| (?:pages?|words|times|years?|days?|hours?|minutes?|people|items|lines|columns|copies|miles"
    r"|housing|vouchers?|seats?|kg|mm|cm|km|pts|votes|goals|players|students)(?!\w)"
    r"|,? (?:de la|de l'|du|de notre|de votre|de nos|de son|des) (?!directive|loi|règlement|convention"
    r"|constitution|code|traité|charte|décision|présent|paragraphe|article|point|annexe|protocole|RGPD"
    r"|TFUE|statut|ordonnance|décret)[a-zé]{4,}"
    r"| (?:der|des|dieser|dieses|unserer|unseres) (?!Staatsvertrag|Unionsvertrag)[A-ZÄÖÜ][a-zäöüß-]*"
    r"(?:vertrags?|vertrages|verträge|satzung|bedingungen|handbuchs?|katalogs?|ordnung der Schule|statuts?)(?!\w)"
    r"| (?:der|des|dieser|dieses|unserer|unseres) (?:Haus|Vereins|Mietvertrag|Vertrag|Satzung|Zeitung"
    r"|Speise|Spiel|Benutzungs|Geschäftsordnung|Allgemeinen Geschäfts|Handbuch|Betriebs|Arbeitsvertrag"
    r"|Turnier|Katalog)\w*"
    r"|,? (?:(?:de los|de las|del|de la|della|dello|degli|dell'|van het|van de|der|des|du|do|da) ?)?(?:estatutos"
    r"|contrat\w*|statut[uo]\w*|umowy|regulaminu|huurcontract|huurovereenkomst|overeenkomst|huishoudelijk|bail\b"
    r"|règlement intérieur|reglamento interno|regolamento (?:interno|condominiale)|convenio|póliza|polizza)"
    r"| ל(?:ה)?(?:הסכם|חוזה|תקנון|כתב|תצהיר|סיכומ|מסמך|דו\"ח|פרוטוקול|פסק|החלטה|הודעה|בקשה|תביעה"
    r"|נספח|מכרז|מפרט|פוליסה|צוואה|סדר היום|תוכנית|תכנית|נוהל|טופס|שאלון|מדריך|אמנת השירות|קוד האתי)"
    r"| [בש]?ה?(?:תקציב|תפריט|מתכון|עיתון|ספר |ספר,|מדריך|רשימה|תוכני|לוח|שיר|מפרט|הסכם|חוזה|תקנון"
    r"|פוליסה|מכרז)"
    r"|(?: ?[א-ת]['׳])? של (?!ה?(?:חוק|פקוד|תקנ|אמנ|צו|כלל))[א-ת]"
)
_BEFORE = re.compile(
    r"\b(?:"
    r"(?:RFC|ISO(?:/IEC)?|IEC|IEEE|ASTM|ANSI|DIN|BS EN|BS|EN|NIST|IFRS|IAS|ASC|GAAP|WCAG|PCI|OWASP|ECMA"
    r"|ITU|NFPA|UL|SAE|API|ICAO|IATA|FIFA|UEFA|FIDE|JCT|NEC\d?|FIDIC|ISDA|GMRA|Incoterms|MLA|APA|SP|PEP"
    r"|TS|JIS|GB/T|AS/NZS|MIL-STD|SOC)[ -][\w./:+-]{1,24}"
    r"|(?:[Hh]andbook|[Mm]anual|[Aa]greement|[Cc]ontract|[Ll]ease|[Pp]olicy|[Bb]ylaws|[Bb]ye-laws|[Ii]ndenture"
    r"|[Mm]emorandum|[Rr]eport|[Tt]extbook|[Gg]uide|[Nn]ewsletter|[Ss]yllabus|README|[Dd]ocs|[Mm]enu|[Aa]genda"
    r"|[Bb]rochure|[Cc]atalogue|[Ss]cript|[Mm]agazine|[Ww]orkbook|[Bb]ooklet|[Qq]uestionnaire|[Ss]urvey|[Tt]ender"
    r"|[Ss]pecification|[Ss]pec|[Ff]orm [A-Z0-9-]+|Exhibit [A-Z0-9]+|Appendix [A-Z0-9]+|Paper \d|Book \d+"
    r"|Vol(?:ume|\.) ?\d+|Lot \d+|[Ff]loor|[Ss]tadium|[Ll]icense|[Ll]icence|[Mm]odule|[Cc]ourse|[Ww]iki"
    r"|[Cc]lub|[Aa]ssociation|[Ss]ociety|[Nn]ovel|[Bb]ook|[Oo]pera|[Cc]harter party"
    r"|SLA|DPA|SOW|MSA|NDA|EULA|FAQ|NFL|NBA|NHL|MLB|MCC|ICC|FA|IFAB|FIA|ITF|(?:NFL|NBA|NHL|MLB|FA"
    r"|FIA) [Rr]ules?(?: \d+)?)"
    r")(?:, |'s | |: | \(|; )(?:at |in |see )?\Z"
    r"|\(\d{1,2}(?:st|nd|rd|th) edn?\.?(?:,? [^()]{0,30})?\),? (?:at )?\Z|\b(?:PACE )?Code [A-H],? \Z"
    r"|\b(?:Wright (?:& Miller|and Miller)|Moore's|Nimmer|Collier|Williston|Corbin|Prosser|McCormick|Weinstein's"
    r"|Sutherland|Wigmore|Couch|Chitty|Benjamin|Goode|Archbold|Wright & A\. Miller|Fletcher|Farnsworth|Areeda"
    r"|Kerly|Dicey|Treitel|Clerk|Halsbury's)[^\n;()]{0,30} \Z"
    r"|\b(?:office|house|shop|flat|factory|clinic|outlet|branch|restaurant|showroom|kilang|rumah|kedai|pejabat|klinik"
    r"|tinggal|terletak|located|lives?|lived|living|parked) (?:is |are )?(?:in|at|di|near) \Z"
    r"|\bWhite Book(?: \d{4})?,? \Z"
    r"|(?:Charter|Certificate|Articles|Declaration|By-?[Ll]aws|Constitution) of [A-Z][\w.&', ]{1,28} \Z"
    r"|\bRestatement(?: \((?:First|Second|Third|Fourth)\))?(?: of(?: [A-Z][a-z]+| and| the| for)+)?,? \Z"
    r"|\bModel [A-Z][a-z]+ (?:Code|Rules?|Act),? \Z"
    r"|\b(?:(?:Br|Mem|Mot|Opp|Compl|Decl|Aff|Dep|Tr|Ans|Stip|Reply)\.|(?:Ex|Exh|Attach)\. ?[A-Z0-9]{1,3}"
    r"|(?:Dkt|Doc|ECF)\.? (?:Nos?\.? )?\d+(?:-\d+)?)(?: at \d+)?,? \Z"
)
_SIGNS = re.compile(
    "(?:"
    + branches(
        "RFC ISO IEC IEEE ASTM ANSI DIN BS EN NIST IFRS IAS ASC GAAP WCAG PCI OWASP ECMA ITU NFPA UL SAE API "
        "ICAO IATA FIFA UEFA FIDE JCT NEC FIDIC ISDA GMRA Incoterms MLA APA SP PEP TS JIS GB/T AS/NZS MIL-STD "
        "SOC andbook anual greement ontract ease olicy ylaws ye-laws ndenture emorandum eport extbook uide "
        "ewsletter yllabus README ocs enu genda rochure atalogue cript agazine orkbook ooklet uestionnaire "
        "urvey ender pecification pec orm Exhibit Appendix Paper Book Vol Lot loor tadium icense icence odule "
        "ourse iki lub ssociation ociety ovel ook pera harter SLA DPA SOW MSA NDA EULA FAQ NFL NBA NHL MLB "
        "MCC ICC FA IFAB FIA ITF edn ed. Code White Certificate Articles Declaration By-l By-L Constitution "
        "Restatement Model Wright Moore Nimmer Collier Williston Corbin Prosser McCormick Weinstein "
        "Sutherland Wigmore Couch Chitty Benjamin Goode Archbold Fletcher Farnsworth Areeda Kerly Dicey "
        "Treitel Clerk Halsbury office house shop flat factory clinic outlet branch restaurant showroom "
        "kilang rumah kedai pejabat klinik tinggal terletak located live living parked Br. Mem. Mot. Opp. "
        "Compl. Decl. Aff. Dep. Tr. Ans. Stip. Reply. Ex. Exh. Attach. Dkt Doc ECF".split()
    )
    + ")"
)
"""What every word of ``_BEFORE`` begins with or holds, for a quick look before the search."""
_CUES = re.compile(
    r"\b(?:newsletters?|podcasts?|recipes?|menu|wallpaper|exams?|examination|answer (?:any|all|ONE|TWO|both)"
    r"|Questions? \d"
    r"|worksheet|textbook|syllabus|homework|README|changelog|release notes|lint|linter|compiler|docs"
    r"|stadium|arena|kick-off|printer|camera|lens|firmware|floor plan|boarding|platform \d|invoice"
    r"|SKU|[Pp]salm|[Gg]ospel|verses?|[Bb]ible|Qur'an|lectionary|sermon|orchestra|choir|playlist|Episode"
    r"|Ep\. \d|bylaws|bye-laws|HOA|golf|cricket|rugby|football|chess|tournament|referee|umpire|handicap"
    r"|this (?:Agreement|Lease|Contract|Policy|Deed|Indenture|Handbook|Manual|Guide|Licence|License|Warranty)"
    r"|(?:Credit|Loan|Purchase|Merger|Lease|Licen[cs]e|Shareholders'?|Service|Framework) Agreement|hereto\b"
    r"|the (?:Borrower|Lender|Landlord|Licensee|Licensor|Franchisee|Supplier|Contractor)\b|our contract"
    r"|Lampe|lieferbar|Artikelnummer|Bestell-?[Nn]r|Speisekarte|gazette du|recette|Art\.-Nr|EUR \d"
    r"|candidates|Paper \d|Concerto|Symphony|Sonata|BWV|[Oo]p\. \d|NFL|NBA|NHL|MLB|FIFA|UEFA|IFAB|novel"
    r"|Macbeth|Hamlet"
    r"|(?:at|the|survive) Closing|Seller's|Buyer's|either [Pp]arty|(?:the|our|your) (?:Seller|Buyer|Purchaser)\b"
    r"|Jalan|Shah Alam|Taman [A-Z]|Blok|Row \d|Room \d|Seats? \d|Gate \d|Block [A-Z]|Aisle \d|museum"
    r"|exhibition|gallery|auction|catalogue|est\. £|crossword|puzzle|dungeon|spell|campsite|trail"
    r"|library card|locker|allotment|allotments|bell-ringing|Bell-ringing|GitHub|pull request|API|Kubernetes"
    r"|Dockerfile|npm|JSON|wafers?|reagent|NaOH|dosage|tablets?|DSM-5|ICD-1[01])(?!\w)"
    r"|(?<![\w])(?:ISO|RFC|DIN|IEC|ASTM|ANSI)[ /-]\d"
    r"|פיצה|מתכון|ועד הבית|תפריט|תפילה|מקהלה|גמרא|תוס'|כדורגל|מבחן|שאלון"
)
_POINTS_AT_ITSELF = re.compile(r" (?:above|below|hereof|herein|hereunder|hereto|overleaf)\b")
_DECIMAL = re.compile(r"[A-Za-z§.]+ ?\d{1,2}\.\d{1,2}(?:\.\d{1,2})?(?![\d°])")
"""Numbers such as 4.1, which clauses of contracts, manuals and standards have."""
_REACH = 200
_OVERLAP = 24
_NEIGHBOUR = 400
_ANY_NEIGHBOUR = 120
_NAMED_NEAR = 600
_BETWEEN = re.compile(r"(?:,|;)? ?(?:and |or |& |sowie |und |et |ו)?\(?")
_SIDE_BY_SIDE = 8


def contained(text: str, start: int, end: int) -> bool:
    """Whether the words next to a reference say that it lies in something that is no law."""
    return _in_what_follows(text, end) or (
        text[start - 1 : start] in (" ", "(")
        and _SIGNS.search(text, max(0, start - 48), start) is not None
        and _BEFORE.search(text, max(0, start - 48), start) is not None
    )


def _in_what_follows(text: str, end: int) -> bool:
    following = text[end : end + 2]
    return (
        len(following) == 2
        and following[0] in " ,-"
        and (following[1].isalpha() or following[1] == " ")
        and _BEHIND.match(text, end) is not None
    )


class _Surroundings:
    """Whether the words around a reference speak of something other than law.

    Each stretch of the text is searched once, however many references stand in it.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._stretches: dict[int, bool] = {}
        self._near: dict[int, bool] = {}
        self._signs: dict[int, bool] = {}

    def contained(self, start: int, end: int) -> bool:
        """`contained`, with one look at a stretch for all references in it."""
        text = self._text
        if _in_what_follows(text, end):
            return True
        if not start or text[start - 1] not in " (":
            return False
        stretch = start // _REACH
        signed = self._signs.get(stretch)
        if signed is None:
            low = max(0, stretch * _REACH - 48)
            signed = _SIGNS.search(text, low, (stretch + 1) * _REACH) is not None
            self._signs[stretch] = signed
        return signed and _BEFORE.search(text, max(0, start - 48), start) is not None

    def elsewhere(self, start: int, end: int) -> bool:
        """Whether a reference counts as a document's own by its form or its surroundings."""
        text = self._text
        if text[end : end + 2] in (" a", " b", " h", " o") and _POINTS_AT_ITSELF.match(text, end):
            return True
        if text.find(".", start, end) >= 0 and _DECIMAL.match(text, start, end):
            return True
        home = start // _REACH
        near = self._near.get(home) if end // _REACH == home else None
        if near is None:
            near = any(self._cued(at) for at in range(max(0, home - 1), end // _REACH + 2))
            if end // _REACH == home:
                self._near[home] = near
        return near

    def _cued(self, stretch: int) -> bool:
        known = self._stretches.get(stretch)
        if known is None:
            low = max(0, stretch * _REACH - _OVERLAP)
            known = _CUES.search(self._text, low, (stretch + 1) * _REACH + _OVERLAP) is not None
            self._stretches[stretch] = known
        return known


def outside_law(
    text: str, bare: Sequence[tuple[int, int, str]], laws: Iterable[int], *, own_text: bool
) -> set[int]:
    """Starts of the bare references (start, end, unit; in order) that are no law.

    ``laws`` are the starts of the instruments and decisions named. ``own_text`` says that the
    whole is the text of a law: then only what names its container is outside. Linear.
    """
    named = sorted(laws)
    around = _Surroundings(text)
    out: set[int] = set()
    following: tuple[int, bool] | None = None
    for start, end, _ in reversed(bare):
        outside = around.contained(start, end)
        if not outside and following is not None and following[1]:
            between = text[end : following[0]]
            outside = len(between) <= _SIDE_BY_SIDE and _BETWEEN.fullmatch(between) is not None
        if not outside and not own_text and not _near(named, start, _NAMED_NEAR):
            outside = around.elsewhere(start, end)
        if outside:
            out.add(start)
        following = (start, outside)
    if not out or own_text:
        return out
    for ordered in (bare, bare[::-1]):
        last: dict[str, int] = {}
        for start, _, unit in ordered:
            spread = (unit in last and abs(start - last[unit]) <= _NEIGHBOUR) or any(
                abs(start - at) <= _ANY_NEIGHBOUR for at in last.values()
            )
            if start in out or (spread and not _near(named, start, _NAMED_NEAR)):
                out.add(start)
                last[unit] = start
    return out


def _near(positions: Sequence[int], at: int, reach: int) -> bool:
    after = bisect_left(positions, at - reach)
    return after < len(positions) and positions[after] <= at + reach
