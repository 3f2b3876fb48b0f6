import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allTexts, hasBytes, makeFile, redacted, seenOn } from './redact-support.ts';
import { attachmentsOf, fact, outlineOf, pageTexts, Scratch } from './support-structure.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const NAME = /Ada|Lovelace/;

test('text: kerned, in a form, on a turned page, as a ligature, broken over lines, hidden, outside of the page', async () => {
  const file = await makeFile('pages', scratch);
  const before = await pageTexts(file.path);
  expect(before.join('\n')).toMatch(/kern Ada Lovelace.*form Ada.*turn Ada.*Griffin.*break Ada Love/s);
  const { path, warnings } = await redacted(file, [{ text: 'ada lovelace' }, { text: 'Griffin' }], scratch);
  const after = await pageTexts(path);
  expect(await allTexts(path)).not.toMatch(/Ada|Love|lace\b|Gri|\(A\)|\(d\)/);
  expect(after.map((text) => text.replace(/\s+/g, ' '))).toEqual([
    ...['kern stays1', 'form stays2', 'stays3 turn', 'lig stays4', 'break stays5', 'stays6'],
    ...['', '', 'stays9'],
  ]);
  // The glyphs of page 8 are drawings, so it is a picture. What stays is where it was.
  expect(warnings).toContainEqual(
    expect.objectContaining({ code: 'output_limited', details: { option: 'redact', pages: [8] } }),
  );
  const places = async (of: string) =>
    [...(await execa('pdftotext', ['-bbox', of, '-'])).stdout.matchAll(/<word.*>stays\d<\/word>/g)].map(([word]) =>
      word.replace(/\.(\d)\d+/g, '.$1'),
    );
  expect(await places(path)).toEqual(await places(file.path));
  for (const page of [1, 7, 8]) expect(await seenOn(path, page, scratch)).not.toMatch(NAME);
  expect(await seenOn(path, 7, scratch)).toMatch(/Charles Babbage/);
  const details = warnings.find(({ code }) => code === 'content_redacted');
  expect(details).toMatchObject({
    details: {
      items: [
        { item: 1, places: 8, pages: [1, 2, 3, 5, 6, 7, 8, 9] },
        {
          item: 2,
          places: 1,
          pages: [4],
          rectangles: [[4, expect.closeTo(65.6, 0), expect.closeTo(24, 0), expect.closeTo(53.3, 0), 20]],
        },
      ],
    },
  });
});

test('comments, fields, bookmarks, tags, names, metadata, attached files, scripts, thumbnails and unused objects', async () => {
  const file = await makeFile('document', scratch);
  expect((await allTexts(file.path)).match(/Ada Lovelace/g)?.length).toBeGreaterThan(15);
  expect(await attachmentsOf(file.path)).toHaveLength(1);
  const { path } = await redacted(file, [{ text: 'Ada Lovelace' }], scratch);
  const texts = await allTexts(path);
  expect(texts).not.toMatch(/Ada|Lovelace|\/XFA|\/JavaScript|\/Thumb|\/PieceInfo|\/EmbeddedFiles/);
  expect(await attachmentsOf(path)).toEqual([]);
  expect(await fact(path, 'Author')).toBe('');
  // All else stays.
  expect(await pageTexts(path)).toEqual([expect.stringContaining('Charles Babbage')]);
  expect(texts).toContain('kept note');
  expect(texts).toContain('kept value');
  expect(JSON.stringify(await outlineOf(path))).toMatch(/kept bookmark/);
  expect(await fact(path, 'Tagged')).toBe('yes');
});

test('hidden layers, and what a clipping path hides', async () => {
  const file = await makeFile('hidden', scratch);
  expect((await allTexts(file.path)).match(/Ada Lovelace/g)?.length).toBeGreaterThan(2);
  const { path } = await redacted(file, [{ text: 'Ada Lovelace' }], scratch);
  expect(await allTexts(path)).not.toMatch(NAME);
  expect(await seenOn(path, 1, scratch)).toMatch(/Charles Babbage/);
  expect(await seenOn(path, 1, scratch)).not.toMatch(NAME);
});

test('a scan with recognised text: the text, and all pixels of the letters', async () => {
  const pictures = await makeFile('pictures', scratch);
  const path = scratch.path('scan.pdf');
  await execa('ocrmypdf', ['--quiet', '--pages', '1', pictures.path, path]);
  await execa('qpdf', ['--replace-input', path, '--pages', '.', '1', '--']);
  expect(await pageTexts(path)).toEqual([expect.stringMatching(/Ada\s+Lovelace/)]);
  const { path: result } = await redacted({ path, pages: 1 }, [{ text: 'Ada Lovelace' }], scratch);
  expect(await pageTexts(result)).toEqual([expect.stringMatching(/^Charles Babbage$/)]);
  // The box covers the last letter, which is where the space after the recognised word is.
  const { stdout } = await execa(
    'pdftoppm',
    ['-r', '72', '-x', '154', '-y', '34', '-W', '9', '-H', '10', '-gray', result],
    { encoding: 'buffer' },
  );
  expect(Math.max(...stdout.subarray(-90))).toBeLessThan(50);
});

test('a form field by its name, with its value', async () => {
  const file = await makeFile('document', scratch);
  const { path } = await redacted(file, [{ field: 'other' }], scratch);
  expect(await allTexts(file.path)).toMatch(/kept value/);
  expect(await allTexts(path)).not.toMatch(/kept value|\(other\)/);
  expect(await allTexts(path)).toMatch(/\(name\)/);
});

test('an old revision', async () => {
  const file = await makeFile('revision', scratch);
  expect(await pageTexts(file.path)).toEqual(['']);
  expect(await hasBytes(file.path, 'Ada Lovelace')).toBe(true);
  const { path } = await redacted(file, [{ text: 'Ada Lovelace' }], scratch);
  expect(await hasBytes(path, 'Ada Lovelace')).toBe(false);
  expect(await allTexts(path)).not.toMatch(NAME);
});

test('areas: pixels of one use of a picture, of an inline picture, and drawings; marks of redaction', async () => {
  const file = await makeFile('pictures', scratch);
  const area = { x: 5, y: 5, width: 90, height: 25 };
  const { path, warnings } = await redacted(file, [{ ...area, pages: '1, 3-4' }, { annotations: true }], scratch);
  expect(await seenOn(file.path, 1, scratch)).toMatch(/Ada Lovelace/);
  expect(await seenOn(path, 1, scratch)).not.toMatch(NAME);
  expect(await seenOn(path, 1, scratch)).toMatch(/Charles Babbage/);
  // The other use of it has all its pixels.
  expect(await seenOn(path, 2, scratch)).toMatch(/Ada Lovelace/);
  expect(await seenOn(path, 3, scratch)).not.toMatch(NAME);
  expect(await seenOn(path, 3, scratch)).toMatch(/Babbage/);
  expect(warnings).toContainEqual(
    expect.objectContaining({ code: 'output_limited', details: { option: 'redact', pages: [4] } }),
  );
  expect(await pageTexts(path)).toEqual(['', '', '', '', 'mark stays']);
  expect(await allTexts(path)).not.toMatch(/\/Redact|0 0 1 rg/);
  // The pixels themselves, as they are stored: nothing dark where the name was.
  await execa('pdfimages', ['-png', path, scratch.path('stored')]);
  const { stdout } = await execa('tesseract', [`${scratch.path('stored')}-000.png`, '-', '--psm', '11']);
  expect(stdout).toMatch(/Charles Babbage/);
  expect(stdout).not.toMatch(NAME);
});

test('an area of a turned page is one of the page as it is seen', async () => {
  const file = await makeFile('pages', scratch);
  const { path } = await redacted(file, [{ pages: '3', unit: 'pt', x: 55, y: 180, width: 130, height: 28 }], scratch);
  const texts = await pageTexts(path);
  expect(texts[2]?.replace(/\s+/g, ' ')).toBe('stays3 turn');
  expect(texts[0]).toMatch(NAME);
});

test('what cannot be searched for is refused by the number of its item', async () => {
  const file = await makeFile('boxed', scratch);
  const refused = (expression: string) =>
    expect(redacted(file, [{ text: 'x' }, { expression }], scratch)).rejects.toMatchObject({
      code: 'option_invalid',
      details: { item: 2 },
    });
  await refused('(secret');
  await refused('(?:.{0,2}){40}1');
});

test('damaged files end with a documented error, or nothing of the name', async () => {
  const bytes = await readFile((await makeFile('document', scratch)).path);
  const path = scratch.path('damaged.pdf');
  for (const at of [0.3, 0.6, 0.9]) {
    await writeFile(
      path,
      Buffer.concat([
        bytes.subarray(0, bytes.length * at),
        Buffer.from('\0'.repeat(50)),
        bytes.subarray(bytes.length * at + 50),
      ]),
    );
    const outcome = await redacted({ path, pages: 1 }, [{ text: 'Ada Lovelace' }], scratch).then(
      (made) => allTexts(made.path),
      (error: { code: string }) => error.code,
    );
    expect(outcome).not.toMatch(NAME);
    expect(outcome).not.toBe('internal');
  }
});
