import { expect, test } from 'vitest';
import { defineEngine } from '../../src/runner/engine.ts';
import { engineTask } from '../support/engine-context.ts';

const catalog = { category: 'weather', timeLimitSeconds: 1, targets: { rain: { id: 100001, options: {} } } } as const;
const { context } = engineTask({ workFolder: '/nowhere', readable: [], signal: new AbortController().signal });

const request = { target: 'rain', options: {}, inputs: [], pages: () => [1] };

test('pages are chosen by an engine that can, and never left aside by one that cannot', async () => {
  const asked: unknown[] = [];
  const make = (choosesPages: boolean) =>
    defineEngine(catalog, {
      choosesPages,
      convert: async ({ pages }) => {
        asked.push(pages?.(3));
        return [];
      },
      describe: async () => [],
    });
  await make(true).convert(request, context);
  expect(asked).toEqual([[1]]);
  await expect(make(false).convert(request, context)).rejects.toThrow('the weather engine does not choose pages');
  const { pages: _, ...whole } = request;
  await make(false).convert(whole, context);
  expect(asked).toEqual([[1], undefined]);
});
