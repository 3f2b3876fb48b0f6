class TextTag:
    name: str

class Text:
    # None: the end of a tag.
    content: list[str | TextTag | None]

class ImageStream: ...
