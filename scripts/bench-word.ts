/**
 * `npm run bench:word [-- --html --sheets FOLDER NAME…]`: PDF to docx by convertd, by LibreOffice's own PDF import, and with `--html` by
 * the HTML paragraphs that md and epub use: some thirty reports, papers, forms and slides. Each docx is read (zip, XML), rendered by
 * LibreOffice, and compared with the PDF (bench-word/measure.py). `--sheets` keeps pictures of the pages side by side. Needs CORPORA_DIR.
 */

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { engine } from '../engines/document/engine.ts';
import { CONVERTD, type Contestant, LIBREOFFICE, PARAGRAPHS } from './bench-word/contestants.ts';
import { type Sample, samplesOf, soffice } from './bench-word/files.ts';
import { type Measured, report } from './bench-word/report.ts';
import { drawSheet } from './bench-word/sheet.ts';

const MEASURE = fileURLToPath(new URL('bench-word/measure.py', import.meta.url));

const { values, positionals } = parseArgs({
  options: { sheets: { type: 'string' }, html: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const corpora = process.env.CORPORA_DIR;
if (corpora === undefined) throw new Error('Set CORPORA_DIR to the folder of the corpora.');
const contestants = [CONVERTD, LIBREOFFICE, ...(values.html ? [PARAGRAPHS] : [])];

const folder = await mkdtemp(join(tmpdir(), 'convertd-bench-'));
try {
  const results: { sample: Sample; by: Map<string, Measured> }[] = [];
  for (const sample of await samplesOf(resolve(corpora), folder, positionals)) {
    const by = new Map<string, Measured>();
    const pdfs: (string | null)[] = [];
    for (const contestant of contestants) {
      const { measured, pdf } = await measure(sample, contestant);
      by.set(contestant.name, measured);
      pdfs.push(pdf);
      console.error(sample.name, contestant.name, JSON.stringify(measured));
    }
    results.push({ sample, by });
    if (values.sheets !== undefined) await drawSheet(sample, pdfs, resolve(values.sheets));
  }
  console.log(
    report(
      results,
      contestants.map(({ name }) => name),
    ),
  );
} finally {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
}

async function measure(sample: Sample, contestant: Contestant): Promise<{ measured: Measured; pdf: string | null }> {
  const own = await mkdtemp(join(folder, `${contestant.name}-`));
  await mkdir(join(own, 'convert'));
  const docx = join(own, 'result.docx');
  await contestant.convert(sample.pdf, docx, join(own, 'convert'));
  const pdf = (await rendered(docx, own)) ? join(own, 'result.pdf') : null;
  const { stdout } = await execa('/usr/bin/python3', ['-s', '-E', '-B', MEASURE, sample.pdf, docx, pdf ?? '']);
  return { measured: JSON.parse(stdout) as Measured, pdf };
}

/** Whether LibreOffice can show the document; it never finishes with some that it made from PDFs itself. */
async function rendered(docx: string, own: string): Promise<boolean> {
  try {
    await soffice(['--convert-to', 'pdf', '--outdir', own, docx], own);
    return true;
  } catch (error) {
    console.error(`${docx} could not be rendered: ${(error as Error).message.split('\n')[0]}`);
    return false;
  }
}
