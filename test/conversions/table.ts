import { mkdtemp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runConversion } from '../../scripts/corpus/convert.ts';
import type { OptionDefinitions } from '../../src/catalog/definition.ts';
import type { WarningCode } from '../../src/task/codes.ts';
import type { OptionValues } from '../../src/task/types.ts';
import { goldenTargets } from '../golden/golden.ts';
import { makeScratchFolder, ScratchFolder } from '../support/engine-context.ts';
import { patience } from '../support/slowness.ts';

/** A conversion, and what another program finds in its outputs. */
export interface Case {
  readonly target: string;
  /** Name of a fixture, or a function that makes the input in a folder and returns its path; several if they are combined. */
  readonly input: Input | readonly Input[];
  readonly options?: OptionValues;
  /** Codes of the warnings, in order. */
  readonly warnings?: readonly WarningCode[];
  /** What the category's observer finds in the first output; a function observes all of them in its own way. */
  readonly is: unknown;
  readonly observe?: (outputs: readonly string[]) => Promise<unknown>;
  /** Only for `npm run test:all`, because it takes seconds of processor time. */
  readonly detail?: true;
}

export type Input = string | ((folder: ScratchFolder) => Promise<string>);

export interface Table {
  readonly category: string;
  readonly observe: (output: string) => Promise<unknown>;
  readonly cases: readonly Case[];
}

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/**
 * Tests a category broadly: each target once, here or in a golden case, and at least one option of each group in which the page
 * shows them. What each option does in depth is tested in test/engines.
 */
export function testConversions({ category, observe, cases }: Table): void {
  describe(`conversions of ${category}`, () => {
    let scratch: ScratchFolder;
    beforeAll(async () => {
      scratch = new ScratchFolder(await makeScratchFolder(category));
    });
    afterAll(() => scratch.remove());

    for (const each of cases) {
      const tags = each.detail === true ? ['detail'] : [];
      test.concurrent(nameOf(each), { tags }, async ({ expect }) => {
        const folder = await mkdtemp(scratch.path('task-'));
        const inputs = await Promise.all([each.input].flat().map((input) => fileOf(input, scratch)));
        const { target, options = {} } = each;
        const { report, logs } = await runConversion(
          { inputs, category, target, options },
          { work: folder, outputs: folder, timeoutMs: patience(300_000) },
        );
        expect(report?.errors, logs.join('\n')).toEqual([]);
        const outputs = (report?.output ?? []).map(({ filename }) => `${folder}/${filename}`);
        const found = each.observe === undefined ? await observe(outputs[0] ?? '') : await each.observe(outputs);
        const warnings = report?.warnings.map(({ code }) => code);
        expect({ found, warnings }).toEqual({ found: each.is, warnings: each.warnings ?? [] });
      });
    }

    test('each target and each group of options has a case', async () => {
      const { catalog } = await import(`../../engines/${category}/catalog.ts`);
      const targets: [string, { options: OptionDefinitions }][] = Object.entries(catalog.targets);
      const tried = new Set([...cases.map(({ target }) => target), ...(await goldenTargets(category))]);
      expect(targets.map(([name]) => name).filter((name) => !tried.has(name))).toEqual([]);
      const given = new Set(cases.flatMap(({ options = {} }) => Object.keys(options)));
      const all = targets.flatMap(([, { options }]) => Object.entries(options));
      const groupsOf = (options: typeof all) =>
        new Set(options.map(([, definition]) => definition['x-group'] ?? 'other'));
      const groups = groupsOf(all).difference(groupsOf(all.filter(([name]) => given.has(name))));
      // Options of every target are tested elsewhere.
      for (const group of ['other', 'result'] as const) groups.delete(group);
      expect([...groups]).toEqual([]);
    });
  });
}

const nameOf = ({ target, options }: Case): string =>
  options === undefined ? target : `${target}, ${Object.keys(options).join(', ')}`;

/** Makes each input in a separate folder, because cases run in parallel. */
async function fileOf(input: Input, scratch: ScratchFolder): Promise<string> {
  if (typeof input === 'string') return FIXTURES + input;
  return input(new ScratchFolder(await mkdtemp(scratch.path('input-'))));
}
