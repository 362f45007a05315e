"""Words that say nothing about the subject of a question, by language, as index terms.

Function words, the vocabulary of asking ("what", "how long", "do I have to"), and words such as
"law" and "rule" that every legal question could hold.
"""

from __future__ import annotations

from functools import cache

from lexwarrant.text.tokens import terms

_WORDS = {
    "en": """a about above according after again all allowed allow almost already also although always am an
    and another any anybody anyone anything anyway apply applies are aren't around as ask asked
    asking at away be because been before being
    below between both but by can can't cannot come comes could couldn't did didn't do does doesn't
    doing don't done
    down during each either else enough ever every everyone everything exactly except far few find first for
    from further get gets getting give gives given go goes going gone gonna got gotta had has hasn't have
    haven't having he help her here hers herself hi hello him himself his how however i if i'd i'll
    i'm i've in into is
    isn't it it's its itself just keep know let lets let's like little look lot make makes many may
    maybe me mean means
    meant might mine more most much must my myself need needs never no nobody nor not nothing now
    of off ok okay on once one
    ones only onto or other others our ours ourselves out over own per perhaps please possible put quite
    rather really right said same say says see seem seems shall she should shouldn't since so some somebody
    someone something still such sure take tell than thank thanks that that's the their theirs them
    then there there's these
    they they're thing things think this those though through thus to too took under until up upon us use
    very via want wants was wasn't way we we're well were weren't what what's whatever when where
    whether which
    while who whoever whole whom whose why will with within without won't would wouldn't yes yet
    you you're your
    yours yourself law laws legal legally rule rules say says exactly question anyone does im ive dont cant
    wondering wonder happen happens happened actually basically quick quickly urgent just whats
    article articles act regulation directive paragraph section point provision eu european union""",
    "fr": """a ai au aux avec ce ces cette dans de des du elle en est et être il ils je la le les
    leur lui mais me
    mes moi mon ne nos notre nous on ou où par pas pour qu que quel quelle quelles quels qui quoi sa se ses si
    son sont sur ta te tes toi ton tu un une vos votre vous doit dois peut peux faut loi article""",
    "de": """aber als am an auch auf aus bei bin bis da dann das dass dem den der des die dies
    diese dieser doch
    du durch ein eine einem einen einer es für hat haben ich ihr im in ist ja kann man mein mit
    muss müssen nach nicht noch
    nur ob oder sein sich sie sind so soll über um und uns unter vom von vor was wenn wer wie wir wird zu zum
    zur gesetz artikel""",
    "he": """של על את עם אל אם או כי לא זה זו זאת אלה הוא היא הם הן אני אנחנו אתה מה מי איך כיצד
    למה מתי איפה היכן האם
    יש אין כל גם רק עוד כמה לפי בין אחרי לפני כדי אשר הזה הזו ניתן צריך חייב מותר אסור חוק סעיף דין
    בישראל לגבי""",
}


@cache
def stopwords(language: str) -> frozenset[str]:
    """The stop words of a language as index terms, with and without their apostrophes."""
    words = _WORDS.get(language, "")
    return frozenset(terms(words, language)) | frozenset(terms(words.replace("'", ""), language))
