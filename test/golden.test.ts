import { describe, expect, test } from 'vitest';
import { compareCases, listCases, readExpectation, runCase } from './golden/golden.ts';

describe('golden files', async () => {
  test.concurrent.each(await listCases())('%s', async (name) => {
    const expected = await readExpectation(name);
    if (expected === null) throw new Error(`${name} has no expected.json: npm run golden -- --update`);
    const differences = compareCases(expected, await runCase(name));
    expect(differences, `npm run record-calls -- ${name} tells which system calls were refused`).toEqual([]);
  });
});
