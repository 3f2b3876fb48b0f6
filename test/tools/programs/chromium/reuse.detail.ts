import { afterEach, beforeEach, expect, it } from 'vitest';
import { NOBODY } from '../../../../src/process/owner.ts';
import { closeChromium } from '../../../../tools/programs/chromium/render.ts';
import { ownBrowsers } from './own-processes.ts';
import { onlyFile, pdfText, run, useFolders } from './support.ts';
import { useSite } from './web-server.ts';

useFolders();

/** Shows what an earlier page has left, and leaves something itself. */
const site = useSite(() => ({
  '/page': `<p id=p></p><script>
    p.textContent = "found " + [localStorage.left, document.cookie].join() + ".";
    localStorage.left = "storage";
    document.cookie = "left=cookie; max-age=1000";
  </script>`,
}));

beforeEach(async () => {
  await closeChromium();
  process.env.CHROMIUM_REUSE = 'key';
});
afterEach(async () => {
  await closeChromium();
  delete process.env.CHROMIUM_REUSE;
  delete process.env.CHROMIUM_REUSE_SECONDS;
});

async function text(owner: string): Promise<string> {
  const task = {
    conversion: { category: 'document', target: 'pdf' },
    input: [{ source: site.url('/page'), engine: 'screenshot_pdf' }],
  };
  return pdfText(onlyFile(await run(task, { allow: site.host, owner })));
}

it('pages of one key share a browser, and nothing that pages leave in it', async () => {
  // The first conversion of a process never waits for a browser that is kept.
  await text('one');
  expect(await text('one')).toContain('found ,.');
  const kept = await ownBrowsers();
  for (let count = 0; count < 3; count += 1) expect(await text('one')).toContain('found ,.');
  expect(kept.length).toBeGreaterThan(0);
  expect(await ownBrowsers()).toEqual(expect.arrayContaining(kept));
});

it.each([
  ['of another key', 'two', 'three'],
  ['of nobody', NOBODY, NOBODY],
])('a page %s never opens in a browser that was used', async (_, first, second) => {
  await text('one');
  await text(first);
  const used = new Set(await ownBrowsers());
  await text(second);
  const after = await ownBrowsers();
  // Either the used one has gone, or the page was opened in another one.
  expect(after.some((pid) => !used.has(pid)) || after.length < used.size).toBe(true);
});

it('a browser that is not used ends after its time', async () => {
  process.env.CHROMIUM_REUSE_SECONDS = '1';
  await text('one');
  await text('one');
  await expect.poll(ownBrowsers, { timeout: 30_000 }).toEqual([]);
});

it('no page opens in a used browser by default', async () => {
  process.env.CHROMIUM_REUSE = '';
  await text('one');
  await text('one');
  const before = new Set(await ownBrowsers());
  await text('one');
  // The browser that was started ahead has opened a page, and is gone.
  await expect.poll(async () => (await ownBrowsers()).filter((pid) => before.has(pid))).toEqual([]);
});
