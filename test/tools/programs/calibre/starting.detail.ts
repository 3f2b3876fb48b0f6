import { execa } from 'execa';
import { afterAll, describe, expect, it } from 'vitest';
import { locateProgram } from '../../../../src/process/programs.ts';
import { closeBookPools, isWarm } from '../../../../tools/programs/calibre/pool.ts';
import { EBOOK_CONVERT } from '../../../../tools/programs/calibre/programs.ts';
import { freeze } from '../../../support/frozen.ts';
import { patience } from '../../../support/slowness.ts';
import { Bench } from './support.ts';

const calibre = await locateProgram(EBOOK_CONVERT);
const bench = await Bench.open();

afterAll(async () => {
  await closeBookPools();
  await bench.close();
});

describe.skipIf(calibre === null)('a book', () => {
  it('does not wait for the worker process that stays, and later ones are its', async () => {
    await closeBookPools();
    const input = await bench.write('page.html', '<html><body><h1>One</h1><p>Dear reader</p></body></html>');
    const convert = async () => {
      const { path, calls } = await bench.convert('auto', { input, format: 'html', to: 'epub' });
      expect((await execa('unzip', ['-p', path, '*.*html'])).stdout).toContain('Dear reader');
      return calls.length;
    };
    const frozen = freeze('book_server.py');
    try {
      await convert();
      expect(await convert()).toBe(1);
      // The process was started but is not ready.
      await expect.poll(() => frozen.pids.size).toBeGreaterThan(0);
      expect(await isWarm()).toBe(false);
      expect(await convert()).toBe(1);
    } finally {
      await frozen.thaw();
    }
    await expect.poll(isWarm, { timeout: patience(120_000) }).toBe(true);
    expect(await convert()).toBe(0);
  });
});
