/**
 * `npm run corpus [-- plan…]`: converts files of CORPORA_DIR. Each must either become something that an independent program reads, or end
 * with a documented error of the input; a crash, a hang, an `internal` error or an unreadable output fails the run.
 *
 * The plans `hash`, `audio`, `archive`, `document`, `image`, `metadata` and `operation` convert their files to every target, `pdf` every
 * PDF with the operations on PDFs, `ebook` books, texts and a few files of other kinds to the main book formats, `cad` every drawing to DXF
 * and DWG of several versions.
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { closeEngines } from '../src/runner/engines.ts';
import { atATime } from './bench-worker/statistics.ts';
import { type Attempt, type Outcome, tryOut } from './corpus/attempt.ts';
import { bookAttempts } from './corpus/books.ts';
import { drawingAttempts } from './corpus/drawings.ts';
import { compareWithReference, pdfAttempts } from './corpus/pdf-operations.ts';
import { printReport } from './corpus/report.ts';
import { CATEGORIES, targetAttempts } from './corpus/targets.ts';

const corpora = process.env.CORPORA_DIR;
if (corpora === undefined) {
  console.log(
    'CORPORA_DIR names no folder: nothing to run. Point it at folders of real files named archive, audio, cad, image, office, pdf, ebook.',
  );
  process.exit(0);
}
const folder = resolve(corpora);
const plans: Record<string, () => Promise<Attempt[]>> = {
  ...Object.fromEntries(
    Object.entries(CATEGORIES).map(([name, plan]) => [name, () => targetAttempts(name, plan, folder)]),
  ),
  pdf: () => pdfAttempts(folder),
  ebook: () => bookAttempts(folder),
  cad: () => drawingAttempts(folder),
};
const wanted = process.argv.slice(2);
const outcomes: Outcome[] = [];
for (const [name, attempts] of Object.entries(plans)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  await atATime(availableParallelism(), await attempts(), async (attempt) => {
    outcomes.push(await tryOut(attempt));
  });
}
await closeEngines();
printReport(outcomes);
const { lines, isWorse } = compareWithReference(outcomes);
for (const line of lines) console.log(line);
process.exitCode = isWorse || outcomes.some(({ kind, isReference }) => kind === 'wrong' && !isReference) ? 1 : 0;
