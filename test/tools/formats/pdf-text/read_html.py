"""What an HTML file says, by Python's own parser, as JSON: its blocks of text in order, and its tables.

{"blocks": [[tag, text]], "tables": [[[cell]]], "bold": [...], "italic": [...], "links": [[href, text]],
 "pictures": [[src, style]], "rtl": [text], "depths": {item text: depth of its list}}
"""

import json
import sys
from html.parser import HTMLParser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BLOCKS = {"p", "h1", "h2", "h3", "h4", "li", "td"}


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.result: dict[str, Any] = {k: [] for k in ("blocks", "tables", "bold", "italic", "links", "pictures", "rtl")}
        self.result["depths"] = {}
        self.open: list[str] = []
        self.body = False
        self.lists = 0

    def handle_starttag(self, tag: str, attrs: "list[tuple[str, str | None]]") -> None:
        values = dict(attrs)
        if tag == "body":
            self.body = True
        elif tag in BLOCKS:
            self.result["blocks"].append([tag, ""])
            if values.get("dir") == "rtl":
                self.result["rtl"].append(len(self.result["blocks"]) - 1)
        elif tag in ("ul", "ol"):
            self.lists += 1
        elif tag == "table":
            self.result["tables"].append([])
        elif tag == "tr":
            self.result["tables"][-1].append([])
        elif tag == "img":
            self.result["pictures"].append([values["src"], values.get("style", "")])
            self.result["blocks"].append(["img", values["src"]])
        elif tag == "br":
            self.handle_data("\n")
        if tag == "td":
            self.result["tables"][-1][-1].append("")
        if tag not in ("img", "br", "meta"):
            self.open.append(tag)
            if tag in ("b", "i", "a"):
                name = {"b": "bold", "i": "italic", "a": "links"}[tag]
                self.result[name].append([values["href"], ""] if tag == "a" else "")

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass
        if tag in ("ul", "ol"):
            self.lists -= 1

    def handle_data(self, data: str) -> None:
        blocks = self.result["blocks"]
        tags = self.open
        if not self.body or not any(tag in BLOCKS for tag in tags):
            return
        blocks[-1][1] += data
        if blocks[-1][0] == "li" and data.strip():
            self.result["depths"][blocks[-1][1].strip()] = self.lists
        if "td" in tags:
            self.result["tables"][-1][-1][-1] += data
        if "b" in tags:
            self.result["bold"][-1] += data
        if "i" in tags:
            self.result["italic"][-1] += data
        if "a" in tags:
            self.result["links"][-1][1] += data


reader = Reader()
with open(sys.argv[1], encoding="utf-8") as file:
    reader.feed(file.read())
result = reader.result
result["blocks"] = [[tag, text.strip()] for tag, text in result["blocks"]]
result["rtl"] = [result["blocks"][index][1] for index in result["rtl"]]
json.dump(result, sys.stdout)
