import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bench, fixture, pdfFact } from '../../../engines/ebook/support.ts';

const FOLDER = fileURLToPath(new URL('../../../../tools/programs/calibre', import.meta.url));
const ENVIRONMENT = {
  QT_QPA_PLATFORM: 'offscreen',
  QTWEBENGINE_CHROMIUM_FLAGS: '--no-sandbox --disable-dev-shm-usage --disable-gpu',
};

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.make();
  // Each change of alignment makes a separate block with one of two styles.
  const paragraphs = Array.from({ length: 60 }, (_, n) => {
    return `<p style="text-align: ${n % 2 === 0 ? 'left' : 'center'}">Paragraph ${n} of a text of the usual size.</p>`;
  });
  await writeFile(bench.path('long.html'), `<html><body><h1>Long</h1>${paragraphs.join('')}</body></html>`);
});
afterAll(() => bench.remove());

/** Runs ebook-convert with the changes of patches.py. @returns its exit code */
async function convert(args: readonly string[]): Promise<number | undefined> {
  const code = `import sys; sys.path.insert(0, ${JSON.stringify(FOLDER)}); import patches
from calibre.ebooks.conversion import cli
sys.exit(cli.main(['ebook-convert', *patches.apply(${JSON.stringify(args)})]))`;
  return (await execa('calibre-debug', ['-c', code], { env: ENVIRONMENT, reject: false })).exitCode;
}

describe('LRF with a base size of text', () => {
  it.each([6, 12, 22])('of %d points has text of that size', async (size) => {
    const made = bench.path(`size-${size}.lrf`);
    expect(await convert([bench.path('long.html'), made, `--base-font-size=${size}`])).toBe(0);
    const lrs = bench.path(`size-${size}.lrs`);
    await execa('lrf2lrs', [made, '-o', lrs], { cwd: bench.path('') });
    const sizes = [...(await readFile(lrs, 'utf8')).matchAll(/fontsize="(\d+)"/g)].map(([, found]) => Number(found));
    expect(sizes).toContain(size * 10);
  });

  it('cannot be written by calibre alone (control)', async () => {
    const args = [bench.path('long.html'), bench.path('control.lrf'), '--base-font-size=22'];
    expect((await execa('ebook-convert', args, { reject: false })).stderr).toMatch(/struct\.error/);
  });
});

it('leaves out the cover of a PDF, and only that', async () => {
  const pages = async (name: string, ...options: string[]): Promise<number> => {
    const path = bench.path(`${name}.pdf`);
    expect(await convert([fixture('voyage.epub'), path, ...options])).toBe(0);
    return Number(await pdfFact(path, 'Pages'));
  };
  expect(await pages('without', '--pdf-no-cover')).toBe((await pages('with')) - 1);
});
