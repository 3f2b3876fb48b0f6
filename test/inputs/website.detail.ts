import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { IDENTIFY } from '../support/imagemagick.ts';
import { patience } from '../support/slowness.ts';
import { newFolder, onlyFile, pdfInfo, pdfText, run, useFolders } from '../tools/programs/chromium/support.ts';
import { useSite } from '../tools/programs/chromium/web-server.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

useFolders();
const site = useSite(() => ({
  '/tall': '<style>body{margin:0;background:#00f}div{height:3000px}</style><div></div>',
  '/text':
    '<title>Some text</title><p id=p>before</p><script>p.textContent = "ratio " + devicePixelRatio + " dark " + matchMedia("(prefers-color-scheme: dark)").matches</script>',
  '/late': `<p id=p>early</p><script>setTimeout(() => { p.outerHTML = "<p id=q>late" }, ${patience(700)})</script>`,
  '/asked': (request, response) => {
    const { cookie, 'user-agent': agent, 'x-own': own } = request.headers;
    response.setHeader('content-type', 'text/html');
    response.end(
      `<p>${JSON.stringify({ cookie, agent, own })}<img src="http://${site.host.replace('127.0.0.1', 'localhost')}/other">`,
    );
  },
  '/page':
    '<!doctype html><link rel=stylesheet href=a.css><h1>Copy</h1><img src=dot.png><iframe src=frame></iframe><a href=/text>away</a><script>document.body.append("scripted")</script>',
  '/a.css': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/css' }).end('h1::after { content: " styled" }');
  },
  '/frame': '<p>framed',
  '/dot.png': (_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL);
  },
}));

const task = (engine: string, path: string, options: object, target = 'image/png', of: object = {}) => ({
  conversion: { category: target.split('/')[0], target: target.split('/')[1], options: of },
  input: [{ source: site.url(path), engine, options }],
});
const open = async (...of: Parameters<typeof task>) => run(task(...of), { allow: site.host });
const size = async (path: string) => (await execa(IDENTIFY, ['-format', '%m %w %h', path])).stdout;

describe('an address as an input', () => {
  it('is a picture of the whole page, which goes on as any picture', async () => {
    const made = await open('screenshot', '/tall', { screen_width: 400 }, 'image/jpg');
    expect(await size(onlyFile(made))).toBe('JPEG 400 3000');
    expect(made.report.input).toMatchObject([{ filename: '127.0.0.1-tall.png', content_type: 'image/png' }]);
    expect(made.codes).toEqual([]);
  });

  it('is a picture of what a window shows, in the resolution of a screen', async () => {
    const options = { full_page: false, screen_width: 400, screen_height: 300, device_scale_factor: 2 };
    expect(await size(onlyFile(await open('screenshot', '/tall', options)))).toBe('PNG 800 600');
  });

  it('is a PDF, as the options of the window and the paper say', async () => {
    const options = { page_size: 'a5', landscape: true, screen_width: 500, dark_mode: true, device_scale_factor: 2 };
    const made = onlyFile(await open('screenshot_pdf', '/text', options, 'document/pdf'));
    expect((await pdfInfo(made))['Page size']).toMatch(/^595\.\d+ x 4(19|20)/);
    expect(await pdfText(made)).toContain('ratio 2 dark true');
    expect((await pdfInfo(made)).Title).toBe('Some text');
  });

  it('is waited for, by a selector or a time', async () => {
    const text = async (options: object) =>
      pdfText(onlyFile(await open('screenshot_pdf', '/late', options, 'document/pdf')));
    expect(await text({})).toContain('early');
    expect(await text({ wait_for_selector: '#q' })).toContain('late');
    expect(await text({ delay: Math.min(30_000, patience(1500)) })).toContain('late');
    const never = await open(
      'screenshot_pdf',
      '/late',
      { wait_for_selector: '#never', load_timeout: Math.min(120, Math.ceil(patience(2))) },
      'document/pdf',
    );
    expect(never.report.errors).toMatchObject([
      { code: 'option_unsupported', source: 'input', details: { option: 'wait_for_selector' } },
    ]);
  });

  it('is asked for with cookies, a user agent and headers, which other origins do not get', async () => {
    const options = {
      cookies: [{ name: 'a', value: 'b' }],
      user_agent: 'Tester/1',
      headers: { 'X-Own': 'secret-header' },
    };
    const other = site.host.replace('127.0.0.1', 'localhost');
    const made = await run(task('screenshot_pdf', '/asked', options, 'document/pdf'), {
      allow: `${site.host},${other}`,
    });
    const text = (await pdfText(onlyFile(made))).replace(/\s+/g, ' ');
    expect(text).toContain('"cookie":"a=b","agent":"Tester/1","own":"secret-header"');
    const sent = site.requests.find(({ url }) => url === '/other');
    expect(sent?.headers).toMatchObject({ host: other, 'user-agent': 'Tester/1' });
    expect([sent?.headers['x-own'], sent?.headers.cookie]).toEqual([undefined, undefined]);
  });

  it('is a zip of the page as it is after its scripts, with what it shows', async () => {
    const zip = onlyFile(await open('website', '/page', {}, 'archive/zip'));
    const folder = await newFolder();
    await execa('unzip', ['-q', zip, '-d', folder]);
    const index = await readFile(join(folder, 'index.html'), 'utf8');
    expect(index).toContain('scripted');
    expect(index).not.toContain('<script');
    expect(index).toContain(`href="${site.url('/text')}"`);
    const named = (pattern: RegExp) => readFile(join(folder, pattern.exec(index)?.[1] ?? ''));
    expect((await named(/<link rel="stylesheet" href="([^"]+)"/)).toString()).toContain('styled');
    expect((await named(/<iframe src="([^"]+)"/)).toString()).toContain('framed');
    expect(await named(/<img src="([^"]+)"/)).toEqual(PIXEL);
    // The copy shows the same page without a network.
    const again = await open('website', '/page', {}, 'document/pdf', { engine: 'chromium' });
    const text = await pdfText(onlyFile(again));
    for (const part of ['Copy styled', 'framed', 'scripted']) expect(text).toContain(part);
  });
});

describe('what cannot be opened', () => {
  it.each<[string, object, string, object]>([
    ['a page that is not there', { source: 'site:/nothing' }, 'input_not_found', {}],
    ['a file of this machine', { source: 'file:///etc/hostname', engine: 'website' }, 'input_source_unsupported', {}],
    ['a wrong option', { options: { screen_width: 'wide' } }, 'option_invalid', { option: 'screen_width' }],
    ['a header that is none', { options: { headers: { 'a b': 'x' } } }, 'option_invalid', { option: 'headers' }],
    ['an engine that is not here', { engine: 'telegraph' }, 'engine_unavailable', {}],
  ])('%s is an error about the input', async (_, input, code, details) => {
    const { conversion, input: inputs } = task('screenshot', '/text', {});
    const { source = site.url('/text'), ...more } = input as { source?: string };
    const document = {
      conversion,
      input: [{ ...inputs[0], ...more, source: source.replace('site:', `http://${site.host}`) }],
    };
    const { report } = await run(document, { allow: site.host });
    expect(report.errors).toMatchObject([{ code, source: 'input', details }]);
    expect(report.errors[0]?.id_source).toBeTruthy();
  });

  it('an option that the engine does not have is ignored with a warning', async () => {
    const made = await open('screenshot', '/text', { screen_with: 300 });
    expect(made.report.warnings).toMatchObject([
      { code: 'option_unknown', source: 'input', details: { option: 'screen_with' } },
    ]);
    expect(made.report.status).toBe('completed');
  });
});
