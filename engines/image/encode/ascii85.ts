/** Characters per line, after a space: lines of PostScript that begin with a percent sign are treated as comments. */
const LINE = 75;

const FIRST = 33;
const BASE = 85;
const END = '~>';

/** Encodes four bytes as five letters, in short lines, with the end mark (PostScript Language Reference, 3.13.3). */
export function ascii85(bytes: Buffer): Buffer {
  const most = Math.ceil(bytes.length / 4) * 5;
  const text = Buffer.allocUnsafe(most + Math.ceil(most / LINE) * 2 + END.length);
  let to = 0;
  let column = 0;
  const put = (letter: number): void => {
    if (column === 0) {
      text[to] = 0x20;
      to += 1;
    }
    text[to] = letter;
    to += 1;
    column += 1;
    if (column === LINE) {
      text[to] = 0x0a;
      to += 1;
      column = 0;
    }
  };
  const group = [0, 0, 0, 0, 0];
  for (let from = 0; from < bytes.length; from += 4) {
    const left = Math.min(4, bytes.length - from);
    let value = 0;
    for (let index = 0; index < 4; index += 1) value = value * 256 + (index < left ? (bytes[from + index] ?? 0) : 0);
    if (value === 0 && left === 4) {
      put(0x7a);
      continue;
    }
    for (let index = 4; index >= 0; index -= 1) {
      group[index] = value % BASE;
      value = Math.floor(value / BASE);
    }
    for (let index = 0; index <= left; index += 1) put(FIRST + (group[index] ?? 0));
  }
  to += text.write(END, to, 'latin1');
  return text.subarray(0, to);
}
