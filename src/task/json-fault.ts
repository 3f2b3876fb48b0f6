/** Longest text that is searched for a position that the parser does not report, characters. A search parses the text a dozen times. */
const SEARCHED = 64 * 1024;

/** Describes the error in a JSON text and its place (`at line 1, column 2`), with at most one of its characters; null if valid. */
export function jsonFault(text: string): string | null {
  const message = faultOf(text);
  if (message === null) return null;
  // Format of V8's messages: Expected ',' or '}' after property value in JSON at position 8 (line 1 column 9)
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

/** Finds an unexpected character, whose position V8 does not report: the last one of the shortest prefix with the same error. */
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
