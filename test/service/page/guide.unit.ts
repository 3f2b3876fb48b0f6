import { expect, it } from 'vitest';
import { makeGuide, searchGuide } from '../../../src/service/conversions/guide.ts';

it('offers all targets but the one that needs the metadata of a conversion, for which the page has no form', () => {
  const { targets } = makeGuide();
  expect([targets.includes('metadata/json'), targets.includes('metadata/metadata')]).toEqual([true, false]);
  expect(searchGuide('metadata').targets).not.toContain('metadata/metadata');
});
