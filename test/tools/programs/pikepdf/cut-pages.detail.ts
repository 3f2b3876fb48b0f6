import { mkdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../../../engines/document/engine.ts';
import { identify } from '../../../../src/files/identify.ts';
import { withWholePages } from '../../../../tools/programs/pikepdf/cut-pages.ts';
import { engineTask, makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';

const PAGES = 6;
let scratch: ScratchFolder;
let whole: string;
let runs = 0;

beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('cut-pages'));
  whole = scratch.path('whole.pdf');
  await writeFile(whole, book());
  await execa('qpdf', ['--check', whole]);
});

afterAll(() => scratch.remove());

/** Writes pages in order, each after its text, with one font; the page list, with the paper size, and the catalog are at the end. */
function book({ fontAtEnd = false } = {}): string {
  let pdf = '%PDF-1.4\n';
  const places = new Map<number, number>();
  const put = (number: number, body: string): void => {
    places.set(number, pdf.length);
    pdf += `${number} 0 obj\n${body}\nendobj\n`;
  };
  const font = () => put(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  if (!fontAtEnd) font();
  const kids = [];
  for (let page = 1; page <= PAGES; page += 1) {
    const text = `BT /F 12 Tf 50 700 Td (This is page ${page}) Tj ET\n${'% filling\n'.repeat(200)}`;
    put(10 * page, `<< /Length ${text.length} >>\nstream\n${text}\nendstream`);
    put(
      10 * page + 1,
      `<< /Type /Page /Parent 2 0 R /Contents ${10 * page} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
    );
    kids.push(`${10 * page + 1} 0 R`);
  }
  if (fontAtEnd) font();
  put(2, `<< /Type /Pages /MediaBox [0 0 400 800] /Count ${PAGES} /Kids [${kids.join(' ')}] >>`);
  put(1, '<< /Type /Catalog /Pages 2 0 R >>');
  const table = pdf.length;
  const rows = [...places].map(([number, at]) => `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`);
  pdf += `xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${10 * PAGES + 2} /Root 1 0 R >>\n`;
  return `${pdf}startxref\n${table}\n%%EOF\n`;
}

async function inputOf(path: string) {
  const { size } = await stat(path);
  return { id: 'input', path, filename: 'book.pdf', size, format: await identify(path), decryptPassword: null };
}

/** Cuts off the last bytes of a file. */
async function cut(from: string, share: number): Promise<string> {
  const path = scratch.path(`cut-${++runs}.pdf`);
  await writeFile(path, await readFile(from));
  await truncate(path, Math.floor((await stat(path)).size * share));
  return path;
}

async function taskFor(path: string) {
  const workFolder = scratch.path(`work-${++runs}`);
  await mkdir(workFolder);
  return engineTask({ workFolder, readable: [path], signal: new AbortController().signal });
}

const textOf = async (path: string): Promise<string[]> =>
  (await execa('pdftotext', [path, '-'])).stdout.match(/This is page \d/g) ?? [];

describe('of a PDF that ends early', () => {
  it('the complete pages become a valid PDF, with a warning that counts them', async () => {
    const path = await cut(whole, 0.6);
    expect((await execa('pdfinfo', [path], { reject: false })).exitCode).not.toBe(0);
    const task = await taskFor(path);
    const made = await withWholePages(await inputOf(path), task.context);
    expect(made.path).not.toBe(path);
    await execa('qpdf', ['--check', made.path]);
    expect(await textOf(made.path)).toEqual(['This is page 1', 'This is page 2', 'This is page 3']);
    expect(task.warnings).toMatchObject([
      {
        code: 'input_truncated',
        message: expect.stringContaining('book.pdf ends early. 3 complete pages were converted'),
      },
    ]);
  });

  it('pages in object streams are found, and the page count is reported', async () => {
    const linear = scratch.path('linear.pdf');
    await execa('qpdf', ['--linearize', '--object-streams=generate', whole, linear]);
    const path = await cut(linear, 0.8);
    const task = await taskFor(path);
    const made = await withWholePages(await inputOf(path), task.context);
    const found = await textOf(made.path);
    expect(found.length).toBeGreaterThanOrEqual(1);
    expect(found).toEqual(Array.from({ length: found.length }, (_, page) => `This is page ${page + 1}`));
    expect(task.warnings[0]?.message).toContain(
      `${found.length} complete page${found.length === 1 ? '' : 's'} of ${PAGES}`,
    );
  });

  it.each(['pdf', 'txt', 'docx'] as const)('its complete pages become a %s', async (target) => {
    const path = await cut(whole, 0.6);
    const task = await taskFor(path);
    const [output] = await engine.convert({ target, options: {}, inputs: [await inputOf(path)] }, task.context);
    expect(task.codes.filter((code) => code === 'input_truncated')).toEqual(['input_truncated']);
    if (target === 'pdf') expect(await textOf(output?.path ?? '')).toHaveLength(3);
    if (target === 'txt') expect((await readFile(output?.path ?? '', 'utf8')).match(/This is page/g)).toHaveLength(3);
  });
});

it('pages that miss a font are left out, and encrypted and readable files stay unchanged', async () => {
  const fonts = scratch.path('fonts.pdf');
  await writeFile(fonts, book({ fontAtEnd: true }));
  const locked = scratch.path('locked.pdf');
  await execa('qpdf', [whole, '--encrypt', 'secret', 'owner', '256', '--', locked]);
  const paths = [await cut(fonts, 0.6), await cut(locked, 0.6), whole];
  const bytes = await readFile(whole);
  const unended = scratch.path('unended.pdf');
  await writeFile(unended, bytes.subarray(0, bytes.length - 6));
  for (const path of [...paths, unended]) {
    const task = await taskFor(path);
    expect((await withWholePages(await inputOf(path), task.context)).path).toBe(path);
    expect(task.codes).toEqual([]);
  }
});
