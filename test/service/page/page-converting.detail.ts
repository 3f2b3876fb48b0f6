import { copyFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../cli/support.ts';
import { startProxy } from '../../support/tcp-proxy.ts';
import { waitFor } from '../../worker/support.ts';
import { newInstallation, startInputs, startServe } from '../serve-support.ts';
import {
  addAddress,
  chooseFiles,
  chooseTarget,
  endlessInput,
  giveKey,
  jobSays,
  limitUploads,
  makeTone,
  openGroup,
  openOptions,
  press,
  received,
  rowOf,
  serveNew,
  start,
  textFile,
  useChromium,
  visit,
} from './browser.ts';

useChromium();

describe('converting', () => {
  it('makes an mp3 of a WAV with the changed options alone, and keeps the key out of every address', async () => {
    const serve = await serveNew();
    const { page, requests } = await visit(serve.url);
    await giveKey(page, serve.key);
    await chooseFiles(page, await makeTone(join(await temporaryFolder(), 'talk.wav'), 2));
    await chooseTarget(page, 'mp3');
    await openOptions(page);
    await page.getByLabel('Audio bitrate').selectOption('64');
    await openGroup(page, 'Sound');
    await page.getByLabel('Channels').selectOption('Stereo');
    await page.getByLabel('Channels').selectOption('Not set');
    await page.getByLabel('Leave out the cover').check();
    await page.getByLabel('End', { exact: true }).fill('00:00:01');
    const creating = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/v2/jobs'),
    );
    await start(page);
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
    // The player shows the chosen file itself, from the memory of the browser.
    const sent = requests().filter((url) => !url.startsWith(`blob:${serve.url}`));
    expect(sent.filter((url) => url.includes(serve.key) || !url.startsWith(serve.url))).toEqual([]);
  });

  it('shows problems beside the file that they belong to, and the results of the others', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    const tone = await makeTone(join(await temporaryFolder(), 'good.wav'), 1);
    await chooseFiles(page, await textFile('bad.wav', 'no audio'), tone);
    await chooseTarget(page, 'flac');
    await start(page);
    const job = await jobSays(page, 'Done, with problems');
    expect(await rowOf(job, 'bad.wav').innerText()).toMatch(/Problem: bad\.wav is not an audio/);
    expect(await rowOf(job, 'good.wav').innerText()).not.toContain('Problem');
    await rowOf(job, 'good.wav').getByRole('button', { name: 'Download good.flac' }).waitFor();
  });

  it('puts several files into one archive, among them one on the web, and downloads all results of a job', async () => {
    const inputs = await startInputs();
    const serve = await serveNew({ ALLOWED_ADDRESSES: inputs.address });
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await chooseFiles(page, await textFile('first.txt'));
    await addAddress(page, 'not an address');
    await page.getByText('Give a whole address').waitFor();
    await addAddress(page, inputs.text('second.txt', 'from afar'));
    await chooseTarget(page, 'zip');
    await start(page);
    const job = await jobSays(page, 'Done');
    expect(await rowOf(job, 'All files together').innerText()).toContain('.zip');
    const archive = page.waitForEvent('download');
    await press(job, /^Download .*\.zip$/);
    expect((await execa('unzip', ['-Z1', await (await archive).path()])).stdout.split('\n').sort()).toEqual([
      'first.txt',
      'second.txt',
    ]);

    await chooseFiles(page, await textFile('a.txt', 'a'), await textFile('b.txt', 'b'));
    await chooseTarget(page, 'md5');
    await start(page);
    const digests = await jobSays(page, 'Done');
    const zip = page.waitForEvent('download');
    await press(digests, 'Download all 2 as zip');
    expect((await execa('unzip', ['-Z1', await (await zip).path()])).stdout.split('\n').sort()).toEqual([
      'a.md5',
      'b.md5',
    ]);
    await press(digests, 'Preview b.md5');
    const { stdout } = await execa('md5sum', { input: 'b' });
    expect(await digests.locator('pre').innerText()).toContain(stdout.split(' ')[0]);
  });

  it('asks for the password of a protected result', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await chooseFiles(page, await textFile('a.txt'));
    await chooseTarget(page, 'sha256');
    await openOptions(page);
    await openGroup(page, 'File name and download');
    await page.getByLabel('Password for the download').fill('a; b=%,"c');
    await start(page);
    const job = await jobSays(page, 'Done');
    await press(job, 'Preview a.sha256');
    await job.getByLabel('Password of this download').fill('wrong');
    await page.keyboard.press('Enter');
    await job.getByLabel('That password does not open it').fill('a; b=%,"c');
    await page.keyboard.press('Enter');
    const { stdout } = await execa('sha256sum', { input: 'hello' });
    expect(await job.locator('pre').innerText()).toContain(stdout.split(' ')[0]);
  });

  it('says that one has to wait after too many wrong passwords', async () => {
    const serve = await serveNew({ GUESSES_PER_MINUTE: '1' });
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await chooseFiles(page, await textFile('a.txt'));
    await chooseTarget(page, 'sha256');
    await openOptions(page);
    await openGroup(page, 'File name and download');
    await page.getByLabel('Password for the download').fill('right');
    await start(page);
    const job = await jobSays(page, 'Done');
    await press(job, 'Preview a.sha256');
    await job.getByLabel('Password of this download').fill('wrong');
    await page.keyboard.press('Enter');
    await job.getByLabel('That password does not open it').fill('right');
    await page.keyboard.press('Enter');
    await job.getByText('Wait a minute and try again').waitFor();
    expect(await job.locator('pre').count()).toBe(0);
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
    await chooseFiles(page, await textFile('a.txt'), await textFile('b.txt'));
    await chooseTarget(page, 'md5');
    await start(page);
    await jobSays(page, 'Done');
    // The engines of these formats may be missing in an installation, so other bytes replace two results.
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
    // The service caches documents by the version of their job.
    db.exec('update jobs set version = version + 1');
    db.close();
    await page.reload();
    await page.getByRole('button', { name: /^a\.txt and 1 more to MD5/ }).click();
    const job = await jobSays(page, 'Done');
    await press(job, 'Preview x.png');
    await waitFor(
      () => page.evaluate<boolean>('document.querySelector("img.preview")?.naturalWidth === 320'),
      'the picture',
    );
    // A browser without a PDF viewer, like that of the tests, downloads the file of the frame.
    const opened = page.waitForEvent('download');
    await press(job, 'Preview x.pdf');
    expect(await readFile(await (await opened).path())).toEqual(await readFile(join(folder, 'x.pdf')));
    expect(await page.locator('iframe').count()).toBe(1);
    await press(job, 'Preview x.pdf');
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('cancels', async () => {
    const endless = await endlessInput();
    const serve = await serveNew({ ALLOWED_ADDRESSES: endless.address });
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    await addAddress(page, endless.url);
    await chooseTarget(page, 'md5');
    await start(page);
    const job = await jobSays(page, 'Fetching files');
    await job.getByRole('progressbar', { name: 'Progress of 1 file' }).waitFor();
    await press(job, 'Cancel');
    await jobSays(page, 'Cancelled');
    const listed = await serve.call('GET', '/v2/jobs');
    expect(listed.body).toMatchObject([{ status: 'canceled' }]);
  });

  it('goes on with an upload whose connection broke', async () => {
    const installation = await newInstallation();
    const serve = await startServe(installation);
    const proxy = await startProxy(Number(new URL(serve.url).port));
    const { page } = await visit(`http://127.0.0.1:${proxy.port}/`);
    await giveKey(page, serve.key);
    const path = await makeTone(join(await temporaryFolder(), 'large.wav'), 240);
    await chooseFiles(page, path);
    await chooseTarget(page, 'md5');
    const limitUpload = await limitUploads(page);
    // The upload takes minutes.
    await limitUpload(200_000);
    await start(page);
    await page.getByText(/^Sending, /).waitFor();
    await received(installation, 100_000);
    await proxy.cut();
    await limitUpload(-1);
    const rest = page.waitForRequest((request) => request.method() === 'PATCH' && request.url().includes('/v2/tus/'));
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
