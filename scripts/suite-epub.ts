/**
 * `npm run suite:epub -- FOLDER [TARGET…]`: converts every book in FOLDER, packed or as a folder of its parts, to the book targets that
 * epubcheck supports: `epub` (of the source's version), `epub2`, `epub3`, `kepub`, and `azw3` and back. Prints the errors of each result by
 * kind and the warnings of the conversion, and marks books whose source has errors too. Without TARGET: `epub` and `kepub`. Exits with 1 if
 * a result of a source without errors has some.
 *
 * Made for github.com/readium/readium-test-files, IDPF/epub3-samples and w3c/epub-tests.
 */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { closeEngines } from '../src/runner/engines.ts';
import type { OptionValues } from '../src/task/types.ts';
import { atATime } from './bench-worker/statistics.ts';
import { convert } from './corpus/convert.ts';
import { epubErrors } from './corpus/epubcheck.ts';
import { filesBelow } from './corpus/files.ts';

interface Step {
  readonly target: string;
  readonly options?: OptionValues;
}

/** Conversions that run one after another; the last result is checked. */
const WAYS: Readonly<Record<string, readonly Step[]>> = {
  epub: [{ target: 'epub' }],
  epub2: [{ target: 'epub', options: { version: '2' } }],
  epub3: [{ target: 'epub', options: { version: '3' } }],
  kepub: [{ target: 'kepub' }],
  azw3: [{ target: 'azw3' }, { target: 'epub' }],
};

const [given, ...targets] = process.argv.slice(2);
if (given === undefined) throw new Error('which folder? npm run suite:epub -- epub3-samples/30');
const unknown = targets.find((target) => WAYS[target] === undefined);
if (unknown !== undefined) throw new Error(`${unknown} is none of ${Object.keys(WAYS).join(', ')}`);
const root = resolve(given);
const work = await mkdtemp(join(tmpdir(), 'convertd-suite-'));
const wanted = targets.length > 0 ? targets : ['epub', 'kepub'];

/** Returns packed books, and folders of their parts. */
async function booksBelow(folder: string): Promise<string[]> {
  const files = await filesBelow(folder);
  const folders = files
    .filter((file) => file.endsWith('/META-INF/container.xml'))
    .map((file) => dirname(dirname(file)))
    .filter((each) => existsSync(join(each, 'mimetype')));
  return [...files.filter((file) => file.endsWith('.epub')), ...folders].sort();
}

interface Result {
  readonly book: string;
  readonly way: string;
  /** Code of a documented error. */
  readonly refused?: string;
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
  /** Errors of the source, determined if the result has some. */
  readonly before: readonly string[];
}

/** Packs a book into one file; the mimetype first, and stored. */
async function pack(book: string, folder: string): Promise<string> {
  const path = join(folder, `${basename(book).replace(/\.epub$/, '')}.epub`);
  if (book.endsWith('.epub') && !existsSync(join(book, 'mimetype'))) {
    await cp(book, path);
    return path;
  }
  await execa('zip', ['-qX0', path, 'mimetype'], { cwd: book });
  await execa('zip', ['-qXr', path, '.', '-x', 'mimetype', '*.DS_Store', '*.epub'], { cwd: book });
  return path;
}

async function tryWay(book: string, way: string): Promise<Result> {
  const folder = await mkdtemp(join(work, 'book-'));
  try {
    const source = await pack(book, folder);
    let path = source;
    const warnings: string[] = [];
    for (const step of WAYS[way] ?? []) {
      const made = await convert({ inputs: [path], category: 'ebook', ...step }, await mkdtemp(join(folder, 'made-')));
      if ('refused' in made) return { book, way, refused: made.refused, warnings, errors: [], before: [] };
      path = made.outputs[0] ?? '';
      warnings.push(...made.warnings);
    }
    const errors = await epubErrors(path);
    return { book, way, warnings, errors, before: errors.length > 0 ? await epubErrors(source) : [] };
  } catch (error) {
    return { book, way, refused: String(error).slice(0, 300), warnings: [], errors: [], before: [] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const results: Result[] = [];
const attempts = (await booksBelow(root)).flatMap((book) => wanted.map((way) => ({ book, way })));
try {
  await atATime(availableParallelism(), attempts, async ({ book, way }) => {
    const result = await tryWay(book, way);
    results.push(result);
    print(result);
  });
} finally {
  await closeEngines();
  await rm(work, { recursive: true, force: true });
}

function print({ book, way, refused, warnings, errors, before }: Result): void {
  const name = `${way} ${book.slice(root.length + 1)}`;
  if (refused !== undefined) console.log(`${name}: not converted: ${refused}`);
  else if (errors.length > 0)
    console.log(`${name}: ${errors.length} errors${before.length > 0 ? ` (the source has ${before.length})` : ''}`);
  for (const warning of warnings) console.log(`  ${name} warns: ${warning}`);
  for (const error of new Set(errors)) console.log(`  ${error}`);
  for (const error of before.slice(0, 5)) console.log(`  source: ${error}`);
}

console.log('| target | books | not converted | with errors | of these, the source has none |\n|---|---|---|---|---|');
for (const way of wanted) {
  const all = results.filter((each) => each.way === way);
  const wrong = all.filter(({ errors }) => errors.length > 0);
  const refused = all.filter((each) => each.refused !== undefined);
  const ours = wrong.filter(({ before }) => before.length === 0);
  console.log(`| ${[way, all.length, refused.length, wrong.length, ours.length].join(' | ')} |`);
}
process.exitCode = results.some(({ errors, before }) => errors.length > 0 && before.length === 0) ? 1 : 0;
