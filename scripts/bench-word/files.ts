import { mkdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

/** A PDF of the comparison. */
export interface Sample {
  readonly name: string;
  readonly kind: 'report' | 'paper' | 'form' | 'slides' | 'sheet' | 'letter';
  readonly pdf: string;
}

const FIXTURES = fileURLToPath(new URL('../../fixtures/document', import.meta.url));

/** Files in the corpora, or among our fixtures; other formats than PDF are printed by LibreOffice first. */
const FILES: readonly (readonly [kind: Sample['kind'], path: string])[] = [
  ['report', 'reported/pdf/google-doc-document.pdf'],
  ['paper', 'reported/pdf/multicolumn.pdf'],
  ['paper', 'reported/pdf/pdflatex-outline.pdf'],
  ['paper', 'reported/pdf/minimal-document.pdf'],
  ['sheet', 'reported/pdf/canvas.pdf'],
  ['report', 'pdf/adobe_errata.pdf'],
  ['paper', 'pdf/TextDemoColumns.pdf'],
  ['report', 'pdf/TextDemoAlignCenterMargin.pdf'],
  ['sheet', 'pdf/Helvetica-BoldOblique.pdf'],
  ['form', 'pdf/english.pdf'],
  ['form', 'pdf/comboboxGroup.pdf'],
  ['form', 'pdf/person_01.pdf'],
  ['form', 'pdf/fields-pages-out.pdf'],
  ['form', 'pdf/appearances-1-rotated.pdf'],
  ['slides', 'pdf/regions.pdf'],
  ['report', 'office/SampleDoc.docx'],
  ['report', 'office/Numbering.docx'],
  ['report', 'office/footnotes.docx'],
  ['report', 'office/Styles.docx'],
  ['report', 'office/WithGIF.docx'],
  ['letter', 'office/capitalized.docx'],
  ['paper', 'office/ThreeColHeadFoot.doc'],
  ['paper', 'office/SimpleHeadThreeColFoot.doc'],
  ['report', 'office/saved-by-table.doc'],
  ['report', 'office/60279.doc'],
  ['slides', 'office/SampleShow.pptx'],
  ['slides', 'office/table_test.pptx'],
  ['sheet', 'office/57423.xlsx'],
  ['report', 'fixtures/report.docx'],
  ['letter', 'fixtures/letter.txt'],
  ['slides', 'fixtures/slides.pptx'],
];

/** Returns the PDFs; those that are printed first are in `folder`. */
export async function samplesOf(corpora: string, folder: string, names: readonly string[]): Promise<Sample[]> {
  const asked = FILES.filter(([, path]) => names.length === 0 || names.some((name) => path.includes(name)));
  const samples: Sample[] = [];
  for (const [kind, path] of asked) {
    const file = path.startsWith('fixtures/') ? join(FIXTURES, basename(path)) : join(corpora, path);
    const pdf = extname(file) === '.pdf' ? file : await printed(file, folder);
    samples.push({ name: basename(path), kind, pdf });
  }
  return samples;
}

async function printed(file: string, folder: string): Promise<string> {
  const out = join(folder, 'printed');
  await mkdir(out, { recursive: true });
  await soffice(['--convert-to', 'pdf', '--outdir', out, file], folder);
  return join(out, `${basename(file, extname(file))}.pdf`);
}

const TIMEOUT_MS = 120_000;

/** Runs LibreOffice in the usual way, with its own profile. */
export async function soffice(args: readonly string[], folder: string): Promise<void> {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  await execa('soffice', [profile, '--headless', ...args], { timeout: TIMEOUT_MS });
}
