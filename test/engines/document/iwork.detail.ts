import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../../support/error-of.ts';
import { iwaDocument, keynoteXml, numbersXml, pagesXml } from '../../support/iwork-package.ts';
import { makeZip, type ZipContent } from '../../support/make-zip.ts';
import { convert, fixture, makeScratch, onlyOutput, read, type Scratch } from './support.ts';

const TEXT = 'Plum preserve';
const UNREADABLE: ZipContent = ['Index/Document.iwa', iwaDocument(10000)];

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

async function packed(filename: string, members: readonly ZipContent[]): Promise<string> {
  const path = scratch.path(filename);
  await writeFile(path, makeZip(members));
  return path;
}

describe('a package that LibreOffice reads', () => {
  it.each<[string, ZipContent]>([
    ['letter.pages', ['index.xml', pagesXml(TEXT)]],
    ['stock.numbers', ['index.xml', numbersXml(TEXT)]],
    ['talk.key', ['index.apxl', keynoteXml(TEXT)]],
    ['folder.zip', ['letter.pages/index.xml', pagesXml(TEXT)]],
    ['wrong.docx', ['index.xml', pagesXml(TEXT)]],
  ])('is converted: %s', async (filename, member) => {
    const made = await convert(scratch, await packed(filename, [member]), { target: 'pdf' });
    expect((await read(onlyOutput(made), 'pdf')).text).toContain(TEXT);
    expect(made.warnings).toEqual([]);
  });
});

describe('a package that LibreOffice does not read', () => {
  it('becomes its preview of all pages, and a warning says so', async () => {
    const preview = await readFile(fixture('report.pdf'));
    const path = await packed('preview.pages', [UNREADABLE, ['preview.pdf', preview]]);
    const made = await convert(scratch, path, { target: 'pdf' });
    const [expected, found] = [await read(fixture('report.pdf'), 'pdf'), await read(onlyOutput(made), 'pdf')];
    expect(found.text).toBe(expected.text);
    const warning = 'a Pages document of 2013 or later that LibreOffice cannot read';
    expect(made.warnings.map(({ message }) => message)).toEqual([expect.stringContaining(warning)]);
  });

  it('becomes the picture of its first page, and a warning says that it is no more', async () => {
    const preview = await readFile(fixture('gradient.png'));
    const path = await packed('picture.pages', [UNREADABLE, ['QuickLook/Thumbnail.png', preview]]);
    const made = await convert(scratch, path, { target: 'pdf' });
    expect((await read(onlyOutput(made), 'pdf')).pictures).toBe(1);
    expect(made.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('its first page only')]);
  });

  it('becomes no text where its preview is a picture: it is refused by its name', async () => {
    const preview = await readFile(fixture('gradient.png'));
    const path = await packed('picture.pages', [UNREADABLE, ['preview.jpg', preview]]);
    const error = await errorOf(convert(scratch, path, { target: 'txt' }));
    expect(error.code).toBe('input_wrong_type');
    expect(error.message).toContain('picture.pages is a Pages document of 2013 or later');
    expect(error.message).toContain('option ocr');
  });

  it('is of another text than its preview: the preview is taken', async () => {
    const preview = await readFile(fixture('report.pdf'));
    const path = await packed('other.pages', [
      ['index.xml', pagesXml(TEXT)],
      ['QuickLook/Preview.pdf', preview],
    ]);
    const made = await convert(scratch, path, { target: 'pdf' });
    expect((await read(onlyOutput(made), 'pdf')).text).not.toContain(TEXT);
    expect(made.warnings).toHaveLength(1);
  });

  it('is refused by its name without a preview, and what to do is said', async () => {
    const slides: ZipContent[] = [
      ['Index/Document.iwa', iwaDocument(1)],
      ['Index/Slide-1.iwa', ''],
    ];
    const error = await errorOf(convert(scratch, await packed('bare.key', slides), { target: 'pdf' }));
    expect(error.code).toBe('input_wrong_type');
    expect(error.message).toContain('bare.key is a Keynote document of 2013 or later');
    expect(error.message).toContain('Export it in Keynote as PowerPoint or PDF');
  });

  it('is refused by its name where it has a password', async () => {
    const path = await packed('locked.numbers', [['index.xml', 'secret', 0x636c]]);
    const error = await errorOf(convert(scratch, path, { target: 'pdf', password: 'a' }));
    expect(error.code).toBe('input_wrong_type');
    expect(error.message).toContain('protected by a password');
  });
});
