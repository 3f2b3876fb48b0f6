import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { CONVERT } from '../../../support/imagemagick.ts';
import { DEBIAN_7ZIP } from '../../../support/seven-zip.ts';
import { patience } from '../../../support/slowness.ts';
import { dataUrl, newFolder, onlyFile, type Ran, run, useFolders } from './support.ts';
import { useSite } from './web-server.ts';

useFolders();

const FONT = '/usr/share/fonts/truetype/liberation2/LiberationMono-Bold.ttf';

/** A canvas, and `draw`, which fills it red. */
const CANVAS =
  '<!doctype html><meta charset=utf-8><body style="margin:0"><canvas id=c width=300 height=200></canvas><script>' +
  'const draw = () => { const x = c.getContext("2d"); x.fillStyle = "red"; x.fillRect(0, 0, 300, 200) };' +
  'const frames = (n, then) => requestAnimationFrame(n > 1 ? () => frames(n - 1, then) : then);</script>';
const script = (code: string) => `${CANVAS}<script>${code}</script>`;

/** A picture of 9 million pixels, which takes a while to decode. */
const { stdout: picture } = await execa(CONVERT, ['-size', '3000x3000', 'xc:red', 'png:-'], { encoding: 'buffer' });
const LARGE = `data:image/png;base64,${Buffer.from(picture).toString('base64')}`;

const PAGES: Readonly<Record<string, string>> = {
  'in an animation frame': script('onload = () => requestAnimationFrame(draw)'),
  'in the last of ten animation frames': script('onload = () => frames(10, draw)'),
  'when its size is observed': script('new ResizeObserver(() => frames(3, draw)).observe(c)'),
  'when it is seen': script('new IntersectionObserver(() => frames(3, draw)).observe(c)'),
  'after a fetch of a data: URL, one of a blob: URL and one more': script(
    'onload = async () => { for (const text of ["a", "b"]) await (await fetch("data:text/plain," + text)).text();' +
      'const blob = URL.createObjectURL(new Blob(["c"])); await (await fetch(blob)).text(); draw() }',
  ),
  'from a picture that has been decoded': script(
    `onload = async () => { const i = new Image(); i.src = "${LARGE}"; await i.decode(); c.getContext("2d").drawImage(i, 0, 0, 300, 200) }`,
  ),
  'step by step': script(
    'let n = 0; const step = () => { const x = c.getContext("2d"); x.fillStyle = "red"; x.fillRect(0, 0, 300, ++n * 5); if (n < 40) setTimeout(step, 4) }; onload = step',
  ),
  'by WebGL':
    '<!doctype html><body style="margin:0"><canvas id=c width=300 height=200></canvas><script>const g = c.getContext("webgl"); let n = 0;' +
    'const step = () => { g.clearColor(++n < 10 ? 0 : 1, 0, n < 10 ? 1 : 0, 1); g.clear(g.COLOR_BUFFER_BIT); if (n < 10) requestAnimationFrame(step) }; onload = step</script>',
  'in a frame': `<!doctype html><body style="margin:0"><iframe style="border:0;width:300px;height:200px" srcdoc='${script('onload = () => frames(10, draw)')}'></iframe>`,
  'in a shadow tree, by its elements':
    '<!doctype html><body style="margin:0"><div id=h></div><script>const root = h.attachShadow({ mode: "open" });' +
    'let n = 0; const grow = () => { root.innerHTML = "<svg width=300 height=200><rect width=300 fill=red height=" + ++n * 10 + "></svg>"; if (n < 20) setTimeout(grow, 4) }; onload = grow</script>',
  'by an animation that ends': `${CANVAS}<style>@keyframes in { from { opacity: 0 } } canvas { animation: in 2s steps(1) }</style><script>draw()</script>`,
  'by an animation of a script': script(
    `onload = () => c.animate([{ opacity: 0 }, { opacity: 0 }], 1500).finished.then(draw)`,
  ),
};

/** Counts red pixels, in hundreds, of a picture or of a PDF's first page at 72 DPI, by ImageMagick. */
async function red(path: string): Promise<number> {
  let picture = path;
  if (path.endsWith('.pdf')) {
    picture = join(await newFolder(), 'page');
    await execa('pdftoppm', ['-r', '72', '-png', '-singlefile', path, picture]);
    picture += '.png';
  }
  const pure = ['-fuzz', '20%', '-fill', 'black', '+opaque', 'red', '-fill', 'white', '-opaque', 'red'];
  const { stdout } = await execa(CONVERT, [picture, ...pure, '-format', '%[fx:round(mean*w*h/100)]', 'info:']);
  return Number(stdout);
}

const print = (html: string, options: object = {}): Promise<Ran> =>
  run({
    conversion: { category: 'document', target: 'pdf', options: { engine: 'chromium', ...options } },
    input: [{ source: dataUrl(html), filename: 'page.html' }],
  });

/** Area of 300 by 200 CSS pixels, in hundreds of pixels: at 72 DPI, and on a screen. */
const [PRINTED, SHOWN] = [225 * 150, 300 * 200].map((pixels) => pixels / 100) as [number, number];

const isWhole = (pixels: number, of: number) => pixels > 0.97 * of && pixels < 1.03 * of;

const pathOf = (name: string) => `/${name.replace(/\W+/g, '-')}`;

/** Requests that are never answered. */
const hang = () => {};

const site = useSite(() => ({
  ...Object.fromEntries(Object.entries(PAGES).map(([name, page]) => [pathOf(name), page])),
  '/hang': hang,
  '/waits': script('onload = () => fetch("/hang").then(draw)'),
  '/events': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: x\n\n');
  },
  '/streams': script(
    'onload = () => frames(10, draw); new EventSource("/events"); fetch("/events").then((answer) => answer.body.getReader().read())',
  ),
  '/moves-on': '<!doctype html><script>onload = () => location.replace("/in-a-frame")</script>',
  '/lazy': '<!doctype html><body style="margin:0"><div style="height:9000px"></div><img loading=lazy src=/red.svg>',
  '/red.svg': (_, response) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml' });
    response.end(
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="red"/></svg>',
    );
  },
  '/elsewhere': `<!doctype html><body style="margin:0"><iframe style="border:0;width:300px;height:200px" src="http://${site.host.replace('127.0.0.1', 'localhost')}/in-the-last-of-ten-animation-frames"></iframe>`,
}));

const shoot = (path: string, options: object = {}): Promise<Ran> =>
  run(
    {
      conversion: { category: 'image', target: 'png' },
      input: [
        {
          source: site.url(path),
          engine: 'screenshot',
          options: { screen_width: 400, screen_height: 300, ...options },
        },
      ],
    },
    { allow: `${site.host},${site.host.replace('127.0.0.1', 'localhost')}` },
  );

describe('a page is printed when it is still, with what is drawn', () => {
  it.each(Object.entries(PAGES))('%s', async (_, page) => {
    const made = await print(page);
    expect(await red(onlyFile(made))).toSatisfy((pixels: number) => isWhole(pixels, PRINTED));
    expect(made.codes).toEqual([]);
  });

  it('from files of its zip, each named by the one before', async () => {
    const folder = await newFolder();
    await mkdir(join(folder, 'data'));
    const chain =
      'onload = async () => { let next = "data/1.json"; while (next) ({ next } = await (await fetch(next)).json()); draw() }';
    await writeFile(join(folder, 'index.html'), script(chain));
    const files = ['data/2.json', 'data/3.json', null].entries();
    for (const [index, next] of files)
      await writeFile(join(folder, `data/${index + 1}.json`), JSON.stringify({ next }));
    await execa(DEBIAN_7ZIP, ['a', '-r', 'site.zip', '.'], { cwd: folder });
    const made = await run({
      conversion: { category: 'document', target: 'pdf', options: { engine: 'chromium' } },
      input: [{ source: `file://${folder}/site.zip`, filename: 'site.zip' }],
    });
    expect(await red(onlyFile(made))).toSatisfy((pixels: number) => isWhole(pixels, PRINTED));
  });

  it('in a font that a script has loaded', async () => {
    const font = `data:font/ttf;base64,${(await readFile(FONT)).toString('base64')}`;
    const page = `<p id=p>text<script>onload = () => requestAnimationFrame(() => new FontFace("Late", "url(${font})").load().then((face) => {
      document.fonts.add(face); p.style.fontFamily = "Late" }))</script>`;
    const { stdout } = await execa('pdffonts', [onlyFile(await print(page))]);
    expect(stdout).toContain('LiberationMono-Bold');
  });
});

describe('a page that is never still', () => {
  it('is taken with a warning', async () => {
    const made = await print(script('const again = () => { draw(); requestAnimationFrame(again) }; again()'));
    expect(await red(onlyFile(made))).toSatisfy((pixels: number) => isWhole(pixels, PRINTED));
    expect(made.report.warnings).toMatchObject([
      { code: 'output_limited', message: expect.stringContaining('did not stop changing') },
    ]);
  });

  it('is taken as it is, without a warning, where styles alone move it', async () => {
    const spin = `${CANVAS}<style>@keyframes spin { to { rotate: 360deg } } p { animation: spin 1s infinite }</style><p>x<script>frames(10, draw)</script>`;
    const made = await print(spin);
    expect([await red(onlyFile(made)), made.codes]).toEqual([expect.closeTo(PRINTED, -2), []]);
  });

  it('is taken when its time is up, where an answer does not come', async () => {
    const made = await shoot('/waits', { load_timeout: Math.min(120, Math.ceil(patience(3))) });
    expect(await red(onlyFile(made))).toBe(0);
    expect(made.report.warnings).toMatchObject([
      { code: 'output_limited', message: expect.stringContaining('still made requests') },
    ]);
  });

  it('cannot hold up or mislead who watches it', async () => {
    const overridden =
      'for (const name of ["requestAnimationFrame", "cancelAnimationFrame", "requestIdleCallback", "setTimeout", "MutationObserver", "OffscreenCanvas", "Image", "Map", "Set", "WeakMap"]) window[name] = () => 0;' +
      'const real = Promise; window.Promise = class { then() {} }; real.prototype.then = () => new real(() => {}); Array.prototype.filter = Array.prototype.map = () => [];' +
      'Document.prototype.getAnimations = () => { throw 1 }; Object.defineProperty(Document.prototype, "fonts", { get() { throw 1 } });';
    const named =
      '<form name=fonts></form><form name=timeline></form><form name=documentElement></form><img name=getAnimations>' +
      '<form name=querySelectorAll><input name=shadowRoot><input name=localName><input name=loading></form>';
    const made = await print(
      script(`const frame = requestAnimationFrame; let n = 0;
      const step = () => { if (++n < 10) frame.call(window, step); else draw() }; ${overridden} step()`) + named,
    );
    expect(await red(onlyFile(made))).toSatisfy((pixels: number) => isWhole(pixels, PRINTED));
    expect(made.codes).toEqual([]);
  });
});

describe('a screenshot is taken when the page is still, with what is drawn', () => {
  it.each(Object.keys(PAGES))('%s', async (name) => {
    expect(await red(onlyFile(await shoot(pathOf(name))))).toSatisfy((pixels: number) => isWhole(pixels, SHOWN));
  });

  it.each([
    ['beside streams of events, which do not end', '/streams'],
    ['on the page that it goes on to', '/moves-on'],
    ['by a frame of another origin', '/elsewhere'],
    ['by a picture far below that is loaded when it is seen', '/lazy'],
  ])('%s', async (_, path) => {
    const made = await shoot(path);
    expect([await red(onlyFile(made)), made.codes]).toEqual([expect.closeTo(SHOWN, -2), []]);
  });
});

it('a copy of a page has what its scripts have made', async () => {
  const grows = site.url('/in-a-shadow-tree-by-its-elements');
  const made = await run(
    { conversion: { category: 'archive', target: 'zip' }, input: [{ source: grows, engine: 'website' }] },
    { allow: site.host },
  );
  const { stdout } = await execa('unzip', ['-p', onlyFile(made), 'index.html']);
  expect(stdout).toMatch(/<rect[^>]* height="200"/);
});
