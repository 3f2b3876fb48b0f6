import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import type { OfficeWay } from '../../../../tools/programs/libreoffice/convert.ts';
import { fixture } from '../../../engines/document/support.ts';
import { errorOf } from '../../../support/error-of.ts';
import { DEBIAN_7ZIP } from '../../../support/seven-zip.ts';
import { textOf, useBench } from './support.ts';

const bench = await useBench();

const FILTER = 'Impress MS PowerPoint 2007 XML';
const AS_PDF = { name: 'out.pdf', filter: 'impress_pdf_Export' };
const PROPERTIES = 'docProps/app.xml';

/** Makes a presentation with LibreOffice, with properties, and replaces one of its parts. */
async function presentation(name: string, part: string, content: string): Promise<string> {
  const made = await bench.convert('once', {
    input: fixture('slides.pptx'),
    load: { filter: FILTER },
    store: [{ name: 'out.pptx', filter: FILTER }],
  });
  const path = join(bench.folder, name);
  await copyFile(made.path('out.pptx'), path);
  await mkdir(dirname(join(bench.folder, part)), { recursive: true });
  await writeFile(join(bench.folder, part), content);
  await execa(DEBIAN_7ZIP, ['u', path, part], { cwd: bench.folder });
  return path;
}

const ENTITY = '<!DOCTYPE Properties [<!ENTITY e SYSTEM "http://127.0.0.1:1/">]><Properties>&e;</Properties>';

it.each<[OfficeWay, string]>([
  ['once', '<Properties><<'],
  ['warm', '<Properties><<'],
  ['warm', ENTITY],
  ['warm', '<Properties><x:y/></Properties>'],
])('a presentation is read without damaged properties: %s, %s', async (way, content) => {
  const input = await presentation(`${way}.pptx`, PROPERTIES, content);
  const { result, path } = await bench.convert(way, { input, load: { filter: FILTER }, store: [AS_PDF] });
  expect(result.repaired).toBe(true);
  expect(await textOf(path('out.pdf'))).toContain('Danke, merci');
});

it('those that can be read are left as they are', async () => {
  const input = await presentation('whole.pptx', PROPERTIES, '<Properties/>');
  const { result } = await bench.convert('once', { input, load: { filter: FILTER }, store: [AS_PDF] });
  expect(result.repaired).toBe(false);
});

it('where LibreOffice ends on a damaged document, the damage is named', async () => {
  // Without the name of its filter the properties are not checked first.
  const input = await presentation('ends.pptx', PROPERTIES, '<Properties><<');
  expect(await errorOf(bench.convert('auto', { input, store: [AS_PDF] }))).toMatchObject({
    code: 'input_damaged',
    message: `The file is damaged: its part "${PROPERTIES}" cannot be read.`,
  });
  expect(await errorOf(bench.convert('once', { input, store: [AS_PDF] }))).toMatchObject({ code: 'input_damaged' });
});
