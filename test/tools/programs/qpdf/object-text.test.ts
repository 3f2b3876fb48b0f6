import { afterAll, beforeAll, expect, test } from 'vitest';
import { lossesOf } from '../../../../tools/formats/pdf-pages/document-facts.ts';
import { dictionaryEntries } from '../../../../tools/programs/qpdf/object-text.ts';
import { optionsOf, Scratch } from '../../../engines/document/operations/support-structure.ts';
import { engineTask } from '../../../support/engine-context.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const reference = (object: string) => ({ kind: 'reference', object });

test('entries of a dictionary as qpdf prints it', () => {
  const text =
    '<< /Array [ 1 0 R [ /Outlines 9 0 R ] << /Dests 8 0 R >> ] /Names << /Dests 5 2 R /Limits null >> /Title (a \\) /Root 7 0 R \\\\) /ID <0a1b> /Size 3 /Root 12 0 R >>\n';
  expect([...(dictionaryEntries(text) ?? [])]).toEqual([
    ['/Array', null],
    [
      '/Names',
      {
        kind: 'dictionary',
        entries: new Map<string, unknown>([
          ['/Dests', reference('5,2')],
          ['/Limits', null],
        ]),
      },
    ],
    ['/Title', null],
    ['/ID', null],
    ['/Size', null],
    ['/Root', reference('12,0')],
  ]);
});

test('a stream is its dictionary; what is none, is cut or has no end is null', () => {
  expect(dictionaryEntries('Object is stream.  Dictionary:\n<< /First 3 0 R >>')?.get('/First')).toEqual(
    reference('3,0'),
  );
  for (const text of ['null', '[ 1 2 ]', '<< /A 1 0 R', '<< /A [ 1 ', '/A 1 >>', `${'<< /A '.repeat(200)}`]) {
    expect(dictionaryEntries(text), text).toBeNull();
  }
});

test('facts of a document are found by single objects, never by the JSON of all of it', async () => {
  const plain = await scratch.pages(2);
  const rich = await scratch.pages(2, { outline: [{ title: 'One', to: 1 }], attachments: { 'a.txt': 'text' } });
  for (const [file, expected] of [
    [plain, []],
    [rich, ['outline', 'attachments']],
  ] as const) {
    const { signal } = new AbortController();
    const { context, calls } = engineTask({ workFolder: scratch.folder, readable: [file.path], signal });
    const job = { options: optionsOf({}), context, newFolder: () => Promise.reject(new Error('none is needed')) };
    const found = (await lossesOf(file, job)).map(({ key }) => key);
    expect(found.filter((key) => key === 'outline' || key === 'attachments')).toEqual(expected);
    expect(calls.length).toBeGreaterThan(1);
    for (const { args } of calls) expect(args[0]).toMatch(/^--show-object=/);
  }
});
