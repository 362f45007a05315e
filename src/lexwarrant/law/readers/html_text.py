"""HTML of an opinion as plain text, one block a paragraph; nothing is loaded and nothing raises."""

from __future__ import annotations

from html.parser import HTMLParser

_BLOCKS = frozenset(
    {"p", "div", "blockquote", "li", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "center", "pre"}
    | {"author", "opinion", "parties", "section", "article", "footnote"}
)
_SILENT = frozenset({"script", "style", "head"})


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self.silent += 1
        elif tag in _BLOCKS:
            self.out.append("\n\n")
        elif tag == "br":
            self.out.append(" ")
        else:
            self.page(tag, dict(attrs))

    def page(self, tag: str, attrs: dict[str, str | None]) -> None:
        """A page number given as an element: ``<page-number label="651">``."""
        if tag == "page-number" and attrs.get("label"):
            self.out.append(f" *{str(attrs['label']).lstrip('*')} ")
            self.silent += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT or tag == "page-number":
            self.silent = max(0, self.silent - 1)
        elif tag in _BLOCKS:
            self.out.append("\n\n")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.out.append(" ".join(data.split(" ")).replace("\n", " "))


def html_blocks(html: str) -> str:
    """The text of ``html`` with a blank line between blocks."""
    parser = _Text()
    parser.feed(html)
    parser.close()
    return "".join(parser.out)
