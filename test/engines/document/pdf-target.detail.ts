import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../../engines/document/engine.ts';
import { errorOf } from '../../support/error-of.ts';
import { CONVERT } from '../../support/imagemagick.ts';
import { preflight } from '../../support/preflight.ts';
import { convert, convertAll, fixture, makeScratch, onlyOutput, pdfFact, type Scratch } from './support.ts';

/* The engine's way to the target pdf: inputs of any kind, then the operations in their order. Each operation has tests of its own. */

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

const wordsOf = async (path: string, ...flags: string[]) => (await execa('pdftotext', [...flags, path, '-'])).stdout;

describe('the target pdf', () => {
  it('takes several inputs as one only where an option joins them', () => {
    const { combinesInputs } = engine;
    expect(combinesInputs({ target: 'pdf', options: {} })).toBe(false);
    for (const option of ['merge', 'stamp', 'watermark']) {
      expect(combinesInputs({ target: 'pdf', options: { [option]: true } }), option).toBe(true);
    }
  });

  it('places a picture itself where alignment says, at its own size', async () => {
    const picture = scratch.path('seal.png');
    // 200 x 100 pixels of 96 DPI: 150 x 75 points.
    await execa(CONVERT, ['-size', '200x100', 'xc:red', '-units', 'PixelsPerInch', '-density', '96', picture]);
    const options = { stamp: true, alignment: 'bottom_right' };
    const path = onlyOutput(await convertAll(scratch, [fixture('report.pdf'), picture], { target: 'pdf', options }));
    const page = scratch.path('stamped');
    await execa('pdftoppm', ['-r', '72', '-l', '1', '-singlefile', '-png', path, page]);
    const red = ['-fill', 'white', '+opaque', 'red', '-bordercolor', 'white', '-border', '1'];
    const { stdout } = await execa(CONVERT, [`${page}.png`, ...red, '-format', '%@ %w %h', 'info:']);
    const [width = 0, height = 0, left = 0, top = 0, pageWidth = 0, pageHeight = 0] = stdout.split(/[x+ ]/).map(Number);
    const free = [pageWidth - 1 - (left + width), pageHeight - 1 - (top + height)];
    expect([width, height, ...free]).toEqual([150, 75, 0, 0].map((length) => expect.closeTo(length, -0.5)));
  });

  it.each(['report.docx', 'slides.pptx', 'table.xlsx', 'page.html'])(
    '%s: PDF/A as LibreOffice writes it, with its tags',
    async (name) => {
      const options = { pdf_a: '1b', linearize: true };
      const path = onlyOutput(await convert(scratch, fixture(name), { target: 'pdf', options }));
      expect(await preflight(path)).toEqual([]);
      expect([await pdfFact(path, 'Tagged'), await pdfFact(path, 'Optimized')]).toEqual(['yes', 'yes']);
      const plain = onlyOutput(await convert(scratch, fixture(name), { target: 'pdf' }));
      expect(await wordsOf(path, '-raw')).toBe(await wordsOf(plain, '-raw'));
    },
  );

  it('merges files of different kinds in their order', async () => {
    const inputs = ['report.docx', 'gradient.png', 'report.pdf', 'letter.txt'].map(fixture);
    const path = onlyOutput(await convertAll(scratch, inputs, { target: 'pdf', options: { merge: true } }));
    expect(await pdfFact(path, 'Pages')).toBe('4');
    expect(await wordsOf(path, '-f', '1', '-l', '1')).toContain('Quarterly report');
    expect((await wordsOf(path, '-f', '2', '-l', '2')).trim()).toBe('');
    expect(await wordsOf(path, '-f', '3', '-l', '3')).toContain('Quarterly report');
    await execa('qpdf', ['--check', path]);
  });

  it('does several operations in one order: turned, two on a sheet, locked', async () => {
    const options = {
      merge: true,
      rearrange: '2, 1',
      rotate: [{ pages: '1-last', angle: 180 }],
      pages_per_sheet: 2,
      new_user_password: 'open me',
    };
    const inputs = [fixture('report.docx'), fixture('letter.txt')];
    const path = onlyOutput(await convertAll(scratch, inputs, { target: 'pdf', options }));
    await expect(execa('pdfinfo', [path])).rejects.toThrow('Incorrect password');
    const { stdout } = await execa('pdfinfo', ['-upw', 'open me', path]);
    expect(stdout).toMatch(/Pages:\s+1\n/);
    const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(width)).toBeGreaterThan(Number(height));
    expect(await wordsOf(path, '-upw', 'open me')).toContain('Quarterly report');
  });

  it('makes a file of each page, numbered', async () => {
    const inputs = [fixture('report.docx'), fixture('letter.txt')];
    const options = { merge: true, one_file_per_page: true, allow_multiple_outputs: true };
    const { outputs } = await convertAll(scratch, inputs, { target: 'pdf', options });
    expect(new Set(outputs.map(({ suffix }) => suffix)).size).toBe(2);
    for (const { path } of outputs) expect(await pdfFact(path, 'Pages')).toBe('1');
  });

  it('takes a password off, and says so where there was none', async () => {
    const locked = scratch.path('locked.pdf');
    await execa('qpdf', ['--encrypt', 'secret', 'owner', '256', '--', fixture('report.pdf'), locked]);
    const path = onlyOutput(await convert(scratch, locked, { target: 'pdf', password: 'secret' }));
    expect(await pdfFact(path, 'Encrypted')).toBe('no');
    expect((await errorOf(convert(scratch, locked, { target: 'pdf' }))).code).toBe('input_password_needed');
    const wrong = errorOf(convert(scratch, locked, { target: 'pdf', password: 'other' }));
    expect((await wrong).code).toBe('input_password_wrong');
    const free = await convert(scratch, fixture('report.pdf'), { target: 'pdf', password: 'secret' });
    expect(free.warnings.map(({ code }) => code)).toEqual(['option_no_effect']);
  });

  it('lifts the restrictions of a PDF that opens without a password', async () => {
    const restricted = scratch.path('restricted.pdf');
    await execa('qpdf', ['--encrypt', '', 'owner', '256', '--print=none', '--', fixture('report.pdf'), restricted]);
    const path = onlyOutput(await convert(scratch, restricted, { target: 'pdf' }));
    expect(await pdfFact(path, 'Encrypted')).toBe('no');
  });

  it('tells progress that only grows, to 100', async () => {
    const options = { page_size: 'a5', linearize: true };
    const { progress } = await convert(scratch, fixture('report.docx'), { target: 'pdf', options });
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
    expect(progress.at(-1)).toBe(100);
  });
});
