import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../../engines/document/engine.ts';
import { errorOf } from '../../support/error-of.ts';
import { DEBIAN_7ZIP } from '../../support/seven-zip.ts';
import { convert, fixture, makeScratch, onlyOutput, read, type Scratch, toInput } from './support.ts';

/** Of the files that fixtures/document/make-locked.py makes. */
const PASSWORD = 'pässword';
const SECRET = 'Secret text';

const inputsFolder = (name: string) => fixture(`../inputs/${name}`);

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

describe('inputs of other kinds', () => {
  it.each([
    ['an archive', 'papers.tar.gz', 'unpack it first'],
    ['a playlist', 'playlist.mp3', 'M3U8'],
  ])('%s is refused, saying what it is and what is read', async (_, name, said) => {
    const error = await errorOf(convert(scratch, inputsFolder(name), { target: 'pdf' }));
    expect(error.code).toBe('input_wrong_type');
    expect(error.message).toContain(said);
    expect(error.message).toContain('Documents are made from');
  });

  it('bytes that are nothing known are refused, whatever their name', async () => {
    const path = scratch.path('garbage.docx');
    await writeFile(path, Buffer.from([7, 0, 1, 2, 3, 200, 0, 0, 9, 1, 1, 1]));
    const error = await errorOf(convert(scratch, path, { target: 'pdf' }));
    expect(error.code).toBe('input_wrong_type');
    expect(error.message).toContain('garbage.docx has no known file type');
  });

  it.each([
    ['a picture called docx', 'gradient.png', 'photo.docx', 'pdf'],
    ['a text called xlsx', 'letter.txt', 'numbers.xlsx', 'docx'],
    ['a workbook without a name', 'table.xlsx', 'download', 'pdf'],
  ])('%s is what its content is', async (_, file, filename, target) => {
    const path = onlyOutput(await convert(scratch, fixture(file), { target, filename }));
    const found = await read(path, target);
    expect(found.pictures + found.text.length).toBeGreaterThan(0);
  });

  it('markdown and csv are texts that their names tell apart', async () => {
    const asPlain = onlyOutput(
      await convert(scratch, fixture('readme.md'), { target: 'html', filename: 'readme.txt' }),
    );
    expect((await read(asPlain, 'html')).text).toContain('# Read me');
    const asMarkdown = onlyOutput(await convert(scratch, fixture('readme.md'), { target: 'html' }));
    expect((await read(asMarkdown, 'html')).parts).toContain('h1');
  });

  it('several inputs are refused', async () => {
    const inputs = [await toInput(fixture('letter.txt')), await toInput(fixture('page.html'))];
    const context = { workFolder: scratch.folder, signal: new AbortController().signal } as never;
    const error = await errorOf(engine.convert({ target: 'pdf', options: {}, inputs }, context));
    expect(error.code).toBe('input_count');
  });
});

describe('a PDF without text', () => {
  const pdfOf = (resources: string) => `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Resources ${resources} /Contents 4 0 R>> endobj
4 0 obj <</Length 40>> stream
BT /F0 9 Tf 9 50 Td (Hello) Tj ET
endstream endobj
trailer <</Root 1 0 R /Size 5>>
%%EOF
`;

  it('is called damaged if it is, and told how to get text if not', async () => {
    const [broken, blank] = [scratch.path('broken.pdf'), scratch.path('blank.pdf')];
    await writeFile(broken, pdfOf('2 0 R'));
    await writeFile(scratch.path('page.pdf'), pdfOf('<<>>').replace('(Hello) Tj', ''));
    await execa('qpdf', ['--warning-exit-0', scratch.path('page.pdf'), blank]);
    for (const target of ['txt', 'md'] as const) {
      const damaged = await errorOf(convert(scratch, broken, { target }));
      expect([damaged.code, damaged.message]).toEqual([
        'input_damaged',
        expect.stringContaining('broken.pdf is damaged'),
      ]);
      const empty = await errorOf(convert(scratch, blank, { target }));
      expect([empty.code, empty.message]).toEqual(['conversion_failed', expect.stringContaining('give option ocr')]);
    }
    await execa('qpdf', ['--check', blank]);
    await expect(execa('qpdf', ['--check', broken])).rejects.toThrow();
  });
});

describe('damaged properties', () => {
  // LibreOffice itself ends on those of a presentation.
  it.each(['pptx', 'docx'])('a %s is converted without them', async (kind) => {
    const source = fixture(kind === 'pptx' ? 'slides.pptx' : 'letter.txt');
    const path = scratch.path(`titled.${kind}`);
    await copyFile(onlyOutput(await convert(scratch, source, { target: kind })), path);
    await mkdir(scratch.path('docProps'), { recursive: true });
    await writeFile(scratch.path('docProps/core.xml'), '<cp:coreProperties xmlns:cp="\xff<<');
    await execa(DEBIAN_7ZIP, ['u', path, 'docProps/core.xml'], { cwd: scratch.folder });
    const { outputs, warnings } = await convert(scratch, path, { target: 'pdf' });
    const whole = onlyOutput(await convert(scratch, source, { target: 'pdf' }));
    expect((await read(outputs[0]?.path ?? '', 'pdf')).text).toBe((await read(whole, 'pdf')).text);
    expect(warnings.map(({ code }) => code)).toEqual(kind === 'pptx' ? ['input_damaged'] : []);
  });
});

describe('formats beside the usual ones', () => {
  it.each([
    ['notes.fodt', 'Travel notes'],
    ['notes.odt', 'Travel notes'],
    ['report.doc', 'Quarterly report'],
    ['report.rtf', 'Quarterly report'],
    ['distances.fods', 'Kilometres'],
    ['distances.ods', 'Kilometres'],
    ['table.xls', 'Pencil'],
    ['boxes.fodp', 'A box with words'],
    ['boxes.odp', 'A box with words'],
    ['boxes.fodg', 'A box with words'],
  ])('%s is read', async (file, words) => {
    const path = onlyOutput(await convert(scratch, fixture(file), { target: 'pdf' }));
    expect((await read(path, 'pdf')).text).toContain(words);
  });

  it('a ppt, which is made first', async () => {
    const ppt = onlyOutput(await convert(scratch, fixture('slides.pptx'), { target: 'ppt' }));
    const path = onlyOutput(await convert(scratch, ppt, { target: 'pptx', filename: 'slides.ppt' }));
    expect((await read(path, 'pptx')).text).toContain('Begin early');
  });

  it.each([
    ['slk', 'SYLK', 'ID;PWXL;N;E\nC;Y1;X1;K"Zeppelin"\nC;Y1;X2;K42\nE\n'],
    [
      'dif',
      'DIF',
      'TABLE\n0,1\n"X"\nVECTORS\n0,2\n""\nTUPLES\n0,1\n""\nDATA\n0,0\n""\n-1,0\nBOT\n1,0\n"Zeppelin"\n0,42\nV\n-1,0\nEOD\n',
    ],
  ])('%s (%s)', async (extension, _, content) => {
    const path = scratch.path(`sheet.${extension}`);
    await writeFile(path, content);
    const found = await read(onlyOutput(await convert(scratch, path, { target: 'csv' })), 'csv');
    expect(found.sheets[0]?.[1]).toEqual([['Zeppelin', '42']]);
  });

  it('a template is a document like any other', async () => {
    const path = scratch.path('template.dotx');
    const script =
      'import sys, zipfile; s = zipfile.ZipFile(sys.argv[1]); d = zipfile.ZipFile(sys.argv[2], "w")\n' +
      'for n in s.namelist(): d.writestr(n, s.read(n).replace(b"document.main+xml", b"template.main+xml"))\nd.close()';
    await execa('/usr/bin/python3', ['-c', script, fixture('report.docx'), path]);
    const found = await read(onlyOutput(await convert(scratch, path, { target: 'odt' })), 'odt');
    expect(found.text).toContain('Quarterly report');
  });

  it('HTML loses what it would load from elsewhere, and the user is told', async () => {
    const path = scratch.path('linked.html');
    await writeFile(path, '<!DOCTYPE html><html><body><p>Words</p><img src="file:///etc/hostname"></body></html>');
    const result = await convert(scratch, path, { target: 'docx' });
    const found = await read(onlyOutput(result), 'docx');
    expect([found.text.trim(), found.pictures]).toEqual(['Words', 0]);
    expect(result.warnings.map(({ message }) => message).join()).toContain('1 reference to another file');
  });

  it.runIf(process.env.CORPORA_DIR).each([
    ['office/Word6_sections2.doc', /^[\s\S]{1000}/],
    ['reported/office/Word6.doc', /^The quick brown fox/],
  ])('Word 6, which the filter of Word 97 does not read: %s', async (file, text) => {
    const path = join(process.env.CORPORA_DIR ?? '', file);
    const found = await read(onlyOutput(await convert(scratch, path, { target: 'txt' })), 'txt');
    expect(found.text).toMatch(text);
  });
});

describe('macros', () => {
  it('are dropped with a warning', async () => {
    const path = scratch.path('macro.docm');
    const script = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1], "a").writestr("word/vbaProject.bin", b"macro")';
    await copyFile(fixture('report.docx'), path);
    await execa('/usr/bin/python3', ['-c', script, path]);
    const result = await convert(scratch, path, { target: 'docx' });
    expect((await read(onlyOutput(result), 'docx')).parts.join()).not.toContain('vbaProject');
    expect(result.warnings).toContainEqual(
      expect.objectContaining({ code: 'output_limited', message: expect.stringContaining('macros of macro.docm') }),
    );
  });
});

describe.runIf(process.env.CORPORA_DIR)('macros of the old formats', () => {
  const path = join(process.env.CORPORA_DIR ?? '', 'office/60279.doc');

  it.each([
    ['docx', 'vbaProject'],
    ['odt', 'Basic/'],
  ])('are not in a %s', async (target, part) => {
    expect((await readFile(path)).includes(Buffer.from('_VBA_PROJECT', 'utf16le'))).toBe(true);
    const found = await read(onlyOutput(await convert(scratch, path, { target })), target);
    expect(found.parts.join()).not.toContain(part);
  });

  it('are not in a doc', async () => {
    const made = await readFile(onlyOutput(await convert(scratch, path, { target: 'doc' })));
    expect(made.includes(Buffer.from('_VBA_PROJECT', 'utf16le'))).toBe(false);
  });
});

describe('passwords', () => {
  beforeAll(async () => {
    await execa('qpdf', [
      '--encrypt',
      PASSWORD,
      'owner',
      '256',
      '--',
      fixture('report.pdf'),
      scratch.path('locked.pdf'),
    ]);
  });
  const cases = [
    ['locked.docx', 'pdf', SECRET],
    ['locked.docx', 'csv', SECRET],
    ['locked.doc', 'docx', SECRET],
    ['locked.odt', 'txt', SECRET],
    ['locked.xls', 'xlsx', SECRET],
    ['locked.pdf', 'txt', 'Quarterly report'],
    ['locked.pdf', 'docx', 'Quarterly report'],
    ['locked.pdf', 'pptx', 'Quarterly report'],
  ] as const;
  const pathOf = (file: string) => (file === 'locked.pdf' ? scratch.path(file) : fixture(file));

  it.each(cases)('the right one opens %s (to %s)', async (file, target, words) => {
    const result = await convert(scratch, pathOf(file), { target, password: PASSWORD });
    expect((await read(onlyOutput(result), target)).text).toContain(words);
    expect(result.warnings.filter(({ code }) => code === 'option_no_effect')).toEqual([]);
  });

  it.each(cases)('a wrong one does not open %s (to %s)', async (file, target) => {
    const error = await errorOf(convert(scratch, pathOf(file), { target, password: 'wrong' }));
    expect(error.code).toBe('input_password_wrong');
    expect(error.message).not.toContain('wrong"');
  });

  it.each(cases)('without one %s is not opened (to %s)', async (file, target) => {
    expect((await errorOf(convert(scratch, pathOf(file), { target }))).code).toBe('input_password_needed');
  });

  it('the name does not decide what an encrypted file is', async () => {
    const how = { target: 'txt', filename: 'table.xlsx', password: PASSWORD };
    const path = onlyOutput(await convert(scratch, fixture('locked.docx'), how));
    expect((await read(path, 'txt')).text).toContain(SECRET);
  });

  it.each([
    ['report.docx', 'txt'],
    ['report.pdf', 'txt'],
    ['report.pdf', 'pptx'],
    ['letter.txt', 'pdf'],
    ['page.html', 'docx'],
  ])('one for %s, which needs none, is told to be useless', async (file, target) => {
    const { warnings } = await convert(scratch, fixture(file), { target, password: PASSWORD });
    const useless = warnings.filter(({ code }) => code === 'option_no_effect');
    expect(useless).toEqual([
      expect.objectContaining({ message: expect.stringContaining(`${file} is not protected`) }),
    ]);
  });
});
