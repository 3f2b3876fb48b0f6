import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { INPUTS } from '../cli/support.ts';
import { newFolder, onlyFile, run, useFolders } from '../tools/programs/chromium/support.ts';
import { useSite } from '../tools/programs/chromium/web-server.ts';

useFolders();

const FONT = '/usr/share/fonts/truetype/liberation2/LiberationMono-Bold.ttf';
const CHIME = join(INPUTS, 'chime.wav');

let film: Promise<Buffer> | undefined;
/** Makes a film of a second, which the server sends with its type. */
const makeFilm = async () => {
  const path = join(await newFolder(), 'film.webm');
  await execa('ffmpeg', ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=5:duration=1', '-c:v', 'libvpx', path]);
  return readFile(path);
};

const site = useSite(() => {
  const other = site.host.replace('127.0.0.1', 'localhost');
  const sent =
    (type: string, content: () => Promise<Buffer>) => (_: unknown, response: import('node:http').ServerResponse) =>
      void content().then((body) => response.writeHead(200, { 'content-type': type }).end(body));
  return {
    '/page': `<!doctype html><link rel=stylesheet href=styles/a.css><h1>In a font</h1>
      <video src=film poster=poster.svg></video>
      <audio><source src="http://${other}/chime.wav?a=1&amp;b=2#t=1" type=audio/wav><track src=texts.vtt></audio>
      <iframe srcdoc="<style>@font-face { font-family: F; src: url('moved.ttf') } p { font: 20px F }</style><p>framed"></iframe>
      <a href=/elsewhere>a link</a>`,
    '/styles/a.css': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/css' });
      response.end('@import "b.css"; h1 { font-family: Own }');
    },
    '/styles/b.css': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/css' });
      response.end(
        '@font-face { font-family: Own; src: url("../own.ttf?v=1") format("truetype"), url(own.eot#iefix) }',
      );
    },
    '/own.ttf': sent('font/ttf', () => readFile(FONT)),
    '/moved.ttf': (_, response) => {
      response.writeHead(302, { location: '/own.ttf' }).end();
    },
    '/film': sent('video/webm', () => (film ??= makeFilm())),
    '/poster.svg': sent('image/svg+xml', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    '/chime.wav': sent('audio/x-wav', () => readFile(CHIME)),
    '/texts.vtt': sent('text/vtt', async () => Buffer.from('WEBVTT\n')),
    '/large':
      '<!doctype html><audio preload=none src=huge.mp3></audio><audio preload=none src=gone.mp3></audio><audio preload=none src=page.mp3></audio>',
    '/huge.mp3': (_, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': 200 * 1024 ** 2 }).write('x');
    },
    '/page.mp3': 'no sound but a page',
  };
});

/** ALLOWED_ADDRESSES with the two names of the server, which are two origins. */
const both = () => `${site.host},${site.host.replace('127.0.0.1', 'localhost')}`;

const HEADERS = { 'X-Own': 'secret-header' };
const copy = (path: string, allow: string, more: object = {}) =>
  run(
    {
      conversion: { category: 'archive', target: 'zip' },
      input: [{ source: site.url(path), engine: 'website', options: { headers: HEADERS, ...more } }],
    },
    { allow },
  );

describe('the copy of a page', () => {
  it('has its fonts, sounds and films, and names nothing on the web that it shows', async () => {
    const made = await copy('/page', both(), { cookies: [{ name: 'a', value: 'b' }] });
    // The eot is missing, and a warning says so.
    expect(made.report.warnings).toMatchObject([{ code: 'output_limited', details: { count: 1 } }]);
    const folder = await newFolder();
    await execa('unzip', ['-q', onlyFile(made), '-d', folder]);
    const files = (await readdir(join(folder, 'files'))).map((name) => join(folder, 'files', name));
    const texts = await Promise.all(
      [join(folder, 'index.html'), ...files.filter((path) => /\.(?:css|html)$/.test(path))].map((path) =>
        readFile(path, 'utf8'),
      ),
    );
    const all = texts.join('\n');
    expect(all.match(/(?:src|poster|srcset)="https?:[^"]*"/g)).toBe(null);
    expect(all.match(/url\("?https?:[^)]*/g)).toEqual([`url("${site.url('/styles/own.eot#iefix')}"`]);
    expect(all).toContain(`href="${site.url('/elsewhere')}"`);
    const named = (pattern: RegExp) => join(folder, pattern.exec(texts[0] ?? '')?.[1] ?? 'nothing');
    const streams = async (path: string) =>
      (await execa('ffprobe', ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', path])).stdout;
    expect(await streams(named(/<video[^>]* src="([^"]+\.webm)"/))).toBe('vp8');
    expect(await streams(named(/<source[^>]* src="([^"#]+\.wav)#t=1"/))).toBe('pcm_s16le');
    expect(await readFile(named(/<video[^>]* poster="([^"]+\.svg)"/), 'utf8')).toContain('<svg');
    expect(await readFile(named(/<track[^>]* src="([^"]+\.vtt)"/), 'utf8')).toContain('WEBVTT');
    const fonts = await Promise.all(
      files.filter((path) => path.endsWith('.ttf')).map((path) => execa('fc-scan', ['--format', '%{fullname}', path])),
    );
    expect(fonts.map(({ stdout }) => stdout)).toEqual(['Liberation Mono Bold', 'Liberation Mono Bold']);
    for (const { url, headers } of site.requests.filter((each) => /ttf|film/.test(each.url))) {
      expect([url, headers.cookie, headers['user-agent']]).toEqual([url, 'a=b', expect.stringContaining('Chrome')]);
    }
    const elsewhere = site.requests.find(({ url }) => url === '/chime.wav?a=1&b=2');
    expect([elsewhere?.headers['x-own'], elsewhere?.headers.cookie]).toEqual([undefined, undefined]);
    expect(site.requests.find(({ url }) => url === '/film')?.headers['x-own']).toBe('secret-header');
  });

  it('shows them without a network', async () => {
    const zip = onlyFile(await copy('/page', both()));
    const before = site.requests.length;
    const printed = await run({
      conversion: { category: 'document', target: 'pdf', options: { engine: 'chromium' } },
      input: [{ source: `file://${zip}`, filename: 'page.zip' }],
    });
    const { stdout } = await execa('pdffonts', [onlyFile(printed)]);
    expect(stdout).toContain('LiberationMono-Bold');
    expect([printed.codes, site.requests.length - before]).toEqual([[], 0]);
  });

  it('is without what is refused, too large, not there, or no sound, and says so', async () => {
    const refused = await copy('/page', site.host);
    expect(refused.report.warnings).toMatchObject([
      { code: 'resource_refused', details: { hosts: ['localhost'] } },
      { code: 'output_limited', details: { count: 2 } },
    ]);
    const large = await copy('/large', site.host);
    expect(large.report.warnings).toMatchObject([{ code: 'output_limited', details: { count: 3 } }]);
    const { stdout } = await execa('unzip', ['-p', onlyFile(large), 'index.html']);
    expect(stdout).toContain(`src="${site.url('/huge.mp3')}"`);
  });
});
