import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { dataUrl, onlyFile, pdfInfo, pdfText, run, useFolders } from './support.ts';

useFolders();

const PAGES = Array.from({ length: 4 }, (_, index) => `<p style="break-after:page">page ${index + 1}</p>`).join('');

async function print(body: string, options: object): Promise<string> {
  const made = await run({
    conversion: { category: 'document', target: 'pdf', options: { engine: 'chromium', ...options } },
    input: [{ source: dataUrl(`<!doctype html>${body}`), filename: 'page.html' }],
  });
  return onlyFile(made);
}

const text = async (body: string, options: object) => pdfText(await print(body, options));
const firstWord = async (path: string) => {
  const { stdout } = await execa('pdftotext', ['-bbox', path, '-']);
  const [x = 0, y = 0, right = 0] =
    /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)"/.exec(stdout)?.slice(1).map(Number) ?? [];
  return { x, y, width: right - x };
};
const sizeOf = async (path: string) => {
  const [width = 0, height = 0] =
    /([\d.]+) x ([\d.]+)/
      .exec((await pdfInfo(path))['Page size'] ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  return { width, height };
};
const isBlue = async (path: string) => {
  const { stdout } = await execa('pdftoppm', ['-r', '10', '-singlefile', path], { encoding: 'buffer' });
  // The pixel in the middle: binary PPM, three bytes each after the header.
  const [, width = 0, height = 0] =
    /^P6\s(\d+)\s(\d+)\s255\s/.exec(Buffer.from(stdout).toString('latin1'))?.map(Number) ?? [];
  const at = stdout.length - width * height * 3 + (Math.floor(height / 2) * width + Math.floor(width / 2)) * 3;
  return stdout[at] === 0 && stdout[at + 2] === 255;
};

describe('how a page is printed', () => {
  it('leaves the margins', async () => {
    const [near, far] = [
      await firstWord(await print('<p>word', {})),
      await firstWord(await print('<p>word', { margin_top: 60, margin_left: 50 })),
    ];
    // Chromium lays out in CSS pixels, 0.75 points each.
    expect(Math.abs(far.x - near.x - (40 / 25.4) * 72)).toBeLessThan(1);
    expect(Math.abs(far.y - near.y - (50 / 25.4) * 72)).toBeLessThan(1);
  });

  it('draws larger or smaller', async () => {
    const [one, half] = [
      await firstWord(await print('<p>word', {})),
      await firstWord(await print('<p>word', { scale: 0.5 })),
    ];
    expect(half.width / one.width).toBeCloseTo(0.5, 1);
  });

  it('has header and footer on each page, with their numbers', async () => {
    const options = {
      header_template: '<span style="font-size:9px">top <span class="title"></span></span>',
      footer_template:
        '<span style="font-size:9px"><span class="pageNumber"></span> of <span class="totalPages"></span></span>',
      margin_top: 20,
      margin_bottom: 20,
    };
    const found = await text(`<title>Name</title>${PAGES}`, options);
    for (const part of ['top Name', '1 of 4', '4 of 4']) expect(found).toContain(part);
    const plain = await text(`<title>Name</title>${PAGES}`, {});
    expect(plain).not.toContain('Name');
  });

  it('has the pages that are named, and says so where there are none', async () => {
    expect((await text(PAGES, { page_ranges: '2-3' })).match(/page \d/g)).toEqual(['page 2', 'page 3']);
    const { report } = await run({
      conversion: { category: 'document', target: 'pdf', options: { engine: 'chromium', page_ranges: '90' } },
      input: [{ source: dataUrl(PAGES), filename: 'page.html' }],
    });
    expect(report.errors).toMatchObject([{ code: 'option_unsupported', details: { option: 'page_ranges' } }]);
  });

  it('has backgrounds unless they are left out', async () => {
    const page = '<style>html,body{height:100%;margin:0;background:#00f;print-color-adjust:economy}</style>';
    expect(await isBlue(await print(page, {}))).toBe(true);
    expect(await isBlue(await print(page, { print_background: false }))).toBe(false);
  });

  it('is of the size that the page itself gives, where that may win', async () => {
    const page = '<style>@page { size: 100mm 100mm }</style><p>x';
    expect((await pdfInfo(await print(page, {})))['Page size']).toContain('A4');
    expect((await pdfInfo(await print(page, { prefer_css_page_size: true })))['Page size']).toMatch(
      /^28[23]\S* x 28[23]/,
    );
    const custom = { custom_page_size_width: '5', custom_page_size_height: '4', custom_page_size_unit: 'in' };
    expect((await pdfInfo(await print(page, custom)))['Page size']).toMatch(/^360 x 288/);
  });

  it('uses the styles for paper, or those for screens', async () => {
    const page =
      '<style>@media print{.s{display:none}}@media screen{.p{display:none}}</style><p class=s>screen<p class=p>paper';
    expect(await text(page, {})).toContain('paper');
    expect(await text(page, { media: 'screen' })).toContain('screen');
  });

  it('sees the media features that are given', async () => {
    const page =
      '<style>.r{display:none}@media (prefers-reduced-motion: reduce){.r{display:block}}</style><p>moving<p class=r>reduced' +
      '<script>document.write(matchMedia("(prefers-color-scheme: dark)").matches)</script>';
    const reduced = { name: 'prefers-reduced-motion', value: 'reduce' };
    const found = await text(page, { media_features: [reduced, { name: 'prefers-color-scheme', value: 'dark' }] });
    for (const part of ['reduced', 'true']) expect(found).toContain(part);
    expect(await text(page, {})).not.toContain('reduced');
  });

  it('is one page as high and as wide as the page, in which breaks that it forces remain', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => `<p>line ${index + 1}`).join('');
    expect(Number((await pdfInfo(await print(lines, {}))).Pages)).toBeGreaterThan(3);
    const whole = await print(lines, { single_page: true });
    expect((await pdfInfo(whole)).Pages).toBe('1');
    const found = await pdfText(whole);
    for (const part of ['line 1', 'line 200']) expect(found).toContain(part);
    const short = await sizeOf(await print('<p>short', { single_page: true }));
    expect([short.width > 590, short.height < 200]).toEqual([true, true]);
    const wide = await sizeOf(await print('<div style="width:3000px">wide</div>', { single_page: true }));
    expect(Math.abs(wide.width - 3008 * 0.75 - (20 / 25.4) * 72)).toBeLessThan(15);
    expect((await pdfInfo(await print(PAGES, { single_page: true }))).Pages).toMatch(/^[45]$/);
    expect(await text(PAGES, { single_page: true, page_ranges: '1' })).not.toContain('page 2');
  });

  it('has tags and bookmarks of its headings unless they are left out', async () => {
    const page = '<h1>First</h1><p>x<h2>Second</h2>';
    const bookmarks = async (path: string) => {
      const { stdout } = await execa('qpdf', ['--json', '--json-key=outlines', path]);
      return JSON.parse(stdout).outlines.map(({ title }: { title: string }) => title);
    };
    const [all, plain, tagged] = [
      await print(page, {}),
      await print(page, { tagged: false }),
      await print(page, { outline: false }),
    ];
    expect([(await pdfInfo(all)).Tagged, await bookmarks(all)]).toEqual(['yes', ['First']]);
    expect([(await pdfInfo(plain)).Tagged, await bookmarks(plain)]).toEqual(['no', []]);
    expect([(await pdfInfo(tagged)).Tagged, await bookmarks(tagged)]).toEqual(['yes', []]);
  });

  it('runs no scripts where it is told not to', async () => {
    const page = '<p id=p>plain<noscript> without</noscript></p><script>p.textContent = "scripted"</script>';
    expect(await text(page, {})).toContain('scripted');
    expect(await text(page, { javascript: false })).toContain('plain without');
  });
});

it('the work on the finished PDF is done to it as to any other', async () => {
  const made = await print(PAGES, { rearrange: '2, 1', version: '1.7', pages_per_sheet: 2 });
  const info = await pdfInfo(made);
  expect([info.Pages, info['PDF version']]).toEqual(['1', '1.7']);
  expect((await pdfText(made)).replace(/\s+/g, ' ')).toContain('page 2 page 1');
});
