/** The result of parsing a text: its value, or what is wrong with it, as the end of "Option x cannot be …; <problem>.". */
export type Parsed<Value> = { readonly value: Value } | { readonly problem: string };

const SHOWN = 40;

/** Characters that JSON leaves unescaped, but that move a terminal's cursor or change the direction of text: C1 controls, bidi marks. */
const UNSAFE = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Formats a piece of the user's text for a message: quoted, control characters escaped, cut to 40 characters. */
export function quote(text: string): string {
  // One unit more than so many characters can take, which shows that the text is longer.
  const characters = [...text.slice(0, 2 * SHOWN + 1)];
  const shown = characters.length > SHOWN ? `${characters.slice(0, SHOWN - 1).join('')}…` : text;
  return JSON.stringify(shown).replace(UNSAFE, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
