import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locateProgram } from '../../../../src/process/programs.ts';
import { chooseBackend } from '../../../../src/process/sandbox/sandbox.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import { closeBookPools, warmUpBooks } from '../../../../tools/programs/calibre/pool.ts';
import { EBOOK_CONVERT } from '../../../../tools/programs/calibre/programs.ts';
import { sample } from '../../../support/sample.ts';
import { Bench, type BookRun, everythingIn, TITLE_OF } from './support.ts';

const calibre = await locateProgram(EBOOK_CONVERT);
const TITLE = 'Über Öl & Eis';
const PAGE = `<html><head><title>${TITLE.replace('&', '&amp;')}</title></head><body><h1>Eins</h1><p>Grüße aus dem Buch.</p></body></html>`;
/** A page that takes calibre hours. */
const ENDLESS = `<html><body>${'<div>'.repeat(100_000)}x</body></html>`;
/** Number of processes: worker process and parked child; bwrap has two more. */
const IDLE_HOST = (await chooseBackend(undefined, 'kept')) === 'both' ? 4 : 2;

/** How a conversion is ended from outside. */
const ENDINGS = [
  { ending: 'a cancel', reason: undefined, code: 'conversion_canceled' },
  {
    ending: 'a time limit',
    reason: new ConversionError('conversion_timeout', 'Too long.'),
    code: 'conversion_timeout',
  },
];

/** Attacks that are tested with an unsandboxed calibre. */
const CONTROLS = sample('calibre: controls', ['names', 'scripts'], 1);

const REFUSED = [
  { what: 'no zip', name: 'broken.epub', format: 'epub', content: 'PK\x03\x04 and no more', code: 'input_damaged' },
  {
    what: 'no text',
    name: 'empty.html',
    format: 'html',
    content: '<html><body></body></html>',
    code: 'conversion_failed',
  },
] as const;

let bench: Bench;
let page: string;
beforeAll(async () => {
  bench = await Bench.open();
  page = await bench.write('page.html', PAGE);
});
afterAll(async () => {
  await bench.close();
});

const textOf = async (pdf: string): Promise<string> => (await execa('pdftotext', [pdf, '-'])).stdout;

describe.skipIf(calibre === null).each(['warm', 'cold'] as const)('calibre, %s:', (way) => {
  const convert = (run: Partial<BookRun>) =>
    bench.convert(way, { input: page, format: 'html', to: 'epub', ...run } satisfies BookRun);
  const atWork = () => expect.poll(() => bench.converting()).toBeDefined();
  const nothingLeft = () =>
    expect.poll(async () => (await bench.processes()).length).toBe(way === 'warm' ? IDLE_HOST : 0);

  // Each cold one starts calibre, which takes a second.
  const some = <Item>(name: string, items: readonly Item[], size: number) =>
    way === 'warm' ? items : sample(`calibre: ${name}`, items, size);

  afterAll(() => closeBookPools());

  it('makes books of six kinds, each with its title and no word of this machine', async () => {
    const kinds = some('kinds', Object.keys(TITLE_OF), 1);
    const books = await Promise.all(kinds.map((to) => convert({ to })));
    const titles = await Promise.all(books.map(({ path }, index) => TITLE_OF[kinds[index] ?? '']?.(path)));
    expect(titles).toEqual(kinds.map(() => TITLE));
    const texts = await Promise.all(books.map(({ path }) => everythingIn(path)));
    const traces = [bench.folder, 'convertd-', '/work/', join(userInfo().homedir, '/')];
    expect(texts.map((text) => traces.filter((trace) => text.includes(trace)))).toEqual(kinds.map(() => []));
    const pdf = books[kinds.indexOf('pdf')];
    if (pdf !== undefined) expect(await textOf(pdf.path)).toContain('Grüße aus dem Buch.');
    await nothingLeft();
  });

  it('calls a book that has no title by the name of its file, and tells how far it is', async () => {
    const input = await bench.write('nameless.txt', 'only text\n\n'.repeat(500));
    const book = await convert({ input, format: 'txt', name: `-Ä ${'lang'.repeat(60)}`, to: 'fb2' });
    expect(await TITLE_OF.fb2?.(book.path)).toMatch(/^-Ä (lang)+$/);
    const { progress } = book;
    expect(progress.length).toBeGreaterThan(1);
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
    expect(progress.at(-1)).toBeGreaterThan(30);
  });

  it.runIf(way === 'warm')('takes the title that is given', async () => {
    const input = await bench.write('titled.txt', 'only text\n');
    const book = await convert({ input, format: 'txt', to: 'fb2', args: ['--title', TITLE, '--authors', 'A. B.'] });
    expect(await TITLE_OF.fb2?.(book.path)).toBe(TITLE);
  });

  it.each(some('endings', ENDINGS, 1))('is ended by $ending, and leaves no process', async ({ reason, code }) => {
    const stop = new AbortController();
    const input = await bench.write('endless.html', ENDLESS);
    const conversion = convert({ input, signal: stop.signal });
    const outcome = expect(conversion).rejects.toMatchObject({ code });
    await atWork();
    stop.abort(reason);
    await outcome;
    await nothingLeft();
  });

  it('is canceled while Chromium works, and leaves no process', async () => {
    const stop = new AbortController();
    // With margins that leave no room for text, calibre never ends.
    const args = ['--pdf-page-margin-left', '10000', '--pdf-page-margin-right', '10000'];
    const printing = Promise.withResolvers<void>();
    const onProgress = (percent: number) => percent >= 67 && printing.resolve();
    const conversion = convert({ to: 'pdf', args, signal: stop.signal, onProgress });
    const outcome = expect(conversion).rejects.toMatchObject({ code: 'conversion_canceled' });
    await printing.promise;
    setTimeout(() => stop.abort(), 300);
    await outcome;
    await nothingLeft();
  });

  it('says that it crashed, and goes on', async () => {
    const input = await bench.write('endless.html', ENDLESS);
    // A starting worker process rehearses in processes that look like those of conversions.
    if (way === 'warm') await convert({ to: 'txt' });
    const outcome = expect(convert({ input })).rejects.toMatchObject({ code: 'engine_crashed' });
    await atWork();
    process.kill((await bench.converting()) ?? 0, 'SIGSEGV');
    await outcome;
    await convert({ to: 'txt' });
    await nothingLeft();
  });

  it.each(some('refused', REFUSED, 1))(
    'refuses $what without a word of where it was',
    async ({ name, format, content, code }) => {
      const input = await bench.write(name, content);
      const error = await convert({ input, format, to: 'azw3' }).catch((each: unknown) => each);
      expect(error).toMatchObject({ code });
      expect(JSON.stringify((error as ConversionError).toIssue())).not.toMatch(/\/|Traceback/);
    },
  );

  describe('a hostile book', () => {
    const SECRET = 'SECRET ';
    let folder: string;
    beforeAll(async () => {
      folder = await bench.newFolder();
      await mkdir(join(folder, 'book'));
      const page = (secret: string) => `<html><body><p>${SECRET}${secret}</p></body></html>`;
      const picture = `<svg xmlns="http://www.w3.org/2000/svg"><text>${SECRET}PICTURE</text></svg>`;
      await Promise.all([
        writeFile(join(folder, 'book', 'beside.html'), page('BESIDE')),
        writeFile(join(folder, 'above.html'), page('ABOVE')),
        writeFile(join(folder, 'by-url.html'), page('BY URL')),
        writeFile(join(folder, 'picture.svg'), picture),
      ]);
    });
    const write = async (name: string, content: string): Promise<string> => {
      const path = join(folder, 'book', name);
      await writeFile(path, content);
      return path;
    };
    const naming = [
      {
        name: 'links.html',
        format: 'html',
        secrets: ['BESIDE', 'ABOVE', 'BY URL'],
        content: () =>
          `<p>own</p><a href="beside.html">1</a><a href="../above.html">2</a><a href="file://${folder}/by-url.html">3</a>`,
      },
      { name: 'picture.md', format: 'md', secrets: ['PICTURE'], content: () => 'own\n\n![x](../picture.svg)\n' },
    ] as const;
    it.each(some('names of others', naming, 1))(
      '$name does not get what it names of others',
      async ({ name, format, secrets, content }) => {
        const input = await write(name, content());
        const [book, plain] = await Promise.all([
          convert({ input, format }),
          way === 'cold' && CONTROLS.includes('names') ? bench.convertPlainly(input, 'epub') : null,
        ]);
        const found = (text: string) => secrets.filter((each) => text.includes(SECRET + each));
        const text = await everythingIn(book.path);
        expect(text).toContain('own');
        expect(found(text)).toEqual([]);
        // That these are attacks, an unsandboxed calibre shows.
        if (plain !== null) expect(found(await everythingIn(plain))).toEqual(secrets);
      },
    );

    it('runs no script and fetches nothing while it becomes a PDF', async () => {
      const asked: string[] = [];
      const server = createServer((request, response) => {
        asked.push(request.url ?? '');
        response.end('x');
      }).listen(0, '127.0.0.1');
      const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await expect.poll(() => server.address()).not.toBeNull();
      const attacks = `<p>own</p><p>quiet</p><img src="${origin()}/picture.png" onerror="this.outerHTML = '<b>RAN</b>'"/>
<script>fetch('${origin()}/fetched')</script><iframe src="${origin()}/framed"></iframe>
<object data="file://${folder}/by-url.html"></object><iframe src="file://${folder}/by-url.html"></iframe>`;
      const maths = '<math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mi>a</mi><mi>b</mi></mfrac></math>';
      const kinds = some('scripts', ['script', 'maths'], 1);
      const texts = await Promise.all(
        kinds.map(async (kind) => {
          const page = `<html><body>${attacks}${kind === 'maths' ? maths : ''}</body></html>`;
          return textOf((await convert({ input: await write(`${kind}.html`, page), to: 'pdf' })).path);
        }),
      );
      for (const text of texts) {
        expect(text).toMatch(/own\s+quiet/);
        expect(text).not.toContain(SECRET);
      }
      // The script of calibre that sets formulas runs.
      if (kinds.includes('maths')) expect(texts[kinds.indexOf('maths')]).toMatch(/a\s+b/);
      const askedByUs = [...asked];
      // That these are attacks, an unsandboxed calibre shows.
      if (way === 'cold' && CONTROLS.includes('scripts')) {
        const plain = await write('plain.html', `<html><body>${attacks}</body></html>`);
        expect(await textOf(await bench.convertPlainly(plain, 'pdf'))).toContain('RAN');
      }
      server.close();
      expect(askedByUs).toEqual([]);
    });
  });
});

describe.skipIf(calibre === null)('calibre, as it is best:', () => {
  it('starts a second Chromium, with processes of its own, where the first one is lost', async () => {
    await warmUpBooks();
    const killed: number[] = [];
    const onProgress = async (percent: number) => {
      if (percent < 67 || killed.length > 0) return;
      killed.push(percent);
      process.kill((await bench.converting()) ?? 0, 'SIGSEGV');
    };
    const input = await bench.write('chapters.html', PAGE.replace('</body>', '<h1>Kapitel</h1>'.repeat(20)));
    const run: BookRun = { input, format: 'html', to: 'pdf', onProgress };
    const { path, calls } = await bench.convert('auto', run);
    expect(killed).toHaveLength(1);
    expect(calls.map(({ name }) => name)).toEqual(['calibre']);
    expect(await textOf(path)).toContain('Grüße aus dem Buch.');
  });

  it('does without the pool where a book needs programs to be read', async () => {
    await warmUpBooks();
    const pdf = await bench.convert('auto', { input: page, format: 'html', to: 'pdf' });
    expect(pdf.calls).toEqual([]);
    const { path, calls } = await bench.convert('auto', { input: pdf.path, format: 'pdf', to: 'txt' });
    expect(calls).toHaveLength(1);
    expect(await readFile(path, 'utf8')).toContain('Grüße aus dem Buch.');
  });
});
