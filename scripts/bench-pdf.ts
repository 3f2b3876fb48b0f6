/**
 * `npm run bench:pdf [-- ROUNDS structure|geometry|ghostscript|ocr|checks|accuracy|PART OF A NAME…]`: operations on PDFs and text
 * recognition against the bare programs on the same pages, in turn. The engine does all of its work for a task, with every program
 * sandboxed; the inputs are joined from the corpora, so that most bare calls take over a second, and those of the rows named large some
 * ten. Then the character error rate of recognised text against tesseract's own command line, and the cost of checking Ghostscript's work.
 * Needs CORPORA_DIR.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { engine } from '../engines/document/engine.ts';
import { measureAccuracy } from './bench-pdf/accuracy.ts';
import { measureChecks } from './bench-pdf/checks.ts';
import { makeInputs } from './bench-pdf/inputs.ts';
import { type Case, measure } from './bench-pdf/measure.ts';
import { ocrCases } from './bench-pdf/ocr-cases.ts';
import { ghostscriptCases, structureCases } from './bench-pdf/pdf-cases.ts';
import { table } from './bench-worker/statistics.ts';

const ROUNDS = 3;
const HEAD = ['operation', 'bare program', 'bare s', 'engine s', 'ratio', 'bare cpu s', 'engine cpu s', 'ratio'];

const corpora = process.env.CORPORA_DIR;
if (corpora === undefined) throw new Error('Set CORPORA_DIR to the folder of the corpora.');
const [first, ...rest] = process.argv.slice(2);
const rounds = Number(first);
const asked = Number.isInteger(rounds) ? rest : process.argv.slice(2);
const isAsked = ({ group, name }: Case) =>
  asked.length === 0 || asked.some((word) => group === word || name.includes(word));

const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
try {
  const inputs = await makeInputs(resolve(corpora), folder);
  const rows: string[][] = [];
  for (const each of [...structureCases(inputs), ...ghostscriptCases(inputs), ...ocrCases(inputs)].filter(isAsked)) {
    const { bare, engine: ours, ratio } = await measure(each, Number.isInteger(rounds) ? rounds : ROUNDS, folder);
    const numbers = [bare.wall, ours.wall, ratio.wall, bare.cpu, ours.cpu, ratio.cpu];
    const row = [each.name, each.bareName, ...numbers.map((number) => number.toFixed(2))];
    console.error(row.join('  '));
    rows.push(row);
  }
  if (rows.length > 0) console.log(table([HEAD, ...rows]));
  if (asked.length === 0 || asked.includes('checks'))
    console.log(await measureChecks(inputs, Number.isInteger(rounds) ? rounds : ROUNDS, folder));
  if (asked.length === 0 || asked.includes('accuracy')) console.log(await measureAccuracy(resolve(corpora), folder));
} finally {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
}
