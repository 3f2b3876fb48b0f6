import { describe, expect, test } from 'vitest';
import { compareCases, listCases, readExpectation, runCase } from './golden.ts';

/** Tests the golden cases of a category; called by a test file of its project. */
export async function testGoldenCases(category: string): Promise<void> {
  const cases = (await listCases()).filter((name) => name.startsWith(`${category}/`));
  describe(`golden cases of ${category}`, () => {
    test.concurrent.each(cases)('%s', async (name) => {
      const expected = await readExpectation(name);
      if (expected === null) throw new Error(`${name} has no expected.json: npm run golden -- --update`);
      const log: string[] = [];
      const differences = compareCases(expected, await runCase(name, log));
      const hint = `${log.join('\n')}\nnpm run record-calls -- ${name} tells which system calls were refused`;
      expect(differences, hint).toEqual([]);
    });
  });
}
