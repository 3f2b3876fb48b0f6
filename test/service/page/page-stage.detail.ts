import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../cli/support.ts';
import { waitFor } from '../../worker/support.ts';
import {
  chooseFiles,
  chooseTarget,
  chooseTargetOf,
  giveKey,
  jobSays,
  press,
  serveNew,
  start,
  useChromium,
  visit,
} from './browser.ts';
import { makeFiles } from './page-screens.ts';

useChromium();

const targets = (page: Page) => page.locator('.file-target strong').allInnerTexts();
const names = (page: Page) => page.locator('#files .file-name').allInnerTexts();

async function pageWithFiles() {
  const serve = await serveNew();
  const { page } = await visit(serve.url);
  await giveKey(page, serve.key);
  return { page, files: await makeFiles(await temporaryFolder()) };
}

describe('chosen files', () => {
  it('each have their likeliest target at once, then what is chosen for one or for all', async () => {
    const { page, files } = await pageWithFiles();
    await chooseFiles(page, files.photo, files.talk, files.report);
    expect(await targets(page)).toEqual(['PNG', 'MP3', 'DOCX']);
    await page.getByRole('button', { name: 'Convert 3 files' }).waitFor();
    await chooseTarget(page, 'zip');
    expect(await targets(page)).toEqual(['ZIP', 'ZIP', 'ZIP']);
    await chooseTargetOf(page, 'photo.jpg', 'webp');
    expect(await targets(page)).toEqual(['WEBP', 'ZIP', 'ZIP']);
    await page.keyboard.press('Escape');
    await press(page, 'Remove photo.jpg');
    expect(await targets(page)).toEqual(['ZIP', 'ZIP']);
  });

  it('are shown by their pictures before anything is sent', async () => {
    const { page, files } = await pageWithFiles();
    const film = join(await temporaryFolder(), 'film.webm');
    const red = ['-f', 'lavfi', '-i', 'color=red:size=320x180:duration=3'];
    await execa('ffmpeg', ['-v', 'error', ...red, '-c:v', 'libvpx', film]);
    const sent: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
    await chooseFiles(page, files.photo, film, files.talk);
    await waitFor(async () => (await page.locator('.thumbnail > canvas').count()) === 2, 'two pictures');
    const colour = await page.evaluate(
      '[...document.querySelectorAll(".thumbnail > canvas")][1].getContext("2d").getImageData(10, 10, 1, 1).data.join()',
    );
    expect(colour).toMatch(/^2[45]\d,\d,\d,255$/);
    expect(await page.locator('#files > li').nth(2).locator('[data-kind=audio] .sign').count()).toBe(1);
    expect(sent).toEqual([]);
  });

  it('come from a folder with all that is in it', async () => {
    const { page } = await pageWithFiles();
    const folder = join(await temporaryFolder(), 'papers');
    await mkdir(join(folder, 'inner'), { recursive: true });
    for (const name of ['b.txt', 'inner/c.txt', '.hidden']) await writeFile(join(folder, name), 'x');
    await page.locator('#folder-input').setInputFiles(folder);
    await waitFor(async () => (await names(page)).length === 2, 'two files');
    expect((await names(page)).sort()).toEqual(['b.txt', 'c.txt']);
  });

  it('are put in order by the arrow keys and by dragging, which is the order of the merged pages', async () => {
    const { page, files } = await pageWithFiles();
    const second = join(await temporaryFolder(), 'second.pdf');
    await execa('qpdf', [files.report, '--pages', '.', '4', '--', second]);
    const third = join(await temporaryFolder(), 'third.pdf');
    await execa('qpdf', [files.report, '--pages', '.', '2', '--', third]);
    await chooseFiles(page, files.report, second, third);
    const handle = (name: string) => page.getByRole('button', { name: `Move ${name}, with the arrow keys` });
    await handle('second.pdf').focus();
    await page.keyboard.press('ArrowUp');
    expect(await names(page)).toEqual(['second.pdf', 'report.pdf', 'third.pdf']);
    expect(await page.evaluate('document.activeElement.className')).toBe('handle');
    const from = await handle('third.pdf').boundingBox();
    const to = await handle('second.pdf').boundingBox();
    if (from === null || to === null) throw new Error('the handles are not shown');
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(to.x + 5, to.y - 10, { steps: 8 });
    await page.mouse.up();
    expect(await names(page)).toEqual(['third.pdf', 'second.pdf', 'report.pdf']);
    await press(page, 'Merge');
    await start(page);
    const job = await jobSays(page, 'Done');
    const downloading = page.waitForEvent('download');
    await job.getByRole('button', { name: /^Download .*\.pdf$/ }).click();
    const { stdout } = await execa('pdftotext', [await (await downloading).path(), '-']);
    expect(stdout.match(/Page \d/g)).toEqual(['Page 2', 'Page 4', 'Page 1', 'Page 2', 'Page 3', 'Page 4']);
  });
});

describe('tasks', () => {
  it('are buttons for files of one kind, and ask for what they need', async () => {
    const { page, files } = await pageWithFiles();
    await chooseFiles(page, files.report);
    const shown = () => page.locator('#tasks button').allInnerTexts();
    expect(await shown()).toEqual(['Compress', 'Split', 'Turn', 'Recognise text', 'Pick pages', 'Protect']);
    await press(page, 'Protect');
    expect(await page.evaluate('document.activeElement.closest(".option")?.dataset.option')).toBe('new_user_password');
    await page.keyboard.type('secret');
    await start(page);
    const job = await jobSays(page, 'Done');
    const downloading = page.waitForEvent('download');
    await press(job, 'Download report.pdf');
    const path = await (await downloading).path();
    await expect(execa('qpdf', ['--check', path])).rejects.toThrow('invalid password');
    await execa('qpdf', ['--password=secret', '--check', path]);

    await chooseFiles(page, files.report, files.photo);
    expect(await page.locator('#tasks').isVisible()).toBe(false);
  });
});
