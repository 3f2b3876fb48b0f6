"""Sets fields to what users give: text, true and false, export values or labels."""

from difflib import get_close_matches

from form_fields import EDIT, MULTILINE, MULTIPLE, OFF, Field, FormError, Option
from objects import listed, text_of
from pikepdf import Array, Name, String

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_CHARACTERS = 100_000
# How many of a field's values a message lists.
MOST_NAMED = 12
ON, NOT_ON = ("true", "yes", "on"), ("false", "no", "off", "")


def nearest(name: str, names: "list[str]") -> str:
    """Returns the name that was probably meant, or empty text: by its spelling, or by the last part of a name such as `form[0].Name[0]`."""
    wanted = name.casefold()
    last = {each: each.rsplit(".", 1)[-1].split("[", 1)[0].casefold() for each in names}
    if ends := [each for each, part in last.items() if part == wanted]:
        return ends[0]
    folded = {each.casefold(): each for each in reversed(names)}
    close = get_close_matches(wanted[:200], list(folded), 1)
    return folded[close[0]] if close else ""


def set_field(one: Field, value: "Any") -> None:
    """Sets the value of a field and the states of its buttons; appearances of texts come later. Raises FormError for a wrong value."""
    if one.kind in ("button", "signature"):
        raise FormError(f"is a {one.kind}, which cannot be filled in")
    if one.is_password:
        raise FormError("is for a password, which is not stored in a file")
    if one.kind == "text":
        _set_text(one, _text(value))
    elif one.kind in ("check_box", "radio"):
        _set_button(one, value)
    else:
        _set_choice(one, value)
    # Formatted text, which would show the old value.
    one.remove("/RV")


def _text(value: "Any") -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise FormError("takes a text")
    # Half of a surrogate pair is not a character.
    text = (value if isinstance(value, str) else repr(value)).encode("utf-8", "replace").decode()
    if len(text) > MOST_CHARACTERS:
        raise FormError(f"takes at most {MOST_CHARACTERS} characters, not {len(text)}")
    return "".join(each for each in text.replace("\r\n", "\n").replace("\r", "\n") if each >= " " or each in "\n\t")


def _set_text(one: Field, text: str) -> None:
    if one.max_length and len(text) > one.max_length:
        raise FormError(f"takes at most {one.max_length} characters, not {len(text)}")
    if "\n" in text and not one.flags & MULTILINE:
        raise FormError("takes a single line")
    one.set("/V", String(text))


def _set_button(one: Field, value: "Any") -> None:
    chosen = _button_state(one, value)
    for widget in one.widgets:
        widget.annotation["/AS"] = Name(f"/{chosen if chosen and widget.state == chosen else OFF}")
    one.set("/V", Name(f"/{chosen or OFF}"))


def _button_state(one: Field, value: "Any") -> str:
    """Returns the name of the appearance to show; empty: off."""
    if isinstance(value, (list, dict)):
        raise FormError("takes a single value")
    options = [option for option in one.options if option.state]
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if found := _named(options, text):
        return found.state
    folded = text.strip().casefold()
    if folded in NOT_ON:
        return ""
    if folded in ON and one.kind == "check_box" and len(options) == 1:
        return options[0].state
    allowed = ["true", "false"] if one.kind == "check_box" and len(options) == 1 else []
    raise FormError(_has_only([*allowed, *(option.label for option in options)]))


def _set_choice(one: Field, value: "Any") -> None:
    texts = [text for text in (_text(each) for each in listed(value)) if text]
    if len(texts) > 1 and not (one.kind == "list" and one.flags & MULTIPLE):
        raise FormError("takes a single value")
    options = one.options
    chosen: list[str] = []
    for text in texts:
        found = _named(options, text)
        if found is None and not (one.kind == "choice" and one.flags & EDIT):
            raise FormError(_has_only([option.label for option in options]))
        chosen.append(text if found is None else found.value)
    values = [String(each) for each in chosen]
    one.set("/V", Array(values) if len(values) > 1 else values[0] if values else None)
    indices = sorted({index for index, option in enumerate(options) if option.value in chosen})
    one.set("/I", Array(indices) if one.kind == "list" and indices else None)


def _named(options: "list[Option]", text: str) -> "Option | None":
    """Returns the option of that export value, state or label, in this order."""
    for names in ("value", "state", "label"):
        for option in options:
            if text and getattr(option, names) == text:
                return option
    return None


def _has_only(values: "list[str]") -> str:
    names = list(dict.fromkeys(each for each in values if each))
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"has no such value; it has {', '.join(each[:60] for each in names[:MOST_NAMED])}{more}" if names else "has no values"


def shown_text(one: Field) -> str:
    """Returns the text that a text field or choice shows."""
    text = text_of(one.inherited.get("/V"))
    if one.kind == "choice":
        return next((option.label for option in one.options if option.value == text), text)
    return text
