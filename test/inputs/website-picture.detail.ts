import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { COMPARE, CONVERT, IDENTIFY } from '../support/imagemagick.ts';
import { dataUrl, onlyFile, run, useFolders } from '../tools/programs/chromium/support.ts';
import { useSite } from '../tools/programs/chromium/web-server.ts';

useFolders();
const site = useSite(() => ({
  '/dot': '',
  '/page':
    '<style>body{margin:0}#a{height:700px}#b{width:300px;height:200px;background:#f00}#c{display:none}</style><div id=a></div><div id=b></div><div id=c></div>' +
    '<div style="height:900px;background:linear-gradient(90deg,#135,#7bd)"></div>',
}));

const open = (options: object) =>
  run(
    {
      conversion: { category: 'image', target: 'png' },
      input: [{ source: site.url('/page'), engine: 'screenshot', options: { screen_width: 400, ...options } }],
    },
    { allow: site.host },
  );
const shoot = async (options: object) => onlyFile(await open(options));
const size = async (path: string) => (await execa(IDENTIFY, ['-format', '%w %h', path])).stdout;
const pixel = async (path: string, x: number, y: number) =>
  (await execa(CONVERT, [path, '-format', `%[pixel:p{${x},${y}}]`, 'info:'])).stdout;

describe('a picture of a page', () => {
  it('is of one element, wherever it is', async () => {
    const made = await shoot({ selector: '#b' });
    expect([await size(made), await pixel(made, 150, 100)]).toEqual(['300 200', expect.stringMatching(/red|255,0,0/)]);
    expect(await size(await shoot({ selector: '#b', device_scale_factor: 2 }))).toBe('600 400');
  });

  it.each(['#c', '#never', '#['])('fails for an element that cannot be seen: %s', async (selector) => {
    expect((await open({ selector })).report.errors).toMatchObject([
      { code: 'option_unsupported', details: { option: 'selector' } },
    ]);
  });

  it('is transparent where the page paints nothing, if the white is left out', async () => {
    for (const optimize_for_speed of [false, true]) {
      const [white, clear] = [
        await shoot({ optimize_for_speed }),
        await shoot({ optimize_for_speed, omit_background: true }),
      ];
      expect(await pixel(white, 10, 10)).toMatch(/white|255,255,255\)|255,255,255,1\)/);
      expect(await pixel(clear, 10, 10)).toMatch(/none|,0\)$/);
      expect(await pixel(clear, 150, 800)).toMatch(/red|255,0,0/);
    }
  });

  it('is of an uploaded page too, which has no network unless it is asked for', async () => {
    const page = `<style>body{margin:0}#b{width:90px;height:70px;background:#00f}</style><div id=b></div><img src="${site.url('/dot')}">`;
    const upload = (options: object) =>
      run(
        {
          conversion: { category: 'image', target: 'png' },
          input: [
            {
              source: dataUrl(page),
              filename: 'card.html',
              engine: 'screenshot',
              options: { selector: '#b', ...options },
            },
          ],
        },
        { allow: site.host },
      );
    const made = await upload({});
    expect([await size(onlyFile(made)), await pixel(onlyFile(made), 40, 40)]).toEqual([
      '90 70',
      expect.stringMatching(/blue|0,0,255/),
    ]);
    expect([made.codes, made.report.input[0]?.filename]).toEqual([['resource_refused'], 'card.html']);
    const asked = () => site.requests.some(({ url }) => url === '/dot');
    expect(asked()).toBe(false);
    expect((await upload({ allow_network: true })).codes).toEqual([]);
    expect(asked()).toBe(true);
    const { report } = await run({
      conversion: { category: 'image', target: 'png' },
      input: [{ source: dataUrl('a,b', 'text/csv'), filename: 'a.csv', engine: 'screenshot' }],
    });
    expect(report.errors).toMatchObject([
      { code: 'option_unsupported', source: 'input', details: { option: 'engine' } },
    ]);
  });

  it('has the same pixels if it is compressed quickly', async () => {
    const [well, fast] = [await shoot({}), await shoot({ optimize_for_speed: true })];
    const { stderr } = await execa(COMPARE, ['-metric', 'AE', well, fast, 'null:'], { reject: false });
    expect([await size(fast), stderr.split(' ')[0]]).toEqual(['400 1800', '0']);
  });
});
