import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseBackend } from '../../src/process/sandbox/sandbox.ts';
import { type Probed, probe } from './helpers/probe.ts';

const FAMILIES: readonly Probed[] = ['program', 'node', 'book', 'web', 'parent', 'job', 'book-job'];
const works = await chooseBackend('landlock').then(
  () => true,
  () => false,
);

// A program inside the sandbox makes every call: any change of the filter, intended or not, shows in these files.
describe.runIf(works && process.arch === 'x64')('what a sandboxed program is not refused', () => {
  beforeEach(() => void vi.stubEnv('SANDBOX', 'landlock'));
  afterEach(() => vi.unstubAllEnvs());

  it.each(FAMILIES)('of the family %s, is what it is expected to be', async (family) => {
    await expect(await probe(family)).toMatchFileSnapshot(
      fileURLToPath(new URL(`expected-calls/${family}.txt`, import.meta.url)),
    );
  });
});
