import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { CutCells } from '../../../engines/document/steps/cut-cells.ts';
import type { Range } from '../../../tools/programs/libreoffice/job.ts';

const CSV = 'a,"b ""x"", y",c\n"1\n2",,3\nd,e,f\n';

const cut = (csv: string, rows: readonly Range[], columns: readonly Range[], sizes = csv.length): Promise<string> => {
  const bytes = Buffer.from(csv);
  const count = Math.ceil(bytes.length / sizes);
  const chunks = Array.from({ length: count }, (_, index) => bytes.subarray(index * sizes, (index + 1) * sizes));
  return text(Readable.from(chunks).pipe(new CutCells(',', rows, columns)));
};

it.each<[string, Range[], Range[], string]>([
  ['nothing', [], [], CSV],
  ['the first column', [], [[0, 0]], '"b ""x"", y",c\n,3\ne,f\n'],
  ['one between', [], [[1, 1]], 'a,c\n"1\n2",3\nd,f\n'],
  ['the last', [], [[2, 2]], 'a,"b ""x"", y"\n"1\n2",\nd,e\n'],
  ['a row, whose cell has a line end', [[1, 1]], [], 'a,"b ""x"", y",c\nd,e,f\n'],
  [
    'rows and columns',
    [
      [0, 0],
      [2, 5],
    ],
    [[0, 1]],
    '3\n',
  ],
  ['all', [[0, 2]], [], ''],
])('leaves out %s', async (_, rows, columns, expected) => {
  for (const size of [CSV.length, 1, 3]) expect(await cut(CSV, rows, columns, size)).toBe(expected);
});

it('keeps letters of several bytes whole', async () => {
  expect(await cut('ä,ö\nü,驚\n', [], [[0, 0]], 1)).toBe('ö\n驚\n');
});
