import { beforeAll, describe, expect, it } from 'vitest';
import type { OfficeWay } from '../../../../tools/programs/libreoffice/convert.ts';
import type { OfficeJob, OfficeStore } from '../../../../tools/programs/libreoffice/job.ts';
import { findSoffice } from '../../../../tools/programs/libreoffice/soffice.ts';
import { fixture } from '../../../engines/document/support.ts';
import { textOf, useBench } from './support.ts';

const bench = await useBench();

const WAYS: readonly OfficeWay[] = (await findSoffice()) === null ? ['once', 'warm'] : ['once', 'warm', 'cold'];
const AS_PDF = (application: string): OfficeStore => ({ name: 'out.pdf', filter: `${application}_pdf_Export` });

describe.each([
  ['ods', 'calc8'],
  ['xlsx', 'Calc MS Excel 2007 XML'],
  ['xls', 'MS Excel 97'],
])('what an %s hides', (format, filter) => {
  let input: string;
  beforeAll(async () => {
    const store = [{ name: `out.${format}`, filter }];
    input = (await bench.convert('once', { input: fixture('hidden-cells.fods'), store })).path(`out.${format}`);
  });

  it.each(WAYS)('is known, and shown where that is asked for: %s', async (way) => {
    const run = async (asked: Pick<OfficeJob, 'showHidden'>) => {
      const { result, path } = await bench.convert(way, { input, load: { filter }, store: [AS_PDF('calc')], ...asked });
      return { result, text: await textOf(path('out.pdf')) };
    };
    const [hidden, shown] = [await run({}), await run({ showHidden: true })];
    for (const { result } of [hidden, shown]) {
      expect(result.sheets).toEqual([
        { name: 'First', isHidden: false, hiddenRows: [[1, 2]], hiddenColumns: [[1, 1]] },
        { name: 'Second', isHidden: true, hiddenRows: [], hiddenColumns: [] },
      ]);
    }
    expect(hidden.text).toContain('seen too');
    expect(hidden.text).not.toMatch(/hidden|filtered/);
    for (const text of ['hidden col', 'hidden row', 'filtered row', 'hidden sheet']) expect(shown.text).toContain(text);
  });
});

it.each(WAYS)('a hidden slide is counted, and shown where that is asked for: %s', async (way) => {
  const run = { input: fixture('hidden-slide.fodp'), store: [AS_PDF('impress')] };
  const hidden = await bench.convert(way, run);
  const shown = await bench.convert(way, { ...run, showHidden: true });
  expect([hidden, shown].map(({ result }) => result.hiddenSlides)).toEqual([1, 1]);
  expect(await textOf(hidden.path('out.pdf'))).not.toContain('hidden');
  expect(await textOf(shown.path('out.pdf'))).toContain('hidden slide');
});

it.each(WAYS)('a spreadsheet without pages gets no headers and footers: %s', async (way) => {
  const run = { input: fixture('stock.csv'), load: { filter: 'Text - txt - csv (StarCalc)', options: '44,34,76,1' } };
  const print = async (plainPages: boolean) =>
    textOf((await bench.convert(way, { ...run, store: [AS_PDF('calc')], plainPages })).path('out.pdf'));
  expect(await print(true)).not.toMatch(/stock|Page/);
  // As LibreOffice has it.
  expect(await print(false)).toMatch(/stock[\s\S]*Page 1/);
});
