import { afterAll, beforeAll, expect, it } from 'vitest';
import { rewrite } from '../../../../engines/document/operations/file/rewrite.ts';
import type { Operation } from '../../../../engines/document/operations/operation.ts';
import { distillationOf } from '../../../../engines/document/operations/quality/distill-arguments.ts';
import { Bench } from './support-ghostscript.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.make();
});
afterAll(() => bench.remove());

it('what fails while Ghostscript runs is thrown when that has ended, and never unheard', async () => {
  const unheard: unknown[] = [];
  const hear = (error: unknown) => unheard.push(error);
  // Vitest's own would fail the run.
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', hear);
  let failed = false;
  const failing: Operation = {
    name: 'failing',
    options: [],
    asked: () => true,
    run: async ([file], job) => {
      if (file === undefined) throw new Error('one file is given');
      const settings = { distillation: distillationOf(job.options, '1.7'), pack: false, drawn: file };
      const { file: made } = await rewrite(file, settings, job, undefined, async () => {
        failed = true;
        throw new Error('it failed early');
      });
      return [made];
    },
  };
  try {
    await expect(bench.run(failing, await bench.pdf({ pages: 2 }), {})).rejects.toThrow('it failed early');
    expect(failed).toBe(true);
    expect(unheard).toEqual([]);
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const other of others) process.on('unhandledRejection', other);
  }
});
