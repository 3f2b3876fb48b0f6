import { describe, expect, it } from 'vitest';
import { patience } from '../../../support/slowness.ts';
import { usePlainBrowser, withPlainPage } from './plain-browser.ts';
import { onlyFile, pdfText, run, useFolders } from './support.ts';
import { useSite } from './web-server.ts';

useFolders();
usePlainBrowser();

const html = (body: string) => `<!doctype html><meta charset=utf-8>${body}<p>end of page`;

/** A site that no page may reach. */
const elsewhere = useSite(() => ({ '/window': 'a window' }));

const site = useSite(() => ({
  '/worker': html('<script>navigator.serviceWorker.register("/sw.js")</script>'),
  '/sw.js': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end('');
  },
  '/alert': html('<script>alert("first"); confirm("second"); document.write("after alerts")</script>'),
  '/popup': html('<script>open("/opened"); document.write("after popup")</script>'),
  '/opened': html('opened'),
  '/popups': html(
    `<script>for (let i = 0; i < 30; i++) open("${elsewhere.url('/window?')}" + i); document.write("after popups")</script>`,
  ),
  '/download': html('<a id=a download href="data:application/octet-stream,x">a</a><script>a.click()</script>'),
  '/loop': html('<script>while (true) {}</script>'),
  '/endless': (request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write('<p>begun');
    const timer = setInterval(() => response.write('<p>more'), 20);
    request.on('close', () => clearInterval(timer));
  },
}));

/** A time that does not exceed the option's maximum, s. */
const loadSeconds = (seconds: number) => Math.min(120, Math.ceil(patience(seconds)));

const ask = (path: string, options: object = {}) => ({
  conversion: { category: 'document', target: 'pdf' },
  input: [{ source: site.url(path), engine: 'screenshot_pdf', options: { load_timeout: loadSeconds(10), ...options } }],
});

describe('what holds a browser up', () => {
  it.each([
    ['/alert', 'after alerts'],
    ['/popup', 'after popup'],
    ['/download', 'end of page'],
    ['/worker', 'end of page'],
  ])('%s does not', async (path, text) => {
    const made = await run(ask(path, { delay: 300 }), { allow: site.host });
    expect(await pdfText(onlyFile(made))).toContain(text);
    expect(made.codes).toEqual([]);
    expect(site.requests.some(({ url }) => url === '/sw.js')).toBe(false);
  });

  it('nor do many windows, which reach nothing either', async () => {
    const asked = () => elsewhere.requests.filter(({ url }) => url.startsWith('/window')).length;
    const before = asked();
    const made = await run(ask('/popups', { delay: 500 }), { allow: site.host });
    expect(await pdfText(onlyFile(made))).toContain('after popups');
    expect(asked()).toBe(before);
    await withPlainPage(async (page) => {
      await page.goto(site.url('/popups'));
      await expect.poll(asked).toBe(before + 30);
      await expect.poll(() => page.context().pages().length).toBe(31);
    });
  });

  it('is what a browser does that nobody keeps from it', async () => {
    const dialogs = await withPlainPage(async (page) => {
      page.on('dialog', () => {});
      return page.goto(site.url('/alert'), { timeout: patience(2000) }).then(
        () => 'loaded',
        () => 'held up',
      );
    });
    expect(dialogs).toBe('held up');
    const downloaded = await withPlainPage(async (page) => {
      const download = page.waitForEvent('download');
      await page.goto(site.url('/download'));
      return (await download).suggestedFilename();
    });
    expect(downloaded).not.toBe('');
    const ended = await withPlainPage(async (page) =>
      page.goto(site.url('/endless'), { timeout: patience(2000) }).then(
        () => 'loaded',
        () => 'still loading',
      ),
    );
    expect(ended).toBe('still loading');
    await withPlainPage(async (page) => {
      await page.goto(site.url('/worker'));
      await expect.poll(() => site.requests.some(({ url }) => url === '/sw.js')).toBe(true);
    });
  });

  it('a page that never ends is taken as far as it came', async () => {
    const made = await run(ask('/endless', { load_timeout: loadSeconds(2) }), { allow: site.host });
    expect(await pdfText(onlyFile(made))).toContain('begun');
    expect(made.report.warnings).toMatchObject([
      { code: 'output_limited', message: expect.stringContaining('still loading') },
    ]);
  });

  it('a script that never ends ends with its task, and others go on', async () => {
    const [stuck, other] = await Promise.all([
      run(ask('/loop', { load_timeout: 1 }), { allow: site.host, timeoutMs: 8000 }),
      run(ask('/popup'), { allow: site.host }),
    ]);
    expect(stuck.codes).toEqual(['conversion_timeout']);
    expect(other.report.status).toBe('completed');
  });
});
