import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseQuickInfo, pdfInfo } from '../../../../tools/formats/pdf-text/info.ts';
import { MAX_PAGES } from '../../../../tools/formats/pdf-text/reflow.ts';
import { pdfToText } from '../../../../tools/formats/pdf-text/text.ts';
import { fastAllocation } from '../../../../tools/programs/qpdf/allocator.ts';
import { type PageDescription, Scratch } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

const PAGE: PageDescription = { text: [[50, 100, 12, 'regular', 'Secret words of a page']] };

async function encrypted(user: string, owner: string): Promise<string> {
  const plain = await scratch.pdf([PAGE]);
  const path = plain.replace('.pdf', '-encrypted.pdf');
  await execa('qpdf', [plain, '--encrypt', user, owner, '256', '--', path]);
  return path;
}

async function info(path: string, password: string | null = null) {
  const task = await scratch.task(path);
  return { ...(await pdfInfo({ path, password }, task.context)), ...task };
}

test('pages and encryption; what is sound needs no look at every page, and what is plain no program', async () => {
  const plain = await scratch.pdf([PAGE, PAGE]);
  const linearized = plain.replace('.pdf', '-linearized.pdf');
  await execa('qpdf', ['--linearize', plain, linearized]);
  for (const [path, programs] of [
    [plain, []],
    [linearized, ['qpdf']],
  ] as const) {
    const { pages, encrypted, sound, warnings, calls } = await info(path);
    expect({ pages, encrypted, sound, warnings }).toEqual({ pages: 2, encrypted: false, sound: true, warnings: [] });
    expect(calls.map(({ name }) => name)).toEqual(programs);
  }
});

test('what is not sound is left to pdfinfo', async () => {
  const whole = await readFile(await scratch.pdf([PAGE, PAGE]), 'latin1');
  const cases = {
    lost: whole.replace(/startxref\s+\d+/, 'startxref\n7'),
    claims: whole.replace('/Count 2', '/Count 900'),
  };
  for (const [name, data] of Object.entries(cases)) await writeFile(scratch.path(`${name}.pdf`), data, 'latin1');
  const { pages, calls } = await info(scratch.path('lost.pdf'));
  expect({ pages, names: calls.map(({ name }) => name) }).toEqual({ pages: 2, names: ['qpdf', 'pdfinfo'] });
  await expect(info(scratch.path('claims.pdf'))).rejects.toMatchObject({ code: 'input_damaged' });
});

test('what qpdf says of a file', () => {
  const said = (count: number, trailer: string) => parseQuickInfo(`${count}\n<< ${trailer} >>\n`);
  expect(said(2, '/Root 1 0 R /Size 9')).toEqual({ pages: 2, encrypted: false });
  expect(said(2, '/Encrypt 5 0 R /Root 1 0 R /Size 9')).toEqual({ pages: 2, encrypted: true });
  // No pages, more of them than objects, no number of objects, and an end alone.
  expect([said(0, '/Size 9'), said(9, '/Size 9 '), said(2, '/Root 1 0 R'), parseQuickInfo('/Size 9 >>')]).toEqual(
    Array(4).fill(null),
  );
});

test('qpdf takes its memory from jemalloc where that is installed', async () => {
  const folder = scratch.path('libraries');
  await mkdir(folder);
  expect(await fastAllocation(folder)).toEqual({});
  expect(await fastAllocation(null)).toEqual({});
  const library = `${folder}/libjemalloc.so.2`;
  await writeFile(library, '');
  expect(await fastAllocation(folder)).toEqual({ LD_PRELOAD: library });
});

describe('passwords', () => {
  test('the right one opens the file, and is on no command line', async () => {
    const path = await encrypted('päss wörd', 'owner');
    const { pages, encrypted: isEncrypted, calls } = await info(path, 'päss wörd');
    expect({ pages, isEncrypted }).toEqual({ pages: 1, isEncrypted: true });
    expect(calls.some(({ stdin }) => String(stdin).includes('päss wörd'))).toBe(true);
    expect(JSON.stringify(calls.map(({ args, env }) => [args, env]))).not.toContain('päss');
    const { blocks } = await scratch.reflow(path, 'text', 'päss wörd');
    expect(blocks).toEqual([['p', 'Secret words of a page']]);
  });

  test('none and a wrong one are told apart', async () => {
    const path = await encrypted('user', 'owner');
    await expect(info(path)).rejects.toMatchObject({ code: 'input_password_needed' });
    await expect(info(path, 'wrong')).rejects.toMatchObject({ code: 'input_password_wrong' });
    await expect(info(path, 'user\nother')).rejects.toMatchObject({ code: 'input_password_wrong' });
    await expect(scratch.reflow(path)).rejects.toMatchObject({ code: 'input_password_needed' });
  });

  test('an owner password alone is none to read the file, and one that is not needed does no harm', async () => {
    expect(await info(await encrypted('', 'owner'))).toMatchObject({ pages: 1, encrypted: true });
    expect(await info(await scratch.pdf([PAGE]), 'unneeded')).toMatchObject({ pages: 1, encrypted: false });
  });
});

test('cut and damaged files whose pages cannot be found are refused, and told apart', async () => {
  const whole = await readFile(await scratch.pdf([PAGE]));
  const cases = {
    cut: whole.subarray(0, 400),
    noTable: whole.subarray(0, whole.length - 300),
    noise: Buffer.from('%PDF-1.4\nnothing of use\n%%EOF\n'),
  };
  for (const [name, data] of Object.entries(cases)) await writeFile(scratch.path(`${name}.pdf`), data);
  await expect(info(scratch.path('cut.pdf'))).rejects.toMatchObject({ code: 'input_truncated' });
  await expect(info(scratch.path('noise.pdf'))).rejects.toMatchObject({ code: 'input_damaged' });
  await expect(info(scratch.path('noTable.pdf'))).rejects.toMatchObject({ code: 'input_truncated' });
});

test('a file that is cut but can be repaired is converted with a warning', async () => {
  const whole = await readFile(await scratch.pdf([PAGE]), 'latin1');
  await writeFile(scratch.path('repaired.pdf'), whole.replace(/startxref.*/s, ''), 'latin1');
  expect(await info(scratch.path('repaired.pdf'))).toMatchObject({ pages: 1, warnings: ['input_truncated'] });
  const { blocks, warnings } = await scratch.reflow(scratch.path('repaired.pdf'));
  expect({ blocks, warnings }).toEqual({ blocks: [['p', 'Secret words of a page']], warnings: ['input_truncated'] });
});

test('plain text keeps the layout, pages are parted by form feeds', async () => {
  const path = await scratch.pdf([
    {
      text: [
        [50, 100, 10, 'regular', 'Left'],
        [300, 100, 10, 'regular', 'Right'],
      ],
    },
    PAGE,
  ]);
  const { context, workFolder } = await scratch.task(path);
  const { path: txt, hasText } = await pdfToText({ path, password: null }, workFolder, context);
  const text = await readFile(txt, 'utf8');
  expect(hasText).toBe(true);
  expect(text.split('\f').map((page) => page.trim())).toEqual([
    expect.stringMatching(/^Left {3,}Right$/),
    'Secret words of a page',
  ]);
});

test('a scan has no text', async () => {
  const path = await scratch.pdf([{ pictures: [[0, 0, 595, 842, 10]] }]);
  const { context, workFolder } = await scratch.task(path);
  expect((await pdfToText({ path, password: null }, workFolder, context)).hasText).toBe(false);
});

test('too many pages are refused', async () => {
  const path = await scratch.pdf(Array.from({ length: MAX_PAGES + 1 }, () => ({})));
  await expect(scratch.reflow(path)).rejects.toMatchObject({ code: 'input_bomb', details: { limit: MAX_PAGES } });
});
