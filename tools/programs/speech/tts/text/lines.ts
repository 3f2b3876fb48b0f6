/** Longest line in characters; a longer one, as in a text without line ends, is split at the end of a sentence or a word. */
const LONGEST_LINE = 16 * 1024;

/** Line ends of all systems, form feeds (pages), and Unicode's own. */
const LINE_END = /\r\n|[\n\r\f\v\u0085\u2028\u2029]/;

/** Yields the lines of a text that comes in pieces, without line ends; memory does not grow with the text. */
export async function* readLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split(LINE_END);
    rest = lines.pop() ?? '';
    for (const line of lines) yield* cutLine(line);
    while (rest.length > LONGEST_LINE) {
      const at = placeToCut(rest);
      yield rest.slice(0, at);
      rest = rest.slice(at);
    }
  }
  yield* cutLine(rest);
}

function* cutLine(line: string): Generator<string> {
  let rest = line;
  while (rest.length > LONGEST_LINE) {
    const at = placeToCut(rest);
    yield rest.slice(0, at);
    rest = rest.slice(at);
  }
  yield rest;
}

/** Returns the position after the last sentence, otherwise the last word, of the longest line; never inside a surrogate pair. */
function placeToCut(text: string): number {
  const head = text.slice(0, LONGEST_LINE);
  const sentence = Math.max(...['. ', '! ', '? ', '。', '！', '？', '।'].map((end) => head.lastIndexOf(end)));
  if (sentence > 0) return sentence + 1;
  const word = head.lastIndexOf(' ');
  if (word > 0) return word + 1;
  const last = head.charCodeAt(LONGEST_LINE - 1);
  return last >= 0xd800 && last <= 0xdbff ? LONGEST_LINE - 1 : LONGEST_LINE;
}
