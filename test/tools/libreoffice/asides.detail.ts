import { expect, it } from 'vitest';
import type { OfficeWay } from '../../../tools/libreoffice/convert.ts';
import { findSoffice } from '../../../tools/libreoffice/soffice.ts';
import { fixture } from '../../engines/document/support.ts';
import { useBench } from './support.ts';

const bench = await useBench();

const WAYS: readonly OfficeWay[] = (await findSoffice()) === null ? ['once', 'warm'] : ['once', 'warm', 'cold'];

it.each(WAYS)('what stands beside the text is counted: %s', async (way) => {
  const count = async (name: string) => (await bench.convert(way, { input: fixture(name), store: [] })).result.asides;
  // Of a footer that is a number alone, and of pages that there are not, nothing is lost. Debian's LibreOffice without windows ends
  // where soffice opens a text with comments.
  if (way !== 'cold')
    expect(await count('asides.fodt')).toEqual({ comments: 2, charts: 1, headers: 1, notes: 0, inserted: 0 });
  expect(await count('asides.fods')).toEqual({ comments: 2, charts: 0, headers: 0, notes: 0, inserted: 0 });
  expect(await count('asides.fodp')).toEqual({ comments: 1, charts: 0, headers: 0, notes: 1, inserted: 0 });
  expect(await count('hidden-slide.fodp')).toEqual({ comments: 0, charts: 0, headers: 0, notes: 0, inserted: 0 });
});
