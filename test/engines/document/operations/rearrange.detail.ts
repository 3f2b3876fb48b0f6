import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rearrange } from '../../../../engines/document/operations/pages/rearrange.ts';
import { attachmentsOf, fact, outlineOf, pageTexts, Scratch } from './support-structure.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

async function arranged(count: number, selection: string) {
  const { files, warnings } = await scratch.run(rearrange, [await scratch.pages(count)], { rearrange: selection });
  const [file] = files;
  if (file === undefined) throw new Error('no file');
  const numbers = (await pageTexts(file.path)).map((text) => Number(text.replace('page ', '')));
  expect(file.pages).toBe(numbers.length);
  return { numbers, warnings };
}

describe('every form of a selection', () => {
  const cases: [number, string, number[]][] = [
    [6, '3, 1-2,5-', [3, 1, 2, 5, 6]],
    [4, 'last-first', [4, 3, 2, 1]],
    [4, '3-2', [3, 2]],
    [5, 'even', [2, 4]],
    [5, 'odd,even', [1, 3, 5, 2, 4]],
    [5, 'first, last', [1, 5]],
    [5, 'first-3', [1, 2, 3]],
    [5, '4-last', [4, 5]],
    [5, 'last-4', [5, 4]],
    [3, '2,2,2', [2, 2, 2]],
    [1, '1-last', [1]],
    [1, 'last-first', [1]],
  ];
  test.each(cases)('of %i pages, %s', async (count, selection, expected) => {
    expect(await arranged(count, selection)).toEqual({ numbers: expected, warnings: [] });
  });
});

describe('pages that are not there', () => {
  const cases: [number, string, number[]][] = [
    [3, '2-9', [2, 3]],
    [3, '9-2', [3, 2]],
    [3, '1,7', [1]],
    [3, '1,8-', [1]],
    [3, '1,last-8', [1]],
  ];
  test.each(cases)('of %i pages, %s is cut with a warning', async (count, selection, expected) => {
    const { numbers, warnings } = await arranged(count, selection);
    expect(numbers).toEqual(expected);
    expect(warnings.map(({ code }) => code)).toEqual(['option_adjusted']);
  });

  test.each([
    [3, '4'],
    [1, 'even'],
    [3, '5-'],
    [3, 'last-5'],
  ])('of %i pages, %s leaves nothing', async (count, selection) => {
    await expect(arranged(count, selection)).rejects.toMatchObject({ code: 'option_invalid' });
  });

  test('a selection of too many pages is refused', async () => {
    const selection = Array.from({ length: 40_000 }, () => '1-').join(',');
    await expect(arranged(3, selection)).rejects.toMatchObject({ code: 'option_invalid' });
    await expect(arranged(3, Array.from({ length: 90_000 }, () => 'odd').join(','))).rejects.toMatchObject({
      code: 'option_invalid',
    });
  });

  test('a list longer than an argument may be', async () => {
    const { numbers } = await arranged(4, Array.from({ length: 40_000 }, (_, index) => (index % 2 ? 3 : 1)).join(','));
    expect(numbers.length).toBe(40_000);
    expect(numbers.slice(0, 4)).toEqual([1, 3, 1, 3]);
  });
});

describe('what belongs to the document', () => {
  const outline = [
    {
      title: 'One',
      to: 1,
      children: [
        { title: 'Two', to: 2 },
        { title: 'Three', to: 'third' },
      ],
    },
    { title: 'Four', to: 4, extra: '/C [1 0 0] /F 2' },
    { title: 'Address', to: null },
  ];

  test('bookmarks follow their pages; those of dropped pages go, and so does the text of the pages', async () => {
    const pdf = await scratch.pages(4, { outline, names: { third: 3 } });
    expect(await outlineOf(pdf.path)).toEqual(['One → 1', '  Two → 2', '  Three → 3', 'Four → 4', 'Address → nowhere']);
    const { files } = await scratch.run(rearrange, [pdf], { rearrange: '3,2' });
    const path = files[0]?.path ?? '';
    expect(await outlineOf(path)).toEqual(['One → 2', '  Two → 2', '  Three → 1', 'Address → nowhere']);
    const { stdout } = await execa('qpdf', ['--qdf', '--object-streams=disable', path, '-'], { encoding: 'latin1' });
    expect(stdout).toContain('page 3');
    expect(stdout).not.toContain('page 4');
  });

  test('all pages in another order: the bookmarks are as they were', async () => {
    const pdf = await scratch.pages(4, { outline, names: { third: 3 } });
    const { files } = await scratch.run(rearrange, [pdf], { rearrange: 'last-first' });
    const expected = ['One → 4', '  Two → 3', '  Three → 2', 'Four → 1', 'Address → nowhere'];
    expect(await outlineOf(files[0]?.path ?? '')).toEqual(expected);
  });

  test('attachments, title, tags and fields of the pages that stay', async () => {
    const pages = ['a', 'b', 'c'].map((name) => ({ text: name, field: [`field ${name}`, `value ${name}`] as const }));
    const pdf = await scratch.pdf({ pages, tagged: true, attachments: { 'a.txt': 'A' }, info: { Title: 'Ünïcode' } });
    const { files } = await scratch.run(rearrange, [pdf], { rearrange: '2' });
    const path = files[0]?.path ?? '';
    expect(await attachmentsOf(path)).toEqual(['a.txt']);
    expect(await fact(path, 'Title')).toBe('Ünïcode');
    expect(await fact(path, 'Tagged')).toBe('yes');
    expect(await fact(path, 'Form')).toBe('AcroForm');
    const { stdout } = await execa('pdfinfo', ['-struct-text', path]);
    expect(stdout.match(/P \(block\)\s+"b"/g)).toHaveLength(1);
    const whole = await execa('qpdf', ['--json=2', '--json-key=qpdf', path]);
    expect(whole.stdout).toContain('tag of b');
    for (const gone of ['tag of a', 'tag of c', 'value a', 'field c']) expect(whole.stdout).not.toContain(gone);
    const form = await execa('pdftotext', [path, '-']);
    expect(form.stdout).toContain('value b');
    expect(form.stdout).not.toContain('value a');
  });
});

test('a list of bookmarks without an end ends', async () => {
  const loop = [
    { title: 'One', to: 1, extra: '/Next 10 0 R /First 10 0 R' },
    { title: 'Two', to: 2 },
  ];
  const { files } = await scratch.run(rearrange, [await scratch.pages(3, { outline: loop })], { rearrange: '1' });
  expect(await pageTexts(files[0]?.path ?? '')).toEqual(['page 1']);
});
