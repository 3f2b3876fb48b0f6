import { afterAll, expect, it } from 'vitest';
import { readPoolStatistics } from '../../../../src/process/statistics.ts';
import { closeOfficePools, isWarm } from '../../../../tools/programs/libreoffice/pool.ts';
import { freeze } from '../../../support/frozen.ts';
import { patience } from '../../../support/slowness.ts';
import { textOf, useBench } from './support.ts';

const bench = await useBench();
const starts = () => readPoolStatistics().get('LibreOffice')?.starts ?? 0;

afterAll(() => closeOfficePools());

it('a document does not wait for the worker process that stays, and later ones are its', async () => {
  await closeOfficePools();
  const input = await bench.make('docx', 'letter.docx', 'Dear reader');
  const convert = async () => textOf((await bench.convert('auto', { input })).path('out.pdf'));
  const frozen = freeze('\0warm\0');
  try {
    expect(await convert()).toContain('Dear reader');
    expect(await convert()).toContain('Dear reader');
    // The process was started but is not ready.
    await expect.poll(() => frozen.pids.size).toBeGreaterThan(0);
    expect(await isWarm()).toBe(false);
    expect(await convert()).toContain('Dear reader');
  } finally {
    await frozen.thaw();
  }
  // On a busy machine the process may be frozen for longer than a start may take; then a later document starts another one.
  const warmUp = async () => {
    if (!(await isWarm())) await convert();
    return isWarm();
  };
  await expect.poll(warmUp, { timeout: patience(120_000) }).toBe(true);
  const before = starts();
  expect(await convert()).toContain('Dear reader');
  expect(starts()).toBe(before);
});
