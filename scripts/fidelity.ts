/**
 * `npm run fidelity -- FOLDER [--keep FOLDER] [--quiet]`: converts every file of a folder whose right result is beside it, and scores how
 * much of it is right, 0 to 1. It knows these forms: Markdown beside inputs (Docling's test data), pandoc's docx tests, MarkItDown's
 * test_vectors, veraPDF's corpus, pictures beside drawings (resvg's tests), ZUGFeRD's corpus, Apache POI's test-data. Prints each case, and a table of the means; docs/fidelity.md has ours. `--keep` keeps the results.
 */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { closeEngines } from '../src/runner/engines.ts';
import { createBenchRunner } from './bench-runner.ts';
import { atATime } from './bench-worker/statistics.ts';
import { withAttachments } from './fidelity/attachments.ts';
import { asBooks } from './fidelity/books.ts';
import { withFactsOfPages } from './fidelity/facts-of-pages.ts';
import { atLoudness } from './fidelity/loudness.ts';
import { asMarkdown } from './fidelity/markdown.ts';
import { type Convert, filesIn, type Measure, means, type Scores } from './fidelity/measure.ts';
import { asPandocReads } from './fidelity/native.ts';
import { asPdfA } from './fidelity/pdf-a.ts';
import { withPhrases } from './fidelity/phrases.ts';
import { asPixels } from './fidelity/pixels.ts';
import { byQuorum } from './fidelity/quorum.ts';

const MEASURES: readonly Measure[] = [
  asMarkdown,
  asPandocReads,
  withPhrases,
  asPdfA,
  asPixels,
  withAttachments,
  byQuorum,
  withFactsOfPages,
  asBooks,
  atLoudness,
];

const { values, positionals } = parseArgs({
  options: { keep: { type: 'string' }, quiet: { type: 'boolean' } },
  allowPositionals: true,
});
const [given] = positionals;
if (given === undefined) throw new Error('Name the folder with the inputs and the right results.');

const folder = resolve(given);
const work = await mkdtemp(join(tmpdir(), 'convertd-fidelity-'));
const runner = await createBenchRunner(work);
const byGroup = new Map<string, Scores[]>();
try {
  const files = await filesIn(folder);
  for (const measure of MEASURES) {
    await atATime(availableParallelism(), await measure(files, convert), async ({ input, group, score }) => {
      const name = relative(folder, input);
      try {
        const { scores, wrong = [] } = await score();
        add(group, { converted: 1, ...scores });
        if (!values.quiet) console.log([`${name}: ${inWords(scores)}`, ...wrong].join('\n    '));
      } catch (error) {
        add(group, { converted: 0 });
        console.log(`${name}: ${(error as Error).message}`);
      }
    });
  }
  console.log(table());
} finally {
  await closeEngines();
  await rm(work, { recursive: true, force: true });
}

function add(group: string, scores: Scores): void {
  byGroup.set(group, [...(byGroup.get(group) ?? []), scores]);
}

async function convert(...[input, target, options]: Parameters<Convert>): Promise<string[]> {
  const output = await outputFolder(basename(input));
  await runner.run(input, target, options, output);
  return (await readdir(output)).map((name) => join(output, name));
}

async function outputFolder(name: string): Promise<string> {
  if (values.keep === undefined) return mkdtemp(join(work, 'output-'));
  const kept = resolve(values.keep, name);
  await rm(kept, { recursive: true, force: true });
  await mkdir(kept, { recursive: true });
  return kept;
}

function inWords(scores: Scores): string {
  const known = Object.entries(scores).filter((entry): entry is [string, number] => entry[1] !== null);
  return known.map(([name, score]) => `${name} ${score.toFixed(2)}`).join(', ');
}

function table(): string {
  const rows = [...byGroup].map(([group, all]) => `| ${group} | ${all.length} | ${inWords(means(all))} |`);
  return ['| what | files | scores |', '|---|---|---|', ...rows].join('\n');
}
