import { readFile, stat, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linearize } from '../../../../engines/document/operations/file/linearize.ts';
import { compress, compressArguments } from '../../../../engines/document/operations/quality/compress.ts';
import { fact, optionsOf, outlineOf, pageTexts, Scratch } from './support-structure.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

describe('compression basic', () => {
  test('the same content in fewer bytes', async () => {
    const pdf = await scratch.pages(50, { outline: [{ title: 'Two', to: 2 }] });
    const { files } = await scratch.run(compress, [pdf], { compression: 'basic' });
    const path = files[0]?.path ?? '';
    expect((await stat(path)).size).toBeLessThan(0.5 * (await stat(pdf.path)).size);
    expect(await pageTexts(path)).toEqual(await pageTexts(pdf.path));
    expect(await outlineOf(path)).toEqual(['Two → 2']);
    const { stdout: pixels } = await execa('pdftoppm', ['-r', '20', '-l', '3', path], { encoding: 'buffer' });
    const { stdout: before } = await execa('pdftoppm', ['-r', '20', '-l', '3', pdf.path], { encoding: 'buffer' });
    expect(Buffer.from(pixels).equals(Buffer.from(before))).toBe(true);
  });

  test('images from PNG keep their predictors where packing them anew would make them larger', async () => {
    const source = scratch.path('predicted.pdf');
    const script = `
import sys, zlib, pikepdf
from pikepdf import Array, Dictionary, Name, Page, Pdf, Stream
pdf, side = Pdf.new(), 300
rows = b"".join(b"\\x01" + bytes([x, 0, 0]) + bytes([1, 2, 3]) * (side - 1) for x in (y % 256 for y in range(side)))
image = Stream(pdf, zlib.compress(rows, 9))
for key, value in dict(Type=Name.XObject, Subtype=Name.Image, Width=side, Height=side, BitsPerComponent=8, ColorSpace=Name.DeviceRGB, Filter=Name.FlateDecode).items():
    image["/" + key] = value
image.DecodeParms = Dictionary(Predictor=15, Colors=3, BitsPerComponent=8, Columns=side)
for number in range(30):
    resources = Dictionary(XObject=Dictionary(I=pdf.make_indirect(image)))
    page = Dictionary(Type=Name.Page, MediaBox=Array([0, 0, 300, 300]), Resources=resources, Contents=Stream(pdf, b"300 0 0 300 0 0 cm /I Do"))
    pdf.pages.append(Page(pdf.make_indirect(page)))
pdf.save(sys.argv[1], compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.disable)`;
    await execa('/usr/bin/python3', ['-c', script, source]);
    const anew = scratch.path('anew.pdf');
    await execa('qpdf', [source, ...compressArguments(optionsOf({})), anew]);
    expect((await stat(anew)).size).toBeGreaterThan((await stat(source)).size);
    const { files } = await scratch.run(compress, [{ path: source, pages: 30 }], { compression: 'basic' });
    expect((await stat(files[0]?.path ?? '')).size).toBeLessThan(0.8 * (await stat(source)).size);
  });

  test('a file that would grow stays as it is', async () => {
    const once = await scratch.run(compress, [await scratch.pages(1)], { compression: 'basic' });
    const pdf = once.files[0];
    if (pdf === undefined) throw new Error('no file');
    const { files } = await scratch.run(compress, [pdf], { compression: 'basic' });
    expect(files[0]?.path).toBe(pdf.path);
  });

  test('with version 1.4, nothing that came after it', async () => {
    const pdf = await scratch.pages(50);
    const old = await scratch.run(compress, [pdf], { compression: 'basic', version: '1.4' });
    expect(await readFile(old.files[0]?.path ?? '', 'latin1')).not.toContain('/ObjStm');
    const later = await scratch.run(compress, [pdf], { compression: 'basic', version: '1.5' });
    expect(await readFile(later.files[0]?.path ?? '', 'latin1')).toContain('/ObjStm');
  });

  test('strong is not its', () => {
    expect(compress.asked(optionsOf({ compression: 'strong' }))).toBe(false);
    expect(compress.asked(optionsOf({ compression: 'basic' }))).toBe(true);
    expect(compressArguments(optionsOf({}))).toContain('--object-streams=generate');
  });
});

describe('linearize', () => {
  test('poppler finds it so', async () => {
    const pdf = await scratch.pages(5, { info: { Title: 'T' } });
    expect(await fact(pdf.path, 'Optimized')).toBe('no');
    const { files } = await scratch.run(linearize, [pdf], { linearize: true });
    const path = files[0]?.path ?? '';
    expect(await fact(path, 'Optimized')).toBe('yes');
    expect(await fact(path, 'Title')).toBe('T');
    expect(await pageTexts(path)).toEqual(await pageTexts(pdf.path));
  });

  test('is left to the protection where there is one', () => {
    expect(linearize.asked(optionsOf({ linearize: true }))).toBe(true);
    expect(linearize.asked(optionsOf({ linearize: false }))).toBe(false);
    expect(linearize.asked(optionsOf({ linearize: true, new_user_password: 'x' }))).toBe(false);
  });
});

test('what is no PDF inside is refused', async () => {
  const path = scratch.path('noise.pdf');
  await writeFile(path, '%PDF-1.4\nnothing of use\n%%EOF\n');
  const run = scratch.run(linearize, [{ path, pages: 1 }], { linearize: true });
  await expect(run).rejects.toMatchObject({ code: 'input_damaged', message: expect.not.stringContaining(path) });
});
