import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import type { Receipt } from '../../src/receipt/schema.ts';
import { convertd, lastLine, temporaryFolder } from '../cli/support.ts';

const receiptOf = async (file: string, target: string, cwd: string): Promise<Receipt> => {
  const { stdout } = await convertd([file, target, '-o', 'receipt=true', '--json'], { cwd });
  return lastLine(stdout).output[0]?.receipt as Receipt;
};

/** A text in a font of its own for each page, as another program may send it. */
const page = (style: string, text: string) => `<text:p text:style-name="${style}">${text}</text:p>`;
const FACES = ['Calibri', 'Segoe UI', 'DejaVu Sans'];
const TEXT = `<?xml version="1.0"?><office:document office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"
 xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0">
<office:font-face-decls>${FACES.map((name, index) => `<style:font-face style:name="F${index}" svg:font-family="'${name}'"/>`).join('')}</office:font-face-decls>
<office:automatic-styles>${FACES.map((_, index) => `<style:style style:name="P${index}" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/><style:text-properties style:font-name="F${index}"/></style:style>`).join('')}</office:automatic-styles>
<office:body><office:text>${FACES.map((name, index) => page(`P${index}`, `Written in ${name}`)).join('')}</office:text></office:body></office:document>`;

it('fonts that are not installed are named with what is on which pages instead', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'faces.fodt'), TEXT);
  const { fonts, counts } = await receiptOf('faces.fodt', 'pdf', folder);
  expect(fonts?.named).toEqual(expect.arrayContaining(FACES));
  const replaced = new Map(fonts?.replaced.map(({ name, ...by }) => [name, by]));
  expect(replaced.has('DejaVu Sans')).toBe(false);
  expect(replaced.get('Calibri')).toMatchObject({ by: 'Carlito', same_widths: true });
  expect(replaced.get('Segoe UI')).toMatchObject({ same_widths: false });
  const last = Number(counts.pages?.output);
  for (const [name, page] of [
    ['Calibri', last - 2],
    ['Segoe UI', last - 1],
  ] as const) {
    expect(replaced.get(name)?.pages).toBe(String(page));
    // LibreOffice gives all pages all fonts, so the page is written to a file of its own first.
    await execa('pdftocairo', ['-pdf', '-f', `${page}`, '-l', `${page}`, 'faces.pdf', 'page.pdf'], { cwd: folder });
    const { stdout } = await execa('pdffonts', ['page.pdf'], { cwd: folder });
    expect(stdout).toContain(replaced.get(name)?.by.replaceAll(' ', ''));
    expect(stdout).not.toContain('DejaVu');
  }
});

it('fonts of other outputs are not listed', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'faces.fodt'), TEXT);
  expect((await receiptOf('faces.fodt', 'txt', folder)).fonts).toBeNull();
});
