/**
 * Parts of an XML file before the root (XML 1.0, 2.8). No character matches a pattern in two ways, so that hostile text is read in linear
 * time.
 */
const PARTS = [
  /\s+/y,
  /\ufeff|\xef\xbb\xbf/y,
  /<\?(?:[^?]|\?(?!>))*\?>/y,
  /<!--(?:[^-]|-(?!->))*-->/y,
  // The internal subset in brackets may itself contain brackets in quotes and in comments.
  /<!DOCTYPE(?:[^[>"']|"[^"]*"|'[^']*')*(?:\[(?:[^\]"'<]|"[^"]*"|'[^']*'|<!--(?:[^-]|-(?!->))*-->|<(?!!--))*\]\s*)?>/iy,
];

/** Returns where the root element of an XML text begins, characters; in other texts, where the first part begins that no prolog has. */
export function rootStart(text: string): number {
  let at = 0;
  for (let before = -1; at > before; ) {
    before = at;
    for (const part of PARTS) {
      part.lastIndex = at;
      if (part.test(text)) at = part.lastIndex;
    }
  }
  return at;
}
