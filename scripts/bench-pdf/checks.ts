import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { distillationOf } from '../../engines/document/operations/distill-arguments.ts';
import type { PdfJob } from '../../engines/document/operations/operation.ts';
import { readyForGhostscript } from '../../engines/document/operations/ready-for-ghostscript.ts';
import { rewrite } from '../../engines/document/operations/rewrite.ts';
import { rewriteChecked } from '../../engines/document/operations/rewrite-checked.ts';
import { pdfInfo } from '../../tools/pdf-text/info.ts';
import type { PdfFile } from '../../tools/qpdf/pdf-work.ts';
import { median, table, timed } from '../bench-worker/statistics.ts';
import { contextFor } from './engine.ts';
import type { Inputs } from './inputs.ts';

const HEAD = ['quality screen', 'pages', 'unchecked s', 'checked s', 'ratio'];

/** What it costs to compare Ghostscript's work with what came in: the same pass with and without, in turn, as a table. */
export async function measureChecks(inputs: Inputs, rounds: number, folder: string): Promise<string> {
  const rows: string[][] = [];
  for (const name of ['one', 'plain', 'long', 'photos'] as const) {
    const path = inputs[name];
    const times = { unchecked: [] as number[], checked: [] as number[] };
    let pages = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const who of round % 2 === 0 ? (['unchecked', 'checked'] as const) : (['checked', 'unchecked'] as const)) {
        const work = join(folder, 'work');
        await mkdir(work);
        const context = contextFor(work, [path]);
        pages = (await pdfInfo({ path, password: null }, context)).pages;
        const options = { allow_multiple_outputs: false, linearize: false, quality: 'screen' } as const;
        const job: PdfJob = { options, context, newFolder: () => mkdtemp(join(work, 'step-')) };
        times[who].push(await timed(() => RUN[who]({ path, pages }, job)));
        await rm(work, { recursive: true });
      }
    }
    const ratio = median(times.checked.map((time, index) => time / (times.unchecked[index] ?? Number.NaN)));
    const numbers = [median(times.unchecked), median(times.checked), ratio].map((number) => number.toFixed(2));
    rows.push([name, `${pages}`, ...numbers]);
  }
  return table([HEAD, ...rows]);
}

const RUN: Readonly<Record<'unchecked' | 'checked', (file: PdfFile, job: PdfJob) => Promise<unknown>>> = {
  async unchecked(file, job) {
    const { file: drawn } = await readyForGhostscript(file, job);
    return rewrite(file, { distillation: distillationOf(job.options, '1.7'), pack: false, drawn }, job);
  },
  async checked(file, job) {
    const ready = await readyForGhostscript(file, job);
    return rewriteChecked(file, { distillation: distillationOf(job.options, '1.7'), pack: false, ready }, job);
  },
};
