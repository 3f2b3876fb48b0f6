import { expect, it } from 'vitest';
import { listEntries } from '../../../src/catalog/index.ts';

it('shows no short names beside the options that they stand for', async () => {
  const { groupOptions } = await import(
    new URL('../../../src/service/web/options/option-groups.js', import.meta.url).href
  );
  const shown = listEntries().flatMap((entry) => {
    const groups = { groups: ['crop', 'size', 'protection', 'clean', 'film', 'sound', 'paper'] };
    const { first, folded } = groupOptions(entry, groups, null, []);
    const names: string[] = [...first, ...folded.flatMap((group: { names: string[] }) => group.names)];
    return names.filter((name) => entry.options[name]?.['x-short-for'] !== undefined);
  });
  expect(shown).toEqual([]);
});
