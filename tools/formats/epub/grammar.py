"""Which elements and attributes the documents of a book may have, and where.

EPUB 2: XHTML 1.1 without forms and scripts, as listed in OPS 2.0.1, section 2.2. EPUB 3: HTML in its XML syntax,
https://html.spec.whatwg.org/multipage/indices.html#elements-3, as far as EPUB 3.2 allows it.
"""

from dataclasses import dataclass

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
LISTS = frozenset(("ul", "ol"))
# Blocks without a meaning of their own; a span displayed as a block can replace them.
PLAIN_BLOCKS = frozenset(("div", "p", "section", "article", "aside", "header", "footer", "main", "figure", "figcaption"))

_INLINE_2 = frozenset(
    "a abbr acronym b bdo big br cite code del dfn em i img ins kbd map object q samp small span strong sub sup tt var".split()
)
_BLOCKS_2 = HEADINGS | LISTS | frozenset("address blockquote div dl hr p pre table".split())
_PARTS = frozenset("caption col colgroup dd dt li tbody td tfoot th thead tr area param".split())
_HEAD = frozenset("html head body title link meta style".split())

_INLINE_3 = (_INLINE_2 - {"acronym", "big", "tt"}) | frozenset(
    """audio bdi button canvas data datalist embed iframe input label mark meter output picture progress ruby s script
    select slot template textarea time u video wbr""".split()
)
_BLOCKS_3 = _BLOCKS_2 | frozenset("article aside details dialog fieldset figure footer form header hgroup main menu nav section".split())
_PARTS_3 = _PARTS | frozenset("figcaption legend optgroup option rb rp rt rtc source summary track".split())

_ATTRIBUTES_2 = {
    "a": "href charset type hreflang rel rev accesskey tabindex",
    "area": "href shape coords nohref alt tabindex accesskey",
    "bdo": "dir",
    "blockquote": "cite",
    "q": "cite",
    "del": "cite datetime",
    "ins": "cite datetime",
    "col": "span width align valign char charoff",
    "colgroup": "span width align valign char charoff",
    "head": "profile",
    "html": "version",
    "img": "src alt longdesc height width usemap",
    "link": "charset href hreflang type rel rev media",
    "meta": "http-equiv name content scheme",
    "object": "declare classid codebase data type codetype archive standby height width name tabindex usemap",
    "param": "name value valuetype type",
    "style": "type media title",
    "table": "summary width border frame rules cellspacing cellpadding",
    "tbody": "align valign char charoff",
    "td": "abbr axis headers scope rowspan colspan align valign char charoff",
    "tfoot": "align valign char charoff",
    "th": "abbr axis headers scope rowspan colspan align valign char charoff",
    "thead": "align valign char charoff",
    "tr": "align valign char charoff",
}
_ATTRIBUTES_3 = {
    "a": "href target download ping rel hreflang type referrerpolicy",
    "area": "alt coords shape href target download ping rel hreflang type",
    "audio": "src crossorigin preload autoplay loop muted controls",
    "bdo": "dir",
    "blockquote": "cite",
    "button": "autofocus disabled form formaction formenctype formmethod formnovalidate formtarget name type value",
    "canvas": "width height",
    "col": "span",
    "colgroup": "span",
    "data": "value",
    "del": "cite datetime",
    "details": "open",
    "dialog": "open",
    "embed": "src type width height",
    "fieldset": "disabled form name",
    "form": "accept-charset action autocomplete enctype method name novalidate target",
    "html": "manifest version",
    "iframe": "src srcdoc name sandbox allowfullscreen width height",
    "img": "alt src srcset sizes crossorigin usemap ismap width height longdesc",
    "input": """accept alt autocomplete autofocus checked dirname disabled form formaction height list max maxlength min minlength
        multiple name pattern placeholder readonly required size src step type value width""",
    "ins": "cite datetime",
    "label": "for form",
    "li": "value",
    "link": "href crossorigin rel media hreflang type sizes",
    "map": "name",
    "menu": "type label",
    "meta": "name http-equiv content charset property",
    "meter": "value min max low high optimum",
    "object": "data type typemustmatch name usemap form width height",
    "ol": "reversed start type",
    "optgroup": "disabled label",
    "option": "disabled label selected value",
    "output": "for form name",
    "param": "name value",
    "progress": "value max",
    "q": "cite",
    "script": "src type charset async defer crossorigin",
    "select": "autofocus disabled form multiple name required size",
    "source": "src type srcset sizes media",
    "style": "media type",
    "td": "colspan rowspan headers",
    "textarea": "autofocus cols dirname disabled form maxlength minlength name placeholder readonly required rows wrap",
    "th": "colspan rowspan headers scope",
    "time": "datetime",
    "track": "default kind label src srclang",
    "video": "src crossorigin poster preload autoplay loop muted controls width height",
}

_COMMON_2 = frozenset(("id", "class", "title", "dir", "style", "lang"))
_COMMON_3 = frozenset(
    """id class title dir style lang hidden tabindex accesskey contenteditable draggable spellcheck translate role about property
    resource typeof vocab rel rev content datatype inlist prefix itemid itemprop itemref itemscope itemtype""".split()
)
# XHTML 1.1 gives these elements only attributes of languages (and `id`, which epubcheck does not accept there).
_BARE_2 = frozenset(("html", "head", "title", "meta", "style"))


@dataclass(frozen=True)
class Grammar:
    """The allowed content of documents in one version of EPUB."""

    version: int
    inline: frozenset[str]
    blocks: frozenset[str]
    parts: frozenset[str]
    attributes: dict[str, frozenset[str]]
    # Elements whose content is one or more blocks, and nothing else.
    block_only: frozenset[str]
    # Elements whose allowed content is that of their parent.
    transparent: frozenset[str]
    # Elements with any content; elements not named here or elsewhere have inline content.
    flow: frozenset[str]

    def knows(self, name: "str | None") -> bool:
        return name in self.inline or name in self.blocks or name in self.parts or name in _HEAD

    def allows(self, name: str, attribute: str) -> bool:
        """Whether an element may have an attribute without namespace."""
        if self.version == 2:
            if name in _BARE_2:
                return attribute in ("lang", "dir") or attribute in self.attributes.get(name, ())
            if name == "br":
                return attribute in ("id", "class", "title", "style")
            return attribute in _COMMON_2 or attribute in self.attributes.get(name, ())
        if attribute in _COMMON_3 or attribute in self.attributes.get(name, ()):
            return True
        return attribute.startswith(("data-", "aria-", "on"))


def _split(table: "dict[str, str]") -> "dict[str, frozenset[str]]":
    return {name: frozenset(text.split()) for name, text in table.items()}


EPUB2 = Grammar(
    version=2,
    inline=_INLINE_2,
    blocks=_BLOCKS_2,
    parts=_PARTS,
    attributes=_split(_ATTRIBUTES_2),
    block_only=frozenset(("body", "blockquote")),
    transparent=frozenset(),
    flow=frozenset("div li dd td th object".split()),
)
EPUB3 = Grammar(
    version=3,
    inline=_INLINE_3,
    blocks=_BLOCKS_3,
    parts=_PARTS_3,
    attributes=_split(_ATTRIBUTES_3),
    block_only=frozenset(),
    transparent=frozenset("a ins del map object audio video canvas".split()),
    flow=frozenset(
        """body div section article aside nav header footer main li dd dt td th figure figcaption blockquote details address caption
        dialog fieldset form""".split()
    ),
)
