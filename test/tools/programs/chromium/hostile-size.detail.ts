import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { parseAllowList } from '../../../../src/files/fetch/address-guard.ts';
import { createProcessPool } from '../../../../src/process/pool/process-pool.ts';
import {
  DEFAULT_CHECKS,
  DEFAULT_PICTURE,
  DEFAULT_VIEW,
  DEFAULT_WAIT,
} from '../../../../tools/programs/chromium/defaults.ts';
import type { EgressLimits } from '../../../../tools/programs/chromium/egress/session.ts';
import type { PageJob } from '../../../../tools/programs/chromium/job.ts';
import { browserCommand } from '../../../../tools/programs/chromium/pool.ts';
import { closeChromium, renderPage } from '../../../../tools/programs/chromium/render.ts';
import { engineTask } from '../../../support/engine-context.ts';
import { patience } from '../../../support/slowness.ts';
import { ownProcesses } from './own-processes.ts';
import { newFolder, onlyFile, pdfText, run, useFolders } from './support.ts';
import { useSite } from './web-server.ts';

useFolders();

const VIEW = { ...DEFAULT_VIEW, width: 800, height: 600 };
const WAIT = { ...DEFAULT_WAIT, loadMs: patience(20_000) };

const site = useSite(() => ({
  '/tall': '<style>body{margin:0}div{height:100000px;background:linear-gradient(red,blue)}</style><div></div>',
  '/wide-scale': '<style>body{margin:0}div{height:9000px;background:red}</style><div></div>',
  '/canvas':
    '<canvas id=c width=30000 height=30000></canvas><script>c.getContext("2d").fillRect(0, 0, 30000, 30000)</script>',
  '/frames': `<body><p id=p><script>
    const wanted = Number(location.hash.slice(1));
    for (let i = 0; i < wanted; i++) document.body.append(document.createElement("iframe"));
    p.textContent = "has " + frames.length + " frames"</script>`,
  '/small': '<p>small',
  '/flood': (request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write('<p>begun');
    const chunk = `<!--${'x'.repeat(64 * 1024)}-->`;
    const timer = setInterval(() => response.write(chunk), 5);
    request.on('close', () => clearInterval(timer));
  },
  '/many': `<p>begun${Array.from({ length: 30 }, (_, index) => `<img src="/img-${index}">`).join('')}`,
}));

const shoot = (path: string, options: object = {}, timeoutMs = patience(90_000)) =>
  run(
    {
      conversion: { category: 'image', target: 'png' },
      input: [{ source: site.url(path), engine: 'screenshot', options }],
    },
    { allow: site.host, timeoutMs },
  );

/** Returns size and last row's colour of a picture, by Pillow: Debian's ImageMagick policy allows at most 16,000 pixels a side. */
async function look(path: string): Promise<string> {
  const script =
    'import sys; from PIL import Image; image = Image.open(sys.argv[1]).convert("RGB"); ' +
    'print(*image.size, *image.getpixel((0, image.size[1] - 1)))';
  return (await execa('/usr/bin/python3', ['-c', script, path])).stdout;
}

describe('a page that is too large', () => {
  it.each([
    ['/tall', { screen_width: 100 }, /^100 16384 21[34] 0 4[12]$/, 100_000],
    ['/wide-scale', { screen_width: 100, device_scale_factor: 2 }, /^200 16384 255 0 0$/, 18_000],
  ])('%s is cut off where Chromium draws no more, with a warning', async (path, options, expected, height) => {
    const made = await shoot(path, options);
    expect(await look(onlyFile(made))).toMatch(expected);
    expect(made.report.warnings).toMatchObject([{ code: 'output_limited', details: { height } }]);
  });

  it('by a canvas is taken without it', async () => {
    const made = await shoot('/canvas', { full_page: false, screen_width: 300, screen_height: 200 });
    expect(await look(onlyFile(made))).toMatch(/^300 200 /);
  });

  it('by ten thousand frames has those that Chromium makes of them, and the next one is not touched', async () => {
    const made = async (frames: number) => {
      const conversion = { category: 'document', target: 'pdf' };
      const input = [{ source: site.url(`/frames#${frames}`), engine: 'screenshot_pdf' }];
      const ran = await run({ conversion, input }, { allow: site.host });
      return Number(/has (\d+) frames/.exec(await pdfText(onlyFile(ran)))?.[1]);
    };
    expect(await made(20)).toBe(20);
    expect(await made(10_000)).toBe(1000);
    expect((await shoot('/small')).report.status).toBe('completed');
  });
});

describe('what a page takes from the network', () => {
  async function take(path: string, limits: Partial<EgressLimits>) {
    const task = engineTask({ workFolder: await newFolder(), readable: [], signal: new AbortController().signal });
    await renderPage(
      {
        subject: { url: site.url(path) },
        view: VIEW,
        wait: { ...WAIT, loadMs: patience(5000) },
        checks: DEFAULT_CHECKS,
        output: { kind: 'png', ...DEFAULT_PICTURE, fullPage: false },
      },
      { ...task.context, allowedAddresses: parseAllowList(site.host) },
      { limits },
    );
    return task.warnings.map(({ details }) => details);
  }

  it('is limited in bytes', async () => {
    expect(await take('/flood', { bytes: 1024 ** 2 })).toContainEqual({ limit_bytes: 1024 ** 2 });
  });

  it('is limited in requests, and within the limits not warned of', async () => {
    expect(await take('/many', { requests: 10 })).toContainEqual({ limit_requests: 10 });
    expect(await take('/many', {})).toEqual([]);
  });
});

it('a page that takes all memory ends at its limit, and takes nothing but its own browser along', async () => {
  const folder = await newFolder();
  const file = join(folder, 'page.html');
  const request = async (body: string, memoryBytes: number) => {
    await writeFile(file, `<!doctype html>${body}`);
    const command = await browserCommand(null, { memoryBytes, processes: 512 });
    const pool = createProcessPool({ name: 'Chromium', command, mode: 'cold', startTimeoutMs: patience(60_000) });
    const job: PageJob = {
      source: { files: { 'index.html': file }, start: 'index.html' },
      network: { proxy: null },
      view: VIEW,
      wait: WAIT,
      checks: DEFAULT_CHECKS,
      output: { kind: 'png', ...DEFAULT_PICTURE, fullPage: false },
    };
    const into = await newFolder();
    try {
      await pool.request({ ...job, into, keepsBrowser: false }, { timeoutMs: patience(60_000) });
      return 'taken';
    } catch (error) {
      return (error as { code?: string }).code;
    } finally {
      await pool.close();
    }
  };
  // The script continues after the engine refuses more memory.
  const bomb = '<script>const all = []; for (;;) try { all.push(new Uint8Array(20e6).fill(1)) } catch {}</script>';
  const limit = 500 * 1024 ** 2;
  expect([await request('<p>small', limit), await request(bomb, limit)]).toEqual(['taken', 'limit_memory']);
});

it('no browser is left when its process closes it', async () => {
  await shoot('/small');
  await closeChromium();
  const left = (await ownProcesses()).filter(({ command }) => command.includes('headless-shell'));
  expect(left).toEqual([]);
});
