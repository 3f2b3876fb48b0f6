import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../cli/support.ts';
import { waitFor } from '../../worker/support.ts';
import { newInstallation, startServe } from '../serve-support.ts';
import {
  chooseFiles,
  chooseTarget,
  chooseTargetOf,
  endlessInput,
  giveKey,
  jobSays,
  limitUploads,
  openOptions,
  openTargets,
  press,
  received,
  rowOf,
  serveNew,
  start,
  textFile,
  useChromium,
  visit,
} from './browser.ts';
import { makeFiles } from './page-screens.ts';

useChromium();

const conversionOf = (page: Page) =>
  page
    .waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/v2/jobs'))
    .then((request) => request.postDataJSON().conversion[0]);

async function downloaded(page: Page, button: string): Promise<string> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return (await downloading).path();
}

/** Opens the page of a new service with its key and these files chosen. */
async function pageWith(...names: readonly (keyof Awaited<ReturnType<typeof makeFiles>>)[]) {
  const serve = await serveNew();
  const { page } = await visit(serve.url);
  await giveKey(page, serve.key);
  const files = await makeFiles(await temporaryFolder());
  await chooseFiles(page, ...names.map((name) => files[name]));
  return { serve, page };
}

describe('files and what they become', () => {
  it('makes another format of each file, and asks for the password of the locked one alone', async () => {
    const { page } = await pageWith('photo', 'report', 'locked');
    await page.getByLabel('Password of locked.pdf').fill('secret');
    expect(await page.getByLabel('Password of report.pdf').isVisible()).toBe(false);
    await chooseTargetOf(page, 'photo.jpg', 'png');
    await chooseTargetOf(page, 'report.pdf', 'txt');
    await chooseTargetOf(page, 'locked.pdf', 'txt');
    await start(page);
    await jobSays(page, 'Done');
    expect(await page.locator('article').count()).toBe(1);
    expect((await execa('identify', [await downloaded(page, 'Download photo.png')])).stdout).toContain('PNG 1200x800');
    expect(await readFile(await downloaded(page, 'Download locked.txt'), 'utf8')).toContain('Page 4');
    await page.getByText(/^[\d.]+ kB → [\d.]+ (k|M)B, \d+% larger$/).waitFor();
  });

  it('asks for a password where the service finds that one is missing', async () => {
    const { page } = await pageWith('locked');
    await chooseTarget(page, 'txt');
    await start(page);
    const job = await jobSays(page, 'Failed');
    await press(rowOf(job, 'locked.pdf'), 'Enter the password');
    await page.getByLabel('Password of locked.pdf').fill('secret');
    await start(page);
    await jobSays(page, 'Done');
    expect(await readFile(await downloaded(page, 'Download locked.txt'), 'utf8')).toContain('Page 1');
  });

  it('offers for all what all files can become', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url);
    const { photo, talk } = await makeFiles(await temporaryFolder());
    await chooseFiles(page, talk);
    await chooseTarget(page, 'flac');
    await chooseFiles(page, photo);
    // A picture cannot become what was chosen for the others.
    expect(await page.locator('.file-target strong').allInnerTexts()).toEqual(['FLAC', 'PNG']);
    await openTargets(page);
    expect(await page.locator('.choice[value="audio/flac"]').count()).toBe(0);
    expect(await page.locator('.choice[value="archive/zip"]').count()).toBe(1);
    // Digests come last.
    expect(await page.locator('#targets h3').last().textContent()).toBe('Checksums');
  });
});

describe('controls of options', () => {
  it('turns pages by their pictures, and sends the file once', async () => {
    const { page } = await pageWith('report');
    const uploads: string[] = [];
    page.on(
      'request',
      (request) => request.method() === 'PATCH' && request.url().includes('/tus/') && uploads.push(''),
    );
    await chooseTarget(page, 'document/pdf');
    await openOptions(page);
    await press(page, 'Turn on thumbnails');
    await press(page, 'Turn page 2');
    await press(page, 'Turn page 4');
    await press(page, 'Turn page 4, now turned by 90 degrees');
    await start(page);
    await jobSays(page, 'Done');
    expect(uploads).toHaveLength(1);
    const { stdout } = await execa('pdfinfo', ['-l', '9', await downloaded(page, 'Download report.pdf')]);
    expect(stdout.match(/Page +\d rot: +\d+/g)?.map((line) => line.split(/\s+/).at(-1))).toEqual([
      '0',
      '90',
      '0',
      '180',
    ]);
    // Jobs that make pictures for the page are not listed.
    expect(await page.getByRole('list', { name: 'Recent jobs' }).getByRole('listitem').count()).toBe(1);
  });

  it('cuts out what is drawn on a picture', async () => {
    const { page } = await pageWith('photo');
    await chooseTarget(page, 'image/png');
    await openOptions(page);
    await page.locator('.group > summary', { hasText: 'Crop' }).click();
    await press(page, 'Draw on the picture');
    await page.getByText('Draw a frame').waitFor();
    await page.locator('.crop-stage').scrollIntoViewIfNeeded();
    const box = await page.locator('.crop-stage').boundingBox();
    if (box === null) throw new Error('there is no picture');
    await page.mouse.move(box.x + box.width / 4, box.y + box.height / 4);
    await page.mouse.down();
    await page.mouse.move(box.x + (box.width * 3) / 4, box.y + box.height / 2, { steps: 3 });
    await page.mouse.up();
    const conversion = conversionOf(page);
    await start(page);
    const { crop_width: width, crop_height: height } = (await conversion).options;
    expect(width).toBeGreaterThan(590);
    expect(width).toBeLessThan(610);
    await jobSays(page, 'Done');
    const { stdout } = await execa('identify', ['-format', '%wx%h', await downloaded(page, 'Download photo.png')]);
    expect(stdout).toBe(`${width}x${height}`);
  });

  it('writes page ranges, colours and angles as the catalog wants them, and offers presets as a menu', async () => {
    const serve = await serveNew();
    const preset = { name: 'tiny', category: 'image', target: 'png', options: { width: 10 } };
    expect((await serve.call('POST', '/v2/presets', preset)).status).toBe(201);
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    const { photo } = await makeFiles(await temporaryFolder());
    await chooseFiles(page, photo);
    await chooseTarget(page, 'image/png');
    await openOptions(page);
    await page.getByLabel('Preset').selectOption('tiny');
    await page.getByRole('button', { name: 'to the left' }).click();
    await page.locator('.group > summary', { hasText: 'Colours' }).click();
    await page.locator('[data-option=background] input[type=color]').fill('#12ab34');
    const conversion = conversionOf(page);
    await start(page);
    expect((await conversion).options).toEqual({ preset: 'tiny', rotate: 270, background: '#12ab34' });
    await jobSays(page, 'Done');
    const { stdout } = await execa('identify', ['-format', '%wx%h', await downloaded(page, 'Download photo.png')]);
    expect(stdout).toMatch(/^10x/);
    expect(await page.locator('[data-option=resolution_unit]').count()).toBe(0);
  });

  it('takes what a task needs: the search for ocr sets the options of it', async () => {
    const { page } = await pageWith('report');
    await openTargets(page);
    await page.getByLabel('Find a format or a task').fill('ocr');
    await page.locator('#found button').filter({ hasText: 'Recognise text' }).click();
    expect(await page.getByLabel('Recognise text (OCR)').isChecked()).toBe(true);
    expect(await page.getByLabel('Language of the text').inputValue()).toBe('eng');
  });
});

describe('results', () => {
  it('converts again without sending again, with the options of before, and deletes', async () => {
    const { serve, page } = await pageWith('photo');
    await chooseTarget(page, 'image/png');
    await openOptions(page);
    await page.getByLabel('Width', { exact: true }).fill('30');
    await start(page);
    const first = await jobSays(page, 'Done');
    await waitFor(
      () => page.evaluate<boolean>('document.querySelector(".output img")?.naturalWidth === 30'),
      'the thumbnail',
    );
    await press(first, 'Convert again');
    expect(await page.getByLabel('Width', { exact: true }).inputValue()).toBe('30');
    await chooseTarget(page, 'image/webp');
    const uploads: string[] = [];
    page.on('request', (request) => request.url().includes('/tus/') && uploads.push(request.url()));
    await start(page);
    const second = await jobSays(page, 'Done');
    await second.getByRole('button', { name: 'Download photo.webp' }).waitFor();
    expect(uploads).toEqual([]);

    await press(second, 'Delete results');
    await press(page, 'Keep');
    expect(await second.getByRole('button', { name: 'Download photo.webp' }).count()).toBe(1);
    await press(second, 'Delete results');
    await press(page.getByRole('dialog'), 'Delete results');
    await waitFor(async () => (await page.locator('article').count()) === 1, 'the card to go');
    const jobs = (await serve.call('GET', '/v2/jobs')).body as {
      output: unknown[];
      conversion: { target: string }[];
    }[];
    expect(jobs.map(({ output, conversion }) => [conversion[0]?.target, output.length])).toEqual([
      ['webp', 0],
      ['png', 1],
    ]);
  });

  it('shows what another tab does while it does it, and running jobs after a reload', async () => {
    const endless = await endlessInput();
    const serve = await serveNew({ ALLOWED_ADDRESSES: endless.address });
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    const other = await visit(serve.url);
    await giveKey(other.page, serve.key);
    const { id } = await serve.createJob({
      input: [{ type: 'remote', source: endless.url }],
      conversion: [{ target: 'md5' }],
      process: true,
    });
    await page.getByRole('button', { name: /endless\.txt to MD5/ }).waitFor();
    await page.reload();
    const job = await jobSays(page, 'Fetching files');
    expect((await serve.call('DELETE', `/v2/jobs/${id}`)).status).toBe(204);
    await job.locator('.badge', { hasText: 'Cancelled' }).waitFor();
    await other.page.getByRole('button', { name: /endless\.txt to MD5 Cancelled/ }).waitFor();
  });

  it('goes on with an upload after a reload, where it was', async () => {
    const installation = await newInstallation();
    const serve = await startServe(installation);
    const { page } = await visit(serve.url);
    await giveKey(page, serve.key);
    const folder = await temporaryFolder();
    const large = join(folder, 'large.bin');
    await execa('dd', ['if=/dev/urandom', `of=${large}`, 'bs=1M', 'count=24']);
    await chooseFiles(page, large, await textFile('small.txt'));
    await chooseTarget(page, 'md5');
    const limitUpload = await limitUploads(page);
    // The upload takes minutes.
    await limitUpload(200_000);
    await start(page);
    await page.getByText(/^Sending, /).waitFor();
    await received(installation, 100_000);
    const rest = page.waitForRequest((request) => request.method() === 'PATCH' && request.url().includes('/v2/tus/'));
    await page.reload();
    expect(Number((await rest).headers()['upload-offset'])).toBeGreaterThan(100_000);
    // Not earlier, or the upload would end while the page is still open, and that of the next file would begin.
    await limitUpload(-1);
    const job = await jobSays(page, 'Done');
    await press(job, 'Preview large.md5');
    const { stdout } = await execa('md5sum', [large]);
    expect(await job.locator('pre').innerText()).toContain(stdout.split(' ')[0]);
    const kept = `new Promise((resolve) => {
      const opening = indexedDB.open('convertd-uploads', 1);
      opening.onsuccess = () => {
        const asked = opening.result.transaction('jobs').objectStore('jobs').count();
        asked.onsuccess = () => resolve(asked.result);
      };
    })`;
    await waitFor(async () => (await page.evaluate(kept)) === 0, 'the browser to keep nothing any more');
  });
});

describe('languages and colours', () => {
  it('speaks the language of the browser, changes to another with all that is shown, and remembers it', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url, { locale: 'de-AT' });
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.getByLabel('API-Schlüssel').fill(serve.key);
    await press(page, 'Schlüssel verwenden');
    const { report } = await makeFiles(await temporaryFolder());
    await chooseFiles(page, report);
    await openTargets(page);
    await page.getByLabel('Format oder Aufgabe suchen').fill('pdf verkleinern');
    await page.locator('#found button', { hasText: 'Komprimieren' }).first().click();
    for (const [language, start, remove, compress, description] of [
      ['fr', 'Convertir', 'Retirer report.pdf', 'Compresser', 'Compacité du fichier'],
      ['es', 'Convertir', 'Quitar report.pdf', 'Comprimir', 'Cuánto se reduce'],
      ['zh', '转换', '移除 report.pdf', '压缩', '文件压缩的程度'],
      ['ja', '変換', 'report.pdfを取り除く', '圧縮', 'ファイルをどれだけ小さくするか'],
      ['en', 'Convert', 'Remove report.pdf', 'Compress', 'How small the file becomes'],
      ['de', 'Konvertieren', 'report.pdf entfernen', 'Komprimieren', 'Wie klein die Datei wird'],
    ] as const) {
      await page.locator('#language').selectOption(language);
      await page.getByRole('button', { name: remove, exact: true }).waitFor();
      expect(await page.locator('#start').innerText()).toBe(start);
      expect(await page.locator('.file-target strong').innerText()).toBe(compress);
      const help = page.locator('[data-option=compression_level] .help');
      expect(await help.textContent()).toContain(description);
      expect(await help.getAttribute('lang')).toBe(language);
    }
    await page.locator('#language').selectOption('ja');
    await start(page);
    await jobSays(page, '完了');
    await page.reload();
    await page.getByRole('heading', { name: '最近のジョブ' }).waitFor();
  });

  it('has light and dark colours, whatever those of the system are', async () => {
    const serve = await serveNew();
    const { page } = await visit(serve.url, { colorScheme: 'dark' });
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const dark = await background();
    await page.getByLabel('Colours').selectOption('light');
    const light = await background();
    expect(light).not.toBe(dark);
    await page.reload();
    await page.locator('body[data-ready]').waitFor();
    expect(await background()).toBe(light);
    await page.getByLabel('Colours').selectOption('system');
    expect(await background()).toBe(dark);
  });
});
