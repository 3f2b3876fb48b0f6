import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rewrite } from '../../engines/document/operations/file/rewrite.ts';
import { rewriteChecked } from '../../engines/document/operations/file/rewrite-checked.ts';
import type { PdfJob } from '../../engines/document/operations/operation.ts';
import { distillationOf } from '../../engines/document/operations/quality/distill-arguments.ts';
import { readyForGhostscript } from '../../engines/document/operations/quality/ready-for-ghostscript.ts';
import type { Difference } from '../../tools/formats/pdf-compare/differences.ts';
import { pdfInfo } from '../../tools/formats/pdf-text/info.ts';
import type { PdfFile } from '../../tools/programs/qpdf/pdf-work.ts';
import { median, table, timed } from '../bench-worker/statistics.ts';
import { contextFor } from './engine.ts';
import type { Inputs } from './inputs.ts';

const HEAD = ['quality screen', 'pages', 'unchecked s', 'checked s', 'ratio', 'pages that differ'];

/**
 * Returns a table of the cost of comparing Ghostscript's output with its input: the same pass with and without, in turn. If text differs, a
 * checked pass is repeated.
 */
export async function measureChecks(inputs: Inputs, rounds: number, folder: string): Promise<string> {
  const rows: string[][] = [];
  for (const name of ['one', 'plain', 'long', 'photos'] as const) {
    const path = inputs[name];
    const times = { unchecked: [] as number[], checked: [] as number[] };
    let pages = 0;
    let differing = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const who of round % 2 === 0 ? (['unchecked', 'checked'] as const) : (['checked', 'unchecked'] as const)) {
        const work = join(folder, 'work');
        await mkdir(work);
        const context = contextFor(work, [path]);
        pages = (await pdfInfo({ path, password: null }, context)).pages;
        const options = { allow_multiple_outputs: false, linearize: false, quality: 'screen' } as const;
        const job: PdfJob = { options, context, newFolder: () => mkdtemp(join(work, 'step-')) };
        const run = async (): Promise<void> => {
          const differences = await RUN[who]({ path, pages }, job);
          if (who === 'checked') differing = new Set(differences.map(({ page }) => page)).size;
        };
        times[who].push(await timed(run));
        await rm(work, { recursive: true });
      }
    }
    const ratio = median(times.checked.map((time, index) => time / (times.unchecked[index] ?? Number.NaN)));
    const numbers = [median(times.unchecked), median(times.checked), ratio].map((number) => number.toFixed(2));
    rows.push([name, `${pages}`, ...numbers, `${differing}`]);
  }
  return table([HEAD, ...rows]);
}

const RUN: Readonly<Record<'unchecked' | 'checked', (file: PdfFile, job: PdfJob) => Promise<readonly Difference[]>>> = {
  async unchecked(file, job) {
    const { file: drawn } = await readyForGhostscript(file, job);
    await rewrite(file, { distillation: distillationOf(job.options, '1.7'), pack: false, drawn }, job);
    return [];
  },
  async checked(file, job) {
    const ready = await readyForGhostscript(file, job);
    const settings = { distillation: distillationOf(job.options, '1.7'), pack: false, ready };
    return (await rewriteChecked(file, settings, job)).differences;
  },
};
