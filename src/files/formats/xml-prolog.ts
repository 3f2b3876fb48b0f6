/**
 * What may stand before the root of an XML file (XML 1.0, 2.8). No character fits two ways into a pattern, so that hostile text
 * is read in linear time.
 */
const PARTS = [
  /\s+/y,
  /\ufeff|\xef\xbb\xbf/y,
  /<\?(?:[^?]|\?(?!>))*\?>/y,
  /<!--(?:[^-]|-(?!->))*-->/y,
  // With its own declarations in brackets: those may hold brackets in quotes and in comments.
  /<!DOCTYPE(?:[^[>"']|"[^"]*"|'[^']*')*(?:\[(?:[^\]"'<]|"[^"]*"|'[^']*'|<!--(?:[^-]|-(?!->))*-->|<(?!!--))*\]\s*)?>/iy,
];

/** Where the root element of an XML text begins, characters; where the first thing is that no prolog has, in other texts. */
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
