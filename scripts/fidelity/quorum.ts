import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { execa } from 'execa';
import type { Measure } from './measure.ts';

/** Two other programs that print the text of a document, by the ending of its name. */
const READERS: Readonly<Record<string, readonly (readonly [string, ...string[]])[]>> = {
  '.docx': [
    ['pandoc', '-f', 'docx', '-t', 'plain', '--wrap=none', 'FILE'],
    ['docx2txt', 'FILE', '-'],
  ],
  '.doc': [
    ['antiword', '-m', 'UTF-8.txt', 'FILE'],
    ['catdoc', '-d', 'utf-8', 'FILE'],
  ],
  '.xls': [
    ['ssconvert', '-T', 'Gnumeric_stf:stf_csv', 'FILE', 'fd://1'],
    ['xls2csv', '-d', 'utf-8', 'FILE'],
  ],
};
/** Target and options, as txt if not here. */
const TARGETS: Readonly<Record<string, readonly [string, Readonly<Record<string, unknown>>]>> = {
  '.xls': ['md', { hidden: 'include' }],
};
const PLAIN = ['txt', {}] as const;
const TIMEOUT_MS = 60_000;
const MOST_SHOWN = 12;

/** Documents of Apache POI's tests, without expected texts: of the words that two other readers see, the share that our text has. */
export const byQuorum: Measure = async (files, convert) =>
  [...files].flatMap((input) => {
    const kind = extname(input);
    const readers = READERS[kind];
    if (readers === undefined || !input.includes('/test-data/')) return [];
    const score = async () => {
      const texts = await Promise.all(readers.map((reader) => textBy(reader, input)));
      const [first, ...others] = texts.filter((text) => text !== null).map(wordsOf);
      if (first === undefined || others.length + 1 < readers.length) return { scores: {} };
      const agreed = [...first].filter((word) => others.every((words) => words.has(word)));
      const [target, options] = TARGETS[kind] ?? PLAIN;
      const made = await convert(input, target, options);
      const ours = wordsOf((await Promise.all(made.map((path) => readFile(path, 'utf8')))).join('\n'));
      const lacking = agreed.filter((word) => !ours.has(word));
      const scores = { words: agreed.length === 0 ? null : 1 - lacking.length / agreed.length };
      return { scores, wrong: lacking.length === 0 ? [] : [lacking.slice(0, MOST_SHOWN).join(' ')] };
    };
    return [{ input, group: `words of ${kind.slice(1)} that two other readers see`, score }];
  });

async function textBy([program, ...args]: readonly [string, ...string[]], path: string): Promise<string | null> {
  const { exitCode, stdout } = await execa(
    program,
    args.map((arg) => (arg === 'FILE' ? path : arg)),
    { reject: false, timeout: TIMEOUT_MS, maxBuffer: 1e8 },
  );
  return exitCode === 0 ? stdout : null;
}

/** Numbers are left out: each program shows those of sheets, and dates, in formats of its own. */
export const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{N}\p{M}]+/gu),
  );
