import { readFile } from 'node:fs/promises';
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject } from '@cantoo/pdf-lib';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { patch } from '../../../../engines/document/operations/file/patch.ts';
import { fromPdfDate, toPdfDate } from '../../../../tools/formats/pdf-pages/structure/dates.ts';
import type { PdfToMake } from './make-pdf-structure.ts';
import { attachmentsOf, fact, optionsOf, outlineOf, pageTexts, Scratch } from './support-structure.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

async function patched(more: Omit<PdfToMake, 'pages'>, operations: readonly unknown[]) {
  const pdf = await scratch.pages(4, more);
  const made = await scratch.run(patch, [pdf], { patch: { operations } });
  return { ...made, path: made.files[0]?.path ?? '', input: pdf.path };
}

/** An entry of the catalog, by pdf-lib. */
async function catalogEntry(path: string, name: string): Promise<PDFObject | undefined> {
  return (await PDFDocument.load(await readFile(path))).catalog.lookup(PDFName.of(name));
}

describe('/info', () => {
  test.each([
    ['title', 'Title'],
    ['author', 'Author'],
    ['subject', 'Subject'],
    ['keywords', 'Keywords'],
    ['creator', 'Creator'],
    ['producer', 'Producer'],
  ])('%s is set, changed and removed', async (name, shown) => {
    const path = `/info/${name}`;
    const text = 'Grüße, 世界 🙂 (a) \\';
    expect(await fact((await patched({}, [{ op: 'add', path, value: text }])).path, shown)).toBe(text);
    const given = { info: { [shown]: 'old', Custom: 'kept' } };
    const changed = await patched(given, [{ op: 'replace', path, value: text }]);
    expect(await fact(changed.path, shown)).toBe(text);
    expect((await execa('pdfinfo', ['-custom', changed.path])).stdout).toMatch(/Custom: +kept/);
    expect(await fact((await patched(given, [{ op: 'remove', path }])).path, shown)).toBe('');
    expect(await fact((await patched(given, [{ op: 'replace', path, value: null }])).path, shown)).toBe('');
  });

  test('dates', async () => {
    const { path } = await patched({ info: { ModDate: 'nonsense' } }, [
      { op: 'add', path: '/info/creationDate', value: '2024-03-01T10:00:00+02:00' },
      { op: 'test', path: '/info/modificationDate', value: null },
      { op: 'replace', path: '/info/modificationDate', value: '2024-02-29' },
    ]);
    const { stdout } = await execa('pdfinfo', ['-isodates', path], { env: { TZ: 'UTC' } });
    expect(stdout).toMatch(/CreationDate: +2024-03-01T10:00:00\+02/);
    expect(stdout).toMatch(/ModDate: +2024-02-29T00:00:00Z/);
  });

  test('further entries under names of their own, and Trapped', async () => {
    const { path } = await patched({ info: { Title: 'old', Kept: 'kept', Gone: 'gone', 'PTEX.Fullbanner': 'TeX' } }, [
      { op: 'test', path: '/properties/Kept', value: 'kept' },
      { op: 'remove', path: '/properties/Gone' },
      { op: 'add', path: '/properties/Copyright', value: 'Größe & Söhne' },
      { op: 'add', path: '/properties/Marked', value: 'true' },
      { op: 'add', path: '/properties/Trapped', value: 'Unknown' },
    ]);
    const { stdout } = await execa('exiftool', ['-j', '-PDF:all', path]);
    const [tags] = JSON.parse(stdout);
    const expected = { Title: 'old', Kept: 'kept', Copyright: 'Größe & Söhne', Marked: true, Trapped: 'Unknown' };
    expect(tags).toMatchObject(expected);
    expect(tags).not.toHaveProperty('Gone');
    // What is not in the view stays.
    expect((await execa('pdfinfo', ['-custom', path])).stdout).toMatch(/PTEX.Fullbanner: +TeX/);
  });

  test('what cannot be such an entry is refused', async () => {
    const add = (name: string, value: unknown) => patched({}, [{ op: 'add', path: `/properties/${name}`, value }]);
    await expect(add('Title', 'x')).rejects.toThrow('/properties/Title must have a name');
    await expect(add('a b', 'x')).rejects.toThrow('must have a name of letters and digits');
    await expect(add('Trapped', 'Maybe')).rejects.toThrow('must be one of True, False, Unknown');
    await expect(add('Copyright', 7)).rejects.toThrow('must be a text');
  });

  test('the XMP metadata says the same', async () => {
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><old/></x:xmpmeta>';
    const { path, warnings } = await patched({ xmp }, [{ op: 'add', path: '/info/title', value: 'A < B & C' }]);
    const { stdout } = await execa('pdfinfo', ['-meta', path]);
    expect(stdout).toContain('<rdf:li xml:lang="x-default">A &lt; B &amp; C</rdf:li>');
    expect(stdout).not.toContain('<old/>');
    expect(warnings.map(({ code }) => code)).toEqual(['metadata_lost']);
    const other = await patched({ xmp }, [{ op: 'add', path: '/lang', value: 'de' }]);
    expect((await execa('pdfinfo', ['-meta', other.path])).stdout).toContain('<old/>');
    expect(other.warnings).toEqual([]);
  });
});

test('dates of PDF and ISO 8601', () => {
  expect(fromPdfDate("D:20240301100000+02'00'")).toBe('2024-03-01T10:00:00+02:00');
  expect(fromPdfDate('D:2024')).toBe('2024-01-01T00:00:00Z');
  expect(fromPdfDate('D:20240231')).toBeNull();
  expect(fromPdfDate('Friday')).toBeNull();
  expect(toPdfDate('2024-03-01T10:00:00Z')).toBe('D:20240301100000Z');
  expect(toPdfDate('2024-03-01T10:00-05:30')).toBe("D:20240301100000-05'30'");
  for (const wrong of ['2024-02-30', '2024-03-01T25:00Z', 'D:2024', '']) expect(toPdfDate(wrong)).toBeNull();
});

describe('the catalog', () => {
  test.each([
    ['/lang', 'de-CH', 'Lang', '(de-CH)'],
    ...['UseNone', 'UseOutlines', 'UseThumbs', 'FullScreen', 'UseOC', 'UseAttachments'].map(
      (mode) => ['/pageMode', mode, 'PageMode', `/${mode}`] as const,
    ),
    ...['SinglePage', 'OneColumn', 'TwoColumnLeft', 'TwoColumnRight', 'TwoPageLeft', 'TwoPageRight'].map(
      (layout) => ['/pageLayout', layout, 'PageLayout', `/${layout}`] as const,
    ),
  ] as const)('%s %s', async (path, value, name, expected) => {
    const { path: made } = await patched({}, [{ op: 'add', path, value }]);
    expect(String(await catalogEntry(made, name))).toBe(expected);
    const again = await patched({ catalog: `/${name} ${expected}` }, [
      { op: 'test', path, value },
      { op: 'remove', path },
    ]);
    expect(await catalogEntry(again.input, name)).toBeDefined();
    expect(await catalogEntry(again.path, name)).toBeUndefined();
  });

  test('page labels', async () => {
    const { path } = await patched({}, [
      { op: 'add', path: '/pageLabels/-', value: { page: 3, prefix: 'B-', start: 5 } },
      { op: 'add', path: '/pageLabels/-', value: { page: 1, style: 'romanLower' } },
    ]);
    const labels = (await catalogEntry(path, 'PageLabels')) as PDFDict;
    expect(String(labels.lookup(PDFName.of('Nums'), PDFArray)).replace(/\s+/g, ' ')).toBe(
      '[ 0 << /S /r >> 2 << /P (B-) /S /D /St 5 >> ]',
    );
    const read = await patched(
      { catalog: '/PageLabels << /Kids [<< /Nums [0 << /S /A >> 2 << /S /R /P (x) /St 4 >>] >>] >>' },
      [
        { op: 'test', path: '/pageLabels/0', value: { page: 1, style: 'lettersUpper', prefix: '', start: 1 } },
        { op: 'test', path: '/pageLabels/1', value: { page: 3, style: 'romanUpper', prefix: 'x', start: 4 } },
        { op: 'replace', path: '/pageLabels', value: [] },
      ],
    );
    expect(await catalogEntry(read.path, 'PageLabels')).toBeUndefined();
  });

  test.each(['decimal', 'romanUpper', 'romanLower', 'lettersUpper', 'lettersLower', 'none'])(
    'label style %s',
    async (style) => {
      const { path } = await patched({}, [
        { op: 'add', path: '/pageLabels/0', value: { page: 2, style, prefix: 'p' } },
      ]);
      const nums = String(((await catalogEntry(path, 'PageLabels')) as PDFDict).lookup(PDFName.of('Nums'), PDFArray));
      const letter = { decimal: 'D', romanUpper: 'R', romanLower: 'r', lettersUpper: 'A', lettersLower: 'a' }[style];
      const second = nums.slice(nums.indexOf('(p)'));
      if (letter === undefined) expect(second).not.toContain('/S');
      else expect(second).toContain(`/S /${letter}`);
    },
  );
});

test('names that are no UTF-8 stay, and small numbers get no exponent', async () => {
  const operations = [{ op: 'add', path: '/lang', value: 'de' }];
  const { path } = await patched({ catalog: '/Odd#E9 [/Caf#E9 0.00000012]' }, operations);
  expect(String(await catalogEntry(path, 'Odd#E9'))).toBe('[ /Caf#E9 0 ]');
});

describe('/outline', () => {
  const outline = [
    { title: 'One', to: 1, children: [{ title: 'Two', to: 'second' }], closed: true },
    { title: 'Three', to: 3, extra: '/C [1 0 0] /F 2' },
    { title: 'Web', to: null },
  ];
  const given = { outline, names: { second: 2 } };

  test('bookmarks where there were none', async () => {
    const value = [
      { title: 'Ü 1', page: 1, children: [{ title: 'Below', page: 2, children: [{ title: 'Deep', page: 3 }] }] },
      { title: 'Nowhere' },
    ];
    const { path } = await patched({ info: { Title: 'T' } }, [{ op: 'add', path: '/outline', value }]);
    expect(await outlineOf(path)).toEqual(['Ü 1 → 1', '  Below → 2', '    Deep → 3', 'Nowhere → nowhere']);
    expect(await fact(path, 'Title')).toBe('T');
  });

  test('is seen as the document has it', async () => {
    const { path, input } = await patched(given, [
      {
        op: 'test',
        path: '/outline',
        value: [
          {
            id: 0,
            title: 'One',
            page: 1,
            open: false,
            children: [{ id: 1, title: 'Two', page: 2, open: true, children: [] }],
          },
          { id: 2, title: 'Three', page: 3, open: true, children: [] },
          { id: 3, title: 'Web', page: null, open: true, children: [] },
        ],
      },
    ]);
    expect(path).toBe(input);
  });

  test('changed bookmarks keep what else they have', async () => {
    const { path } = await patched(given, [
      { op: 'replace', path: '/outline/1/title', value: 'Drei' },
      { op: 'move', from: '/outline/1', path: '/outline/0' },
      { op: 'add', path: '/outline/-', value: { title: 'New', page: 4 } },
      { op: 'replace', path: '/outline/1/children/0/page', value: 4 },
      { op: 'copy', from: '/outline/2', path: '/outline/0/children/0' },
    ]);
    expect(await outlineOf(path)).toEqual([
      'Drei → 3',
      '  Web → nowhere',
      'One → 1',
      '  Two → 4',
      'Web → nowhere',
      'New → 4',
    ]);
    const root = (await catalogEntry(path, 'Outlines')) as PDFDict;
    const first = root.lookup(PDFName.of('First'), PDFDict);
    expect(String(first.get(PDFName.of('C')))).toBe('[ 1 0 0 ]');
    expect(String(first.get(PDFName.of('F')))).toBe('2');
    expect(String(first.lookup(PDFName.of('Dest'), PDFArray))).toMatch(/\/XYZ 0 700 null/);
    const one = first.lookup(PDFName.of('Next'), PDFDict);
    expect(String(one.get(PDFName.of('Count')))).toBe('-1');
    expect(String(root.get(PDFName.of('Count')))).toBe('5');
    expect(String(one.lookup(PDFName.of('Next'), PDFDict).lookup(PDFName.of('A')))).toContain('example.org');
  });

  test('removed', async () => {
    expect(await outlineOf((await patched(given, [{ op: 'remove', path: '/outline/0' }])).path)).toEqual([
      'Three → 3',
      'Web → nowhere',
    ]);
    const { path } = await patched(given, [{ op: 'remove', path: '/outline' }]);
    expect(await catalogEntry(path, 'Outlines')).toBeUndefined();
  });
});

test('everything else stays', async () => {
  const more = { attachments: { 'a.txt': 'A' }, tagged: true, outline: [{ title: 'One', to: 1 }] };
  const { path, input } = await patched(more, [{ op: 'add', path: '/info/title', value: 'T' }]);
  expect(await pageTexts(path)).toEqual(await pageTexts(input));
  expect(await attachmentsOf(path)).toEqual(['a.txt']);
  expect(await outlineOf(path)).toEqual(['One → 1']);
  expect(await fact(path, 'Tagged')).toBe('yes');
});

describe('refused as option_invalid, naming the path', () => {
  const cases: [string, unknown][] = [
    ['/pages', { op: 'add', path: '/pages', value: [] }],
    ['/info/colour', { op: 'add', path: '/info/colour', value: 'red' }],
    ['/info/title', { op: 'add', path: '/info/title', value: 7 }],
    ['/info/title', { op: 'add', path: '/info/title', value: 'a\0b' }],
    ['/info/creationDate', { op: 'add', path: '/info/creationDate', value: 'yesterday' }],
    ['/info', { op: 'replace', path: '/info', value: 'x' }],
    ['/lang', { op: 'add', path: '/lang', value: 'not a language' }],
    ['/pageMode', { op: 'add', path: '/pageMode', value: 'Loud' }],
    ['/pageLabels/0/page', { op: 'add', path: '/pageLabels/0', value: { page: 5 } }],
    ['/outline/0/title', { op: 'add', path: '/outline/0', value: { page: 1 } }],
    ['/outline/0/page', { op: 'add', path: '/outline/0', value: { title: 'x', page: 5 } }],
    ['/outline/0/page', { op: 'add', path: '/outline/0', value: { title: 'x', page: 0 } }],
    ['/outline/0/id', { op: 'add', path: '/outline/0', value: { title: 'x', id: 0 } }],
    [
      '/outline/0/children/0/color',
      { op: 'add', path: '/outline/0', value: { title: 'x', children: [{ title: 'y', color: 1 }] } },
    ],
    ['/outline/7', { op: 'add', path: '/outline/7', value: { title: 'x' } }],
    ['/outline/x', { op: 'add', path: '/outline/x', value: { title: 'x' } }],
    ['/nowhere/at/all', { op: 'add', path: '/nowhere/at/all', value: 1 }],
    ['/info/missing', { op: 'remove', path: '/info/missing' }],
    ['/info/title', { op: 'test', path: '/info/title', value: 'other' }],
    ['/info/title', { op: 'replace', path: '/info/title' }],
    ['/info/title', { op: 'copy', path: '/info/title', from: '/none' }],
    ['/info/title', { op: 'invent', path: '/info/title' }],
    ['/info/title', { op: '_get', path: '/info/title' }],
    ['/__proto__/polluted', { op: 'add', path: '/__proto__/polluted', value: 1 }],
    ['/info/constructor/prototype/x', { op: 'add', path: '/info/constructor/prototype/x', value: 1 }],
    ['', { op: 'replace', path: '', value: [] }],
    ['', 'no operation'],
    ['', null],
    ['no pointer', { op: 'add', path: 'no pointer', value: 1 }],
  ];
  test.each(cases)('%s by %j', async (path, operation) => {
    await expect(patched({}, [operation])).rejects.toMatchObject({
      code: 'option_invalid',
      message: expect.stringContaining('Option patch: '),
      details: { option: 'patch', path },
    });
  });

  test.each([{ title: 'x' }, { operations: {} }, { operations: [], more: 1 }, { operations: Array(1001).fill({}) }])(
    'another shape: %j',
    async (value) => {
      const run = scratch.run(patch, [await scratch.pages(1)], { patch: value });
      await expect(run).rejects.toMatchObject({ code: 'option_invalid', details: { option: 'patch' } });
    },
  );

  test('copies that double', async () => {
    const copies = Array.from({ length: 60 }, () => ({ op: 'copy', from: '/outline', path: '/outline/0/children' }));
    const start = { op: 'add', path: '/outline/0', value: { title: 'x', children: [] } };
    await expect(patched({}, [start, ...copies])).rejects.toMatchObject({ code: 'option_invalid' });
    const wide = Array.from({ length: 60 }, () => ({ op: 'copy', from: '/outline', path: '/outline/0/children/-' }));
    await expect(patched({}, [start, ...wide])).rejects.toMatchObject({ code: 'option_invalid' });
  });
});

test('nothing asked', () => {
  expect(patch.asked(optionsOf({ patch: {} }))).toBe(false);
  expect(patch.asked(optionsOf({ patch: { operations: [] } }))).toBe(true);
});
