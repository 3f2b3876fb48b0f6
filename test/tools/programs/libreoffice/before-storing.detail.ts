import { execa } from 'execa';
import { expect, it } from 'vitest';
import type { OfficeWay } from '../../../../tools/programs/libreoffice/convert.ts';
import type { OfficeStore } from '../../../../tools/programs/libreoffice/job.ts';
import { findSoffice } from '../../../../tools/programs/libreoffice/soffice.ts';
import { sheetOf, textWithContents } from '../../../engines/document/flat-documents.ts';
import { textOf, useBench } from './support.ts';

const bench = await useBench();

const WAYS: readonly OfficeWay[] = (await findSoffice()) === null ? ['once', 'warm'] : ['once', 'warm', 'cold'];
const AS_PDF = (application: string): OfficeStore => ({ name: 'out.pdf', filter: `${application}_pdf_Export` });

it.each(WAYS)('a sheet is as wide as a page where that is asked for: %s', async (way) => {
  const run = { input: await bench.write('wide.fods', sheetOf(15, 3)), store: [AS_PDF('calc')] };
  const firstPage = async (fitWidth: boolean) => {
    const made = await bench.convert(way, { ...run, fitWidth });
    return (await execa('pdftotext', ['-l', '1', made.path('out.pdf'), '-'])).stdout;
  };
  expect(await firstPage(false)).not.toContain('c15r3');
  expect(await firstPage(true)).toContain('c15r3');
});

it.each(WAYS)('a table of contents is made anew where that is asked for: %s', async (way) => {
  const input = await bench.write('contents.fodt', textWithContents());
  const print = async (updateIndexes: boolean) =>
    textOf((await bench.convert(way, { input, updateIndexes })).path('out.pdf'));
  expect(await print(false)).toContain('Stale entry');
  const anew = await print(true);
  expect(anew).not.toContain('Stale entry');
  expect(anew.split('Fresh heading')).toHaveLength(3);
});
