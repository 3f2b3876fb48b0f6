/** Texts up to here are searched for the place that the parser does not tell; characters. A search parses the text a dozen times. */
const SEARCHED = 64 * 1024;

/** What is wrong with a text as JSON, and where (`at line 1, column 2`), with one character of it at most; null if it is JSON. */
export function jsonFault(text: string): string | null {
  const message = faultOf(text);
  if (message === null) return null;
  // V8 says: Expected ',' or '}' after property value in JSON at position 8 (line 1 column 9)
  const [, what = '', offset] = /^(.*?)(?: in JSON)? at position (\d+)/.exec(message) ?? [];
  if (offset !== undefined)
    return `${lowerFirst(what.replace(/ (after|in) JSON$/, ' after the JSON'))} ${placeOf(text, Number(offset))}`;
  if (!message.startsWith(UNEXPECTED)) return `it ends too early, ${placeOf(text, text.length)}`;
  if (text.length > SEARCHED) return 'there is an unexpected character';
  const at = firstUnexpected(text);
  return `unexpected ${JSON.stringify(text[at])} ${placeOf(text, at)}`;
}

const UNEXPECTED = 'Unexpected token';

function faultOf(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** V8 does not say where an unexpected character is. It is the last one of the shortest beginning that has the same fault. */
function firstUnexpected(text: string): number {
  let fine = 0;
  let faulty = text.length;
  while (faulty - fine > 1) {
    const middle = Math.floor((fine + faulty) / 2);
    if (faultOf(text.slice(0, middle))?.startsWith(UNEXPECTED)) faulty = middle;
    else fine = middle;
  }
  return faulty - 1;
}

function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
