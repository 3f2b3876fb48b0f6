import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../cli/support.ts';
import { patience } from '../../support/slowness.ts';
import { waitFor } from '../../worker/support.ts';
import {
  addAddress,
  chooseFiles,
  chooseTarget,
  endlessInput,
  giveKey,
  jobSays,
  makeTone,
  openGroup,
  openOptions,
  openTargets,
  press,
  serveNew,
  showTab,
  start,
  textFile,
  useChromium,
  visit,
} from './browser.ts';

useChromium();

describe('the form', () => {
  it('finds formats, offers what can be made here alone, and says what is missing', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    expect(await page.locator('#start').isVisible()).toBe(false);
    await chooseFiles(page, await textFile('a.txt'));
    await start(page);
    await page.getByText('Converting needs an API key.').waitFor();
    await giveKey(page, serve.key);
    await openTargets(page);
    const choices = async () => {
      const all = await page.locator('#picker .choice').all();
      return Promise.all(all.map((each) => each.getAttribute('value')));
    };
    const listed = await serve.call('GET', '/v2/conversions?from=a.txt');
    const possible = (listed.body as { category: string; target: string }[]).map(
      (each) => `${each.category}/${each.target}`,
    );
    // The page has no form for the metadata that this one writes.
    const offered = possible.filter((each) => each !== 'metadata/metadata');
    expect((await choices()).sort()).toEqual(offered.sort());
    expect(await page.locator('#likely button').count()).toBeLessThanOrEqual(10);
    expect(await page.locator('#likely button').count()).toBeGreaterThanOrEqual(6);
    const found = async (text: string, first: string) => {
      await page.getByLabel('Find a format or a task').fill(text);
      await page.locator('#found button').filter({ hasText: first }).first().waitFor();
    };
    await found('word', 'DOCX');
    await found('.DOCX', 'DOCX');
    await found('hash sha256', 'SHA256');
    await page.getByLabel('Find a format or a task').fill('mp4');
    await page.getByText('MP4 cannot be made of these files.').waitFor();
    await page.getByLabel('Find a format or a task').fill('nothing such');
    await page.getByText('Nothing here is called “nothing such”.').waitFor();
  });

  it('takes files that are dropped anywhere, and removes them', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], '<img src=x onerror=alert(1)>.txt'));
      dataTransfer.items.add(new File(['yy'], 'two.txt'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    const files = page.getByRole('list', { name: 'Chosen files' });
    expect(await files.getByRole('listitem').count()).toBe(2);
    expect(await files.innerText()).toContain('<img src=x onerror=alert(1)>.txt');
    expect(await files.locator('img[src=x]').count()).toBe(0);
    await press(page, 'Remove two.txt');
    expect(await files.getByRole('listitem').count()).toBe(1);
  });

  it('shows what is wrong with an option beside it: its own findings and those of the service', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await chooseFiles(page, await textFile('a.wav'));
    await chooseTarget(page, 'mp3');
    await openOptions(page);
    const field = (name: string) => page.locator(`[data-option="${name}"]`);
    await page.getByLabel('End', { exact: true }).fill('3');
    await openGroup(page, 'Loudness');
    await page.getByLabel('Level to reach', { exact: true }).fill('7');
    await start(page);
    expect(await field('end').getByRole('alert').innerText()).toBe('Write it like 00:02:00.');
    expect(await field('normalize_target_level').getByRole('alert').innerText()).toBe('Give a number of at most 0.');
    expect(await page.evaluate('document.activeElement.closest(".option").dataset.option')).toBe('end');
    await press(page, 'Reset all options');

    await page.getByLabel('Audio bitrate').selectOption('64');
    await openGroup(page, 'Sound');
    await page.getByLabel('Variable bitrate').selectOption('100');
    await start(page);
    await field('audio_bitrate').getByRole('alert').filter({ hasText: 'audio_vbr' }).waitFor();

    await page.getByLabel('Find an option').fill('loudness');
    expect(await page.getByLabel('Audio bitrate').isVisible()).toBe(false);
    expect(await page.getByLabel('Normalise', { exact: true }).isVisible()).toBe(true);
  });
});

describe('the key and the jobs of it', () => {
  it('stays in the tab, or in the browser on request, and goes with all that it showed', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    await page.getByLabel('API key').fill('cvd_wrong');
    await press(page, 'Use this key');
    await page.getByText('This key is not valid here.').waitFor();
    const kept = () => page.evaluate('[sessionStorage.length, localStorage.length]');
    expect(await kept()).toEqual([0, 0]);
    await giveKey(page, serve.key);
    expect(await kept()).toEqual([1, 0]);
    await page.reload();
    await press(page, 'Forget key');
    expect(await kept()).toEqual([0, 0]);

    await page.getByLabel('API key').fill(serve.key);
    await page.getByLabel('Remember it in this browser').check();
    await press(page, 'Use this key');
    await page.getByText('Key remembered in this browser').waitFor();
    expect(await kept()).toEqual([0, 1]);
    const { conversion } = await serve.createJob({ conversion: [{ target: 'md5' }] });
    expect(conversion).toHaveLength(1);
    await press(page, 'Refresh');
    await page.getByRole('button', { name: /^No files to MD5/ }).click();
    await jobSays(page, 'Not started');
    await press(page, 'Forget key');
    expect(await page.locator('article').count()).toBe(0);
    expect(await page.getByRole('list', { name: 'Recent jobs' }).getByRole('listitem').count()).toBe(0);
  });

  it('asks for nothing but what runs while the page is hidden', async () => {
    const endless = await endlessInput();
    const serve = await serveNew({ ALLOWED_ADDRESSES: endless.address });
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await addAddress(page, endless.url);
    await chooseTarget(page, 'md5');
    await start(page);
    await jobSays(page, 'Fetching files');
    const looks: string[] = [];
    page.on('request', (request) => looks.push(new URL(request.url()).pathname));
    await showTab(page, 'hidden');
    // The looks that had begun when it was seen last.
    await page.waitForTimeout(patience(500));
    looks.length = 0;
    await waitFor(() => looks.length >= 4, 'two looks at the job');
    expect(looks.filter((path) => !/^\/v2\/jobs\/[\w-]{30,}(\/threads)?$/.test(path))).toEqual([]);
    await showTab(page, 'visible');
    await waitFor(() => looks.includes('/v2/jobs/events'), 'the events');
    await press(page.locator('article'), 'Cancel');
    await jobSays(page, 'Cancelled');
  });
});

describe('for everyone', () => {
  it('works with the keyboard alone, and the focus goes where the work goes on', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    const focused = () =>
      page.evaluate(
        'document.activeElement.getAttribute("aria-label") || document.activeElement.textContent || document.activeElement.id',
      );
    const tabTo = async (name: string) => {
      const passed: unknown[] = [];
      while ((await focused()) !== name) {
        expect(passed.length, `on the way to ${name}: ${passed.join(', ')}`).toBeLessThan(30);
        await page.keyboard.press('Tab');
        passed.push(await focused());
        // The focus is visible everywhere.
        expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).not.toBe('none');
      }
      return passed;
    };
    // Waits early, because the browser shows its own file chooser until it knows of the listener.
    const chooser = page.waitForEvent('filechooser');
    expect((await tabTo('Choose files'))[0]).toBe('Skip to the converter');
    await tabTo('API key');
    await page.keyboard.type(serve.key);
    await page.keyboard.press('Enter');
    await waitFor(async () => (await focused()) === 'Choose files', 'the focus at the files');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(await textFile('a.txt'));
    await page.locator('.file-target button').waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('Format for a.txt PDF');
    await page.keyboard.press('Enter');
    await waitFor(async () => (await focused()) === 'Find a format or a task', 'the search');
    await page.keyboard.type('md5');
    await page.keyboard.press('Enter');
    await waitFor(async () => (await focused()) === 'Format for a.txt MD5', 'the focus where it was');
    await tabTo('Convert');
    await page.keyboard.press('Enter');
    const job = await jobSays(page, 'Done');
    expect(await focused()).toBe('1 file to MD5');
    expect(await tabTo('Download a.md5')).toEqual(['Preview a.md5', 'Download a.md5']);
    const downloading = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const { stdout } = await execa('md5sum', { input: 'hello' });
    expect(await readFile(await (await downloading).path(), 'utf8')).toContain(stdout.split(' ')[0]);
    await tabTo('Hide');
    await page.keyboard.press('Enter');
    expect(await job.count()).toBe(0);
    expect(await focused()).toBe('Conversions');
  });

  it('has a name for everything that can be used, and says aloud how a job goes', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await page.evaluate(`{
      globalThis.said = [];
      new MutationObserver(() => said.push(document.querySelector('#live').textContent))
        .observe(document.querySelector('#live'), { childList: true, characterData: true, subtree: true });
    }`);
    await chooseFiles(page, await textFile('a.txt'), await textFile('b.txt'));
    await chooseTarget(page, 'sha1');
    await openOptions(page);
    const session = await page.context().newCDPSession(page);
    const usable = new Set([
      'button',
      'textbox',
      'searchbox',
      'combobox',
      'checkbox',
      'radio',
      'link',
      'spinbutton',
      'progressbar',
      'article',
      'list',
    ]);
    const nameless = async () => {
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      const shown = nodes.filter(({ ignored, role }) => !ignored && usable.has(String(role?.value)));
      expect(shown.length).toBeGreaterThan(12);
      return shown.filter(({ name }) => !name?.value).map(({ role }) => role?.value);
    };
    expect(await nameless()).toEqual([]);
    await start(page);
    await jobSays(page, 'Done');
    expect(await nameless()).toEqual([]);
    await waitFor(
      async () => ((await page.evaluate('said')) as string[]).includes('2 files to SHA1: Done, 2 results'),
      'the end to be said',
    );
    // The control: the check finds an element without a name.
    await page.evaluate('document.querySelector("main").append(document.createElement("button"))');
    expect(await nameless()).toEqual(['button']);
    const headings = await page.getByRole('heading').allInnerTexts();
    expect(headings).toEqual([
      'Convert any file, on your own server',
      'Files',
      'Conversions',
      '2 files to SHA1',
      'Recent jobs',
    ]);
  });

  it('can be read in light and dark, on a narrow and a wide screen', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
    const long = `${'a-name-without-any-space'.repeat(6)}.wav`;
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflow()).toBe(0);
    await giveKey(page, serve.key);
    const tone = await makeTone(join(await temporaryFolder(), 'b.wav'), 1);
    await chooseFiles(page, await textFile(long), tone);
    await chooseTarget(page, 'mp3');
    await openOptions(page);
    expect(await overflow()).toBe(0);
    await start(page);
    await jobSays(page, 'Done, with problems');
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await overflow()).toBe(0);
      for (const [colorScheme, background] of [
        ['light', 'rgb(244, 246, 248)'],
        ['dark', 'rgb(15, 20, 23)'],
      ] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(background);
        const contrasts = (await page.evaluate(CONTRASTS)) as { text: string; contrast: number }[];
        expect(contrasts.length).toBeGreaterThan(30);
        expect(contrasts.filter(({ contrast }) => contrast < 4.5)).toEqual([]);
      }
    }
  });

  it('moves nothing for those who do not want it', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    const duration = () => page.evaluate('getComputedStyle(document.querySelector("button")).transitionDuration');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await duration()).toContain('0.12s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await duration()).toBe('0s');
  });
});

/** Contrast (WCAG 2.2, 1.4.3) of each shown piece of text with the nearest background behind it. */
const CONTRASTS = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const luminance = (color) => {
    const [r, g, b] = [...rgba(color)].map((part) => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let each = element; each !== null; each = each.parentElement) {
      const { backgroundColor } = getComputedStyle(each);
      if (rgba(backgroundColor)[3] > 0) return backgroundColor;
    }
    return 'white';
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  return [...document.body.querySelectorAll('*')]
    .filter((element) => hasText(element) && element.checkVisibility() && !element.closest('option'))
    .map((element) => {
      const [dark, light] = [luminance(getComputedStyle(element).color), luminance(behind(element))].sort((a, b) => a - b);
      return { text: element.textContent.trim().slice(0, 40), contrast: (light + 0.05) / (dark + 0.05) };
    });
})()`;
