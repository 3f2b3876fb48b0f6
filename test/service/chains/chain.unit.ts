import { describe, expect, test } from 'vitest';
import { dependantsOf, refuseCycle } from '../../../src/service/conversions/chain.ts';
import { toJson } from '../../../src/service/database/columns.ts';

/** Conversions from a map of their sources: `{ b: 'a', c: 'a b' }`. */
const links = (graph: Record<string, string>) =>
  Object.entries(graph).map(([id, sources]) => ({
    id,
    name: null,
    sources: toJson(sources.split(' ').filter(Boolean)),
  }));

describe('the conversions of a job', () => {
  test.each<[string, Record<string, string>]>([
    ['none', {}],
    ['a row', { a: '', b: 'a', c: 'b' }],
    ['a diamond', { d: 'b c', b: 'a', c: 'a', a: '' }],
    [
      'a row of thousands',
      Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`${i}x`, i ? `${i - 1}x` : ''])),
    ],
  ])('are a chain: %s', (_name, graph) => {
    expect(() => refuseCycle(links(graph))).not.toThrow();
  });

  test.each<[Record<string, string>, string]>([
    [{ a: 'a' }, 'a takes a.'],
    [{ a: 'b', b: 'a' }, 'a takes b takes a.'],
    [{ a: '', b: 'a d', c: 'b', d: 'c' }, 'b takes d takes c takes b.'],
    // A conversion that leads into the circle is not part of it.
    [{ z: 'a', a: 'b', b: 'c', c: 'b' }, 'b takes c takes b.'],
  ])('are refused in a circle: %j', (graph, way) => {
    expect(() => refuseCycle(links(graph))).toThrow(`in a circle: ${way}`);
  });

  test('behind others are all that take their outputs, in however many steps', () => {
    const all = links({ c: 'b', b: 'a', a: '', d: '', e: 'd c' });
    expect(dependantsOf(['a'], all).map(({ id }) => id)).toEqual(['c', 'b', 'e']);
    expect(dependantsOf(['d'], all).map(({ id }) => id)).toEqual(['e']);
    expect(dependantsOf(['e'], all)).toEqual([]);
  });
});
