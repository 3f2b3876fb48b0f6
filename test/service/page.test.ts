import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/support.ts';
import { startProxy } from '../support/tcp-proxy.ts';
import { waitFor } from '../worker/support.ts';
import { chooseTarget, endlessInput, giveKey, jobSays, makeTone, openOptions, press, rowOf, visit } from './browser.ts';
import { newInstallation, startInputs, startServe } from './serve-support.ts';

const serveNew = async (env?: Record<string, string>) => startServe(await newInstallation(), env);

async function textFile(name: string, content = 'hello'): Promise<string> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, content);
  return path;
}

describe('converting', () => {
  it('makes an mp3 of a WAV with the changed options alone, and keeps the key out of every address', async () => {
    const serve = await serveNew();
    const { page, requests } = await visit(serve.url);
    await giveKey(page, serve.key);
    await page.locator('#file-input').setInputFiles(await makeTone(join(await temporaryFolder(), 'talk.wav'), 2));
    await chooseTarget(page, 'mp3');
    await openOptions(page);
    await page.getByLabel('Audio bitrate').selectOption('64');
    await page.getByLabel('Channels').selectOption('stereo');
    await page.getByLabel('Channels').selectOption('Not set');
    await page.getByLabel('Remove cover art').check();
    await page.getByLabel('End', { exact: true }).fill('00:00:01');
    const creating = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/v2/jobs'),
    );
    await press(page, 'Convert');
    expect((await creating).postDataJSON().conversion).toEqual([
      { category: 'audio', target: 'mp3', options: { audio_bitrate: 64, remove_coverart: true, end: '00:00:01' } },
    ]);
    const job = await jobSays(page, 'Done');
    const downloading = page.waitForEvent('download');
    await press(job, 'Download talk.mp3');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('talk.mp3');
    const probe = await execa('ffprobe', ['-v', 'error', '-show_format', '-of', 'json', await download.path()]);
    const { format } = JSON.parse(probe.stdout);
    expect(format.format_name).toBe('mp3');
    expect(Number(format.bit_rate)).toBeCloseTo(64_000, -4);
    expect(Number(format.duration)).toBeCloseTo(1, 0);

    await press(job, 'Preview talk.mp3');
    await waitFor(() => page.evaluate<boolean>('document.querySelector("audio")?.duration > 0.9'), 'the sound');
    expect(requests().length).toBeGreaterThan(5);
    expect(requests().filter((url) => url.includes(serve.key) || !url.startsWith(serve.url))).toEqual([]);
  });

  it('shows problems beside the file that they belong to, and the results of the others', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    const tone = await makeTone(join(await temporaryFolder(), 'good.wav'), 1);
    await page.locator('#file-input').setInputFiles([await textFile('bad.wav', 'no audio'), tone]);
    await chooseTarget(page, 'flac');
    await press(page, 'Convert');
    const job = await jobSays(page, 'Done, with problems');
    expect(await rowOf(job, 'bad.wav').innerText()).toMatch(/Problem: bad\.wav is no audio/);
    expect(await rowOf(job, 'good.wav').innerText()).not.toContain('Problem');
    await rowOf(job, 'good.wav').getByRole('button', { name: 'Download good.flac' }).waitFor();
  });

  it('puts several files into one archive, among them one on the web, and downloads all results of a job', async () => {
    const inputs = await startInputs();
    const serve = await serveNew({ ALLOWED_ADDRESSES: inputs.address });
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await page.locator('#file-input').setInputFiles(await textFile('first.txt'));
    await page.getByLabel('Or a file on the web').fill('not an address');
    await press(page, 'Add');
    await page.getByText('Give a whole address').waitFor();
    await page.getByLabel('Or a file on the web').fill(inputs.text('second.txt', 'from afar'));
    await press(page, 'Add');
    await chooseTarget(page, 'zip');
    await press(page, 'Convert');
    const job = await jobSays(page, 'Done');
    expect(await rowOf(job, 'All files together').innerText()).toContain('.zip');
    const archive = page.waitForEvent('download');
    await press(job, /^Download .*\.zip$/);
    expect((await execa('unzip', ['-Z1', await (await archive).path()])).stdout.split('\n').sort()).toEqual([
      'first.txt',
      'second.txt',
    ]);

    await press(page, 'Change format');
    await chooseTarget(page, 'md5');
    await page.locator('#file-input').setInputFiles([await textFile('a.txt', 'a'), await textFile('b.txt', 'b')]);
    await press(page, 'Convert');
    const digests = await jobSays(page, 'Done');
    const names: string[] = [];
    page.on('download', (download) => names.push(download.suggestedFilename()));
    await press(digests, 'Download all (2)');
    await waitFor(() => names.length === 2, 'both downloads');
    expect(names.sort()).toEqual(['a.md5', 'b.md5']);
    await press(digests, 'Preview b.md5');
    const { stdout } = await execa('md5sum', { input: 'b' });
    expect(await digests.locator('pre').innerText()).toContain(stdout.split(' ')[0]);
  });

  it('asks for the password of a protected result', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await page.locator('#file-input').setInputFiles(await textFile('a.txt'));
    await chooseTarget(page, 'sha256');
    await openOptions(page);
    await page.getByLabel('Download password').fill('a; b=%,"c');
    await press(page, 'Convert');
    const job = await jobSays(page, 'Done');
    await press(job, 'Preview a.sha256');
    await job.getByLabel('Password of this download').fill('wrong');
    await page.keyboard.press('Enter');
    await job.getByLabel('That password does not open it').fill('a; b=%,"c');
    await page.keyboard.press('Enter');
    const { stdout } = await execa('sha256sum', { input: 'hello' });
    expect(await job.locator('pre').innerText()).toContain(stdout.split(' ')[0]);
  });

  it('shows pictures and PDF', async () => {
    const installation = await newInstallation();
    const serve = await startServe(installation);
    const { page } = await visit(serve.url);
    const folder = await temporaryFolder();
    const picture = join(folder, 'x.png');
    await execa('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=320x200', '-frames:v', '1', picture]);
    await page.pdf({ path: join(folder, 'x.pdf') });
    await giveKey(page, serve.key);
    await page.locator('#file-input').setInputFiles([await textFile('a.txt'), await textFile('b.txt')]);
    await chooseTarget(page, 'md5');
    await press(page, 'Convert');
    await jobSays(page, 'Done');
    // The engines of these formats may not be part of an installation: other bytes take the place of two results.
    const db = new DatabaseSync(join(installation.folder, 'convertd.sqlite'));
    const rows = db.prepare('select id, location from outputs').all() as { id: string; location: string }[];
    for (const [index, [name, type]] of [
      ['x.png', 'image/png'] as const,
      ['x.pdf', 'application/pdf'] as const,
    ].entries()) {
      const { id, location } = rows[index] ?? { id: '', location: '' };
      await copyFile(join(folder, name), fileURLToPath(location));
      const { size } = await stat(join(folder, name));
      db.prepare('update outputs set filename = ?, content_type = ?, size = ? where id = ?').run(name, type, size, id);
    }
    db.close();
    await page.reload();
    await page.getByRole('button', { name: /^a\.txt and 1 more to md5/ }).click();
    const job = await jobSays(page, 'Done');
    await press(job, 'Preview x.png');
    await waitFor(
      () => page.evaluate<boolean>('document.querySelector("img.preview")?.naturalWidth === 320'),
      'the picture',
    );
    await press(job, 'Preview x.pdf');
    await waitFor(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension:')), 'the PDF viewer');
    await press(job, 'Preview x.pdf');
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('cancels', async () => {
    const endless = await endlessInput();
    const serve = await serveNew({ ALLOWED_ADDRESSES: endless.address });
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await page.getByLabel('Or a file on the web').fill(endless.url);
    await chooseTarget(page, 'md5');
    await press(page, 'Convert');
    const job = await jobSays(page, 'Fetching files');
    await job.getByRole('progressbar', { name: 'Converting endless.txt' }).waitFor();
    await press(job, 'Cancel');
    await jobSays(page, 'Canceled');
    const listed = await serve.call('GET', '/v2/jobs');
    expect(listed.body).toMatchObject([{ status: 'canceled' }]);
  });

  it('goes on with an upload whose connection broke', async () => {
    const serve = await serveNew();
    const proxy = await startProxy(Number(new URL(serve.url).port));
    const { page } = await visit(`http://127.0.0.1:${proxy.port}/`);
    await giveKey(page, serve.key);
    const path = await makeTone(join(await temporaryFolder(), 'large.wav'), 240);
    await page.locator('#file-input').setInputFiles(path);
    await chooseTarget(page, 'md5');
    const session = await page.context().newCDPSession(page);
    const limitUpload = (uploadThroughput: number) =>
      session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await session.send('Network.enable');
    await limitUpload(4_000_000);
    await press(page, 'Convert');
    await page.getByRole('progressbar', { name: 'Sending large.wav' }).waitFor();
    await page.waitForTimeout(1000);
    await proxy.cut();
    await limitUpload(-1);
    const rest = page.waitForRequest(
      (request) => request.method() === 'PATCH' && request.url().includes('upload-file'),
    );
    await proxy.heal();
    expect(Number((await rest).headers()['upload-offset'])).toBeGreaterThan(100_000);
    const job = await jobSays(page, 'Done');
    await press(job, 'Preview large.md5');
    const { stdout } = await execa('md5sum', [path]);
    expect(await job.locator('pre').innerText()).toContain(stdout.split(' ')[0]);
    await page.close();
    await proxy.close();
  });
});

describe('the form', () => {
  it('finds formats, offers what can be made here alone, and says what is missing', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    await press(page, 'Convert');
    await page.getByText('Converting needs an API key.').waitFor();
    await giveKey(page, serve.key);
    await press(page, 'Convert');
    await page.getByText('Choose a file, drop one here').waitFor();
    await page.locator('#file-input').setInputFiles(await textFile('a.txt'));
    await press(page, 'Convert');
    await page.getByText('Choose a format first.').waitFor();

    const catalog = (await serve.call('GET', '/v2/conversions')).body as { target: string }[];
    expect(await page.getByRole('radio').count()).toBe(catalog.length);
    await page.getByLabel('Find a format').fill('.MP3');
    expect(await page.getByRole('radio').count()).toBe(1);
    await page.getByLabel('Find a format').fill('hash sha');
    expect(await page.getByRole('radio').count()).toBe(4);
    await page.getByLabel('Find a format').fill('nothing such');
    await page.getByText('Nothing here makes “nothing such”.').waitFor();
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
    expect(await files.locator('img').count()).toBe(0);
    await press(page, 'Remove two.txt');
    expect(await files.getByRole('listitem').count()).toBe(1);
  });

  it('shows what is wrong with an option beside it: its own findings and those of the service', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await page.locator('#file-input').setInputFiles(await textFile('a.wav'));
    await chooseTarget(page, 'mp3');
    await openOptions(page);
    const field = (name: string) => page.locator(`[data-option="${name}"]`);
    await page.getByLabel('End', { exact: true }).fill('3');
    await page.getByLabel('Normalize target level', { exact: true }).fill('7');
    await press(page, 'Convert');
    expect(await field('end').getByRole('alert').innerText()).toBe('Write it like 00:02:00.');
    expect(await field('normalize_target_level').getByRole('alert').innerText()).toBe('Give a number of at most 0.');
    expect(await page.evaluate('document.activeElement.closest(".option").dataset.option')).toBe(
      'normalize_target_level',
    );
    await press(page, 'Reset all options');

    await page.getByLabel('Audio bitrate').selectOption('64');
    await page.getByLabel('Audio variable bitrate').selectOption('100');
    await press(page, 'Convert');
    await field('audio_bitrate').getByRole('alert').filter({ hasText: 'audio_vbr' }).waitFor();

    await page.getByLabel('Find an option').fill('loudness');
    expect(await page.getByLabel('Audio bitrate').isVisible()).toBe(false);
    expect(await page.getByLabel('Normalize', { exact: true }).isVisible()).toBe(true);
  });
});

describe('the key and the jobs of it', () => {
  it('stays in the tab, or in the browser on request, and goes with all that it showed', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    await page.getByLabel('Paste your API key').fill('cvd_wrong');
    await press(page, 'Use this key');
    await page.getByText('This key is not valid here.').waitFor();
    const kept = () => page.evaluate('[sessionStorage.length, localStorage.length]');
    expect(await kept()).toEqual([0, 0]);
    await giveKey(page, serve.key);
    expect(await kept()).toEqual([1, 0]);
    await page.reload();
    await press(page, 'Forget key');
    expect(await kept()).toEqual([0, 0]);

    await page.getByLabel('Paste your API key').fill(serve.key);
    await page.getByLabel('Remember it in this browser').check();
    await press(page, 'Use this key');
    await page.getByText('Key remembered in this browser').waitFor();
    expect(await kept()).toEqual([0, 1]);
    const { conversion } = await serve.createJob({ conversion: [{ target: 'md5' }] });
    expect(conversion).toHaveLength(1);
    await press(page, 'Refresh');
    await page.getByRole('button', { name: /^No files to md5/ }).click();
    await jobSays(page, 'Not started');
    await press(page, 'Forget key');
    expect(await page.locator('article').count()).toBe(0);
    expect(await page.getByRole('list', { name: 'Recent jobs' }).getByRole('listitem').count()).toBe(0);
  });

  it('does not ask the service while the page is hidden', async () => {
    const endless = await endlessInput();
    const serve = await serveNew({ ALLOWED_ADDRESSES: endless.address });
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await page.getByLabel('Or a file on the web').fill(endless.url);
    await chooseTarget(page, 'md5');
    await press(page, 'Convert');
    await jobSays(page, 'Fetching files');
    let looks = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/threads?all=true')) looks++;
    });
    await waitFor(() => looks > 0, 'a look at the job');
    const show = (state: string) =>
      page.evaluate(`{
        Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }`);
    await show('hidden');
    await page.waitForTimeout(500);
    looks = 0;
    await page.waitForTimeout(5000);
    expect(looks).toBe(0);
    await show('visible');
    await waitFor(() => looks > 0, 'another look');
    await press(page.locator('article'), 'Cancel');
    await jobSays(page, 'Canceled');
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
        // The focus can be seen wherever it is.
        expect(
          await page.evaluate(
            'getComputedStyle(document.activeElement.matches(".visually-hidden") ? document.activeElement.nextElementSibling : document.activeElement).outlineStyle',
          ),
        ).not.toBe('none');
      }
      return passed;
    };
    expect(await tabTo('key')).toEqual(['Skip to the converter', 'key']);
    await page.keyboard.type(serve.key);
    await page.keyboard.press('Enter');
    await waitFor(async () => (await focused()) === 'Choose files', 'the focus at the files');
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(await textFile('a.txt'));
    await tabTo('target-search');
    await page.keyboard.type('md5');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('Change format');
    await tabTo('Convert');
    await page.keyboard.press('Enter');
    const job = await jobSays(page, 'Done');
    expect(await focused()).toBe('1 file to md5');
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

  it('chooses a format with the arrow keys', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    await page.getByLabel('Find a format').fill('audio');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate('document.activeElement.value')).toBe('audio/flac');
    await page.keyboard.press('Enter');
    expect(await page.locator('#chosen-target').innerText()).toBe('flac');
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
    await page.locator('#file-input').setInputFiles([await textFile('a.txt'), await textFile('b.txt')]);
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
    await press(page, 'Convert');
    await jobSays(page, 'Done');
    expect(await nameless()).toEqual([]);
    await waitFor(
      async () => ((await page.evaluate('said')) as string[]).includes('2 files to sha1: Done, 2 results'),
      'the end to be said',
    );
    // The check itself sees what has no name.
    await page.evaluate('document.querySelector("main").append(document.createElement("button"))');
    expect(await nameless()).toEqual(['button']);
    const headings = await page.getByRole('heading').allInnerTexts();
    expect(headings).toEqual([
      'convertd',
      'Files',
      'Convert to',
      'Options',
      'Conversions',
      '2 files to sha1',
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
    await page.locator('#file-input').setInputFiles([await textFile(long), tone]);
    await chooseTarget(page, 'mp3');
    await openOptions(page);
    expect(await overflow()).toBe(0);
    await press(page, 'Convert');
    await jobSays(page, 'Done, with problems');
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await overflow()).toBe(0);
      for (const [colorScheme, background] of [
        ['light', 'rgb(244, 246, 246)'],
        ['dark', 'rgb(20, 25, 26)'],
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
