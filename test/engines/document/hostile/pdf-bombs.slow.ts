import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';
import { patience } from '../../../support/slowness.ts';
import { fixture } from '../support.ts';
import { boxBomb, contentBomb, drawingBomb, imageBomb, manyPages, pageBomb, writePdf } from './pdf-bombs.ts';
import { runDocumentTask, watchMemory } from './pdf-tasks.ts';

/* PDFs that become large or slow, as whole tasks: each ends as documented and within its memory, and the next task is well. */

vi.setConfig({ testTimeout: patience(400_000), hookTimeout: patience(400_000) });

const GiB = 1024 ** 3;
const SECONDS = 20;

/** null: it was converted. */
const DOCUMENTED = [null, 'conversion_timeout', 'input_bomb', 'input_damaged', 'limit_cpu', 'limit_memory'] as const;
const ALSO = ['limit_file_size', 'option_unsupported', 'conversion_failed', 'engine_crashed'] as const;

let scratch: ScratchFolder;
const bombs = new Map<string, string>();
beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('pdf-bombs'));
  const made = {
    content: await contentBomb(GiB),
    image: await imageBomb(60_000),
    drawing: drawingBomb(),
    pages: pageBomb(20_000),
    'more pages': manyPages(20_001),
    box: boxBomb(),
  };
  for (const [name, objects] of Object.entries(made)) {
    bombs.set(name, await writePdf(scratch.path(`${name}.pdf`), objects));
  }
});
afterAll(() => scratch.remove());

const WAYS = [
  { way: 'pdf unchanged', target: 'pdf', options: {} },
  { way: 'pdf by Ghostscript', target: 'pdf', options: { quality: 'screen' } },
  { way: 'pdf on sheets', target: 'pdf', options: { page_size: 'a5', pages_per_sheet: 2 } },
  { way: 'pdf packed', target: 'pdf', options: { compression: 'basic' } },
  { way: 'txt', target: 'txt', options: {} },
  { way: 'docx', target: 'docx', options: {} },
] as const;

const NAMES = ['content', 'image', 'drawing', 'pages', 'more pages', 'box'];

describe.each(WAYS)('to $way', ({ target, options }) => {
  test.each(NAMES)('%s', async (name) => {
    const path = bombs.get(name) ?? '';
    const outcome = await runDocumentTask(scratch.folder, { path, target, options, seconds: SECONDS });
    expect([...DOCUMENTED, ...ALSO]).toContain(outcome.code);
    expect(outcome.memory).toBeLessThan(3 * GiB);
    const next = await runDocumentTask(scratch.folder, { path: fixture('report.pdf'), target: 'txt' });
    expect(next.code).toBeNull();
  });
});

test('more pages than are worked on are refused by their number', async () => {
  const path = bombs.get('more pages') ?? '';
  const task = { path, target: 'pdf', options: { linearize: true } };
  expect((await runDocumentTask(scratch.folder, task)).code).toBe('input_bomb');
});

describe('control: without limits', () => {
  test('Ghostscript draws without end', async () => {
    const args = [
      '-q',
      '-dSAFER',
      '-dBATCH',
      '-dNOPAUSE',
      '-sDEVICE=pdfwrite',
      '-o',
      '/dev/null',
      bombs.get('drawing') ?? '',
    ];
    const result = await execa('gs', args, {
      timeout: 2 * SECONDS * 1000,
      reject: false,
      // Killed, it leaves its files.
      env: { TMPDIR: scratch.folder },
    });
    expect(result.timedOut).toBe(true);
  });

  test('poppler takes the memory of all the pixels', async () => {
    const watch = watchMemory();
    const args = ['-r', '7200', '-f', '1', '-l', '1', bombs.get('image') ?? ''];
    await execa('pdftoppm', args, { timeout: patience(SECONDS) * 1000, reject: false, stdout: 'ignore' });
    expect(await watch.end()).toBeGreaterThan(GiB / 2);
  });
});
