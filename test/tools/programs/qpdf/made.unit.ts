import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expectOutput } from '../../../../tools/programs/qpdf/qpdf.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convertd-qpdf-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

const ran = (exitCode: number) => ({ exitCode, stderr: 'WARNING: input.pdf: file is damaged' });

it('warnings without an output are an error of the input, as failures are', async () => {
  const output = join(folder, 'document.pdf');
  const damaged = { code: 'input_damaged', log: 'WARNING: input.pdf: file is damaged' };
  await expect(expectOutput(output, ran(3))).rejects.toMatchObject(damaged);
  await expect(expectOutput(output, ran(2))).rejects.toMatchObject(damaged);
  await writeFile(output, '%PDF-1.7');
  await expectOutput(output, ran(3));
  await expect(expectOutput(output, ran(2))).rejects.toMatchObject(damaged);
});

it('pages that are written one by one count as the output', async () => {
  const output = join(folder, 'page-%d.pdf');
  await expect(expectOutput(output, ran(3))).rejects.toMatchObject({ code: 'input_damaged' });
  await writeFile(join(folder, 'page-01.pdf'), '%PDF-1.7');
  await expectOutput(output, ran(3));
});
