import { createReadStream } from 'node:fs';
import { decodeFile, detectFileEncoding } from './text-file.ts';

/** Counts as in `wc`, and line endings. */
export interface TextStatistics {
  /** Unicode characters, including line ends, without a byte order mark. */
  readonly characters: number;
  /** Words separated by white space. */
  readonly words: number;
  /** Lines; a last one without a line end counts. */
  readonly lines: number;
  readonly lineEndings: 'lf' | 'crlf' | 'cr' | 'mixed' | 'none';
  /** Name that TextDecoder knows. */
  readonly encoding: string;
  readonly certain: boolean;
  readonly byteOrderMark: boolean;
}

/** Counts a text file of any size, in pieces. */
export async function countText(path: string): Promise<TextStatistics> {
  const encoding = await detectFileEncoding(path);
  const ends = { lf: 0, crlf: 0, cr: 0 };
  let [characters, words, last, inWord] = [0, 0, '', false];
  for await (const piece of decodeFile(path, encoding)) {
    for (const character of piece) {
      characters += 1;
      if (character === '\n') {
        if (last === '\r') {
          ends.cr -= 1;
          ends.crlf += 1;
        } else ends.lf += 1;
      } else if (character === '\r') ends.cr += 1;
      const isSpace = /\s/u.test(character);
      if (!isSpace && !inWord) words += 1;
      inWord = !isSpace;
      last = character;
    }
  }
  const ended = ends.lf + ends.crlf + ends.cr;
  const kinds = (['lf', 'crlf', 'cr'] as const).filter((kind) => ends[kind] > 0);
  return {
    characters,
    words,
    lines: ended + (last === '' || last === '\n' || last === '\r' ? 0 : 1),
    lineEndings: kinds.length > 1 ? 'mixed' : (kinds[0] ?? 'none'),
    encoding: encoding.name,
    certain: encoding.confident,
    byteOrderMark: await beginsWithMark(path),
  };
}

async function beginsWithMark(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { end: 2 })) {
    const start = (chunk as Buffer).toString('latin1');
    return start.startsWith('\xef\xbb\xbf') || start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff');
  }
  return false;
}
