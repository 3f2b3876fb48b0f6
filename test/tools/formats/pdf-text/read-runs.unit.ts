import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRunPages } from '../../../../tools/formats/pdf-text/reading/read-runs.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convertd-test-runs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns the styles of texts in fonts with these names, which pdftohtml does not mark. */
async function looksOf(families: readonly string[]): Promise<string[]> {
  const fonts = families.map(
    (family, index) => `<fontspec id="${index}" size="30" family="${family}" color="#000000"/>`,
  );
  const texts = families.map((_, index) => `<text top="0" left="0" width="9" height="9" font="${index}">x</text>`);
  const path = join(folder, 'runs.xml');
  await writeFile(path, `<pdf2xml><page number="1">${fonts.join('')}${texts.join('')}</page></pdf2xml>`);
  const looks: string[] = [];
  for await (const { runs } of readRunPages(path)) {
    for (const { pieces } of runs) {
      for (const { style } of pieces)
        looks.push([style.bold && 'bold', style.italic && 'italic'].filter(Boolean).join(' '));
    }
  }
  return looks;
}

test.each([
  [
    'bold',
    [
      'CMBX10',
      'ABCDEF+CMBX12',
      'SFBX1000',
      'CMSSBX10',
      'ECBX1095',
      'CMB10',
      'NimbusRomNo9L-Medi',
      'Frutiger-Bd',
      'Gill-Heavy',
    ],
  ],
  ['italic', ['CMTI10', 'ABCDEF+SFTI1000', 'CMSL10', 'CMSSI10', 'NimbusRomNo9L-ReguItal']],
  ['bold italic', ['CMBXTI10', 'NimbusRomNo9L-MediItal']],
  ['', ['CMR10', 'SFRM1000', 'CMSS10', 'CMMI10', 'CMSY10', 'Times-Roman', 'KoPubDotumMedium', 'CMTT10']],
])('fonts that are %j by their names', async (look, families) => {
  expect(await looksOf(families)).toEqual(families.map(() => look));
});
