/**
 * `npm run suite:markdown -- FOLDER [--keep FOLDER]`: compares convertd's Markdown with Markdown that is known to be correct. FOLDER and
 * its subfolders contain inputs and, next to each, the expected text: `a.docx.md` or `a.md` for `a.docx`. Prints, by file and by kind of
 * input, the share that is equal (1 is all; see scripts/suite-markdown/compare.ts). Docling's test data has this form. `--keep` keeps the
 * results. Fails if an input cannot be converted.
 */

import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { closeEngines } from '../src/runner/engines.ts';
import { createBenchRunner } from './bench-runner.ts';
import { COLUMNS, type Compared, compareMarkdown } from './suite-markdown/compare.ts';

const { values, positionals } = parseArgs({ options: { keep: { type: 'string' } }, allowPositionals: true });
const [folder] = positionals;
if (folder === undefined) throw new Error('Name the folder with the inputs and the right Markdown.');

const inputs = await inputsOf(resolve(folder));
const work = await mkdtemp(join(tmpdir(), 'convertd-suite-'));
const runner = await createBenchRunner(work);
const byKind = new Map<string, Compared[]>();
try {
  for (const { input, right } of inputs) {
    const output = await outputFolder(basename(input));
    try {
      // Pictures are in the text: without them, their alternative text would be text of the document.
      await runner.run(input, 'md', { pictures: 'inline' }, output);
      const [made = ''] = await readdir(output);
      const compared = compareMarkdown(await readFile(join(output, made), 'utf8'), await readFile(right, 'utf8'));
      const kind = extname(input).slice(1);
      byKind.set(kind, [...(byKind.get(kind) ?? []), compared]);
      console.log(row(basename(input), [compared]));
    } catch (error) {
      console.log(`${basename(input)}: ${(error as Error).message}`);
      process.exitCode = 1;
    }
  }
  for (const [kind, all] of byKind) console.log(row(`all ${kind} (${all.length})`, all));
} finally {
  await closeEngines();
  await rm(work, { recursive: true, force: true });
}

async function inputsOf(within: string): Promise<{ input: string; right: string }[]> {
  const entries = await readdir(within, { recursive: true, withFileTypes: true });
  const files = new Set(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)));
  return [...files].sort().flatMap((input) => {
    if (extname(input) === '.md') return [];
    const beside = join(dirname(input), `${basename(input, extname(input))}.md`);
    const right = [`${input}.md`, beside].find((path) => files.has(path));
    return right === undefined ? [] : [{ input, right }];
  });
}

async function outputFolder(name: string): Promise<string> {
  if (values.keep === undefined) return mkdtemp(join(work, 'output-'));
  const kept = resolve(values.keep, name);
  await rm(kept, { recursive: true, force: true });
  await mkdir(kept, { recursive: true });
  return kept;
}

/** Returns the mean of each column over the texts that have such elements. */
function row(name: string, all: readonly Compared[]): string {
  const means = COLUMNS.map((column) => {
    const known = all.flatMap((compared) => compared[column] ?? []);
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
    return `${column} ${known.length === 0 ? '   –' : mean.toFixed(2)}`;
  });
  return `${name.padEnd(44)} ${means.join('  ')}`;
}
