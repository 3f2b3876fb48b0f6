import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../cli/support.ts';
import { waitFor } from '../../worker/support.ts';
import {
  chooseFiles,
  chooseTarget,
  giveKey,
  jobSays,
  makeTone,
  openGroup,
  openOptions,
  press,
  serveNew,
  start,
  useChromium,
  visit,
} from './browser.ts';
import { makeFilm } from './page-screens.ts';

useChromium();

/** Opens the page of a new service with its key and this file chosen. */
async function pageWith(path: string): Promise<Page> {
  const serve = await serveNew();
  const { page } = await visit(serve.url);
  await giveKey(page, serve.key);
  await chooseFiles(page, path);
  return page;
}

const playerOf = (page: Page) => page.locator('.player:visible');
const loaded = (page: Page) => playerOf(page).getByRole('button', { name: 'Start here' }).waitFor();
const seek = (page: Page, seconds: number) =>
  page.evaluate(`new Promise((resolve) => {
    const video = document.querySelector('.player video');
    video.addEventListener('seeked', resolve, { once: true });
    video.currentTime = ${seconds};
  })`);

/** Downloads the only result of the newest job, a film, a sound, or a zip of them; returns how many seconds each lasts. */
async function lengthsOf(page: Page): Promise<number[]> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download / }).click();
  const download = await downloading;
  const folder = await temporaryFolder();
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  if (path.endsWith('.zip')) await execa('unzip', ['-q', path, '-d', folder]);
  const names = (await readdir(folder)).filter((name) => !name.endsWith('.zip')).sort();
  return Promise.all(names.map((name) => secondsOf(join(folder, name))));
}

async function secondsOf(path: string): Promise<number> {
  const asked = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path];
  return Number((await execa('ffprobe', asked)).stdout);
}

describe('the player of what is cut', () => {
  it('takes the part of a film from where it stands, from sliders by keys, and from the fields', async () => {
    const page = await pageWith(await makeFilm(join(await temporaryFolder(), 'film.mp4'), 6));
    await press(page, 'Cut');
    await loaded(page);
    await seek(page, 1);
    await press(playerOf(page), 'Start here');
    const [from, to] = [page.getByLabel('Start', { exact: true }), page.getByLabel('End', { exact: true })];
    expect(await from.inputValue()).toBe('00:00:01');
    const slider = page.getByRole('slider', { name: 'End of the part' });
    await slider.focus();
    for (let step = 0; step < 35; step++) await page.keyboard.press('ArrowLeft');
    expect(await to.inputValue()).toBe('00:00:02.500');
    expect(await slider.getAttribute('aria-valuetext')).toBe('0:02.5');
    await page.getByText('From 0:01 to 0:02.5: 0:01.5 is kept.').waitFor();
    await press(playerOf(page), 'Play the part');
    await waitFor(
      () => page.evaluate('document.querySelector(".player video").currentTime >= 2.5'),
      'the end of the part',
    );
    await waitFor(() => page.evaluate('document.querySelector(".player video").paused'), 'the film to stop');
    expect(await page.evaluate('document.querySelector(".player video").currentTime')).toBeLessThan(6);
    await to.fill('00:00:04');
    expect(await slider.inputValue()).toBe('4');
    await start(page);
    await jobSays(page, 'Done');
    const [length = 0] = await lengthsOf(page);
    expect(Math.abs(length - 3)).toBeLessThan(0.5);
  });

  it('takes whole seconds of a sound, and never an end before the start', async () => {
    const page = await pageWith(await makeTone(join(await temporaryFolder(), 'talk.wav'), 5));
    await press(page, 'Cut');
    await loaded(page);
    await page.getByRole('slider', { name: 'End of the part' }).press('Home');
    expect(await page.getByLabel('End', { exact: true }).inputValue()).toBe('00:00:01');
    await page.getByRole('slider', { name: 'Start of the part' }).press('End');
    expect(await page.getByLabel('Start', { exact: true }).inputValue()).toBe('');
    await start(page);
    await jobSays(page, 'Done');
    const [length = 0] = await lengthsOf(page);
    expect(Math.abs(length - 1)).toBeLessThan(0.2);
  });

  it('cuts a film into the parts that are added', async () => {
    const page = await pageWith(await makeFilm(join(await temporaryFolder(), 'film.mp4'), 6));
    await chooseTarget(page, 'operation/cut-video');
    await openOptions(page);
    const parts = page.locator('[data-option=cut_points]');
    if (!(await parts.isVisible())) await openGroup(page, 'Other');
    const player = parts.locator('.player');
    await player.getByRole('button', { name: 'Start here' }).waitFor();
    await player.getByRole('slider', { name: 'End of the part' }).fill('2');
    await press(parts, 'Add this part');
    // The next part begins where that one ends, and lasts to the end.
    await player.getByRole('slider', { name: 'Start of the part' }).fill('3');
    await press(parts, 'Add this part');
    await start(page);
    await jobSays(page, 'Done');
    const lengths = await lengthsOf(page);
    expect(lengths.map(Math.round)).toEqual([2, 3]);
  });

  it('says so if the browser cannot play the file', async () => {
    const path = join(await temporaryFolder(), 'old.mpg');
    await writeFile(path, 'no film');
    const page = await pageWith(path);
    await chooseTarget(page, 'video/mp4');
    await openOptions(page);
    await page.getByText('This browser cannot play old.mpg. Write the times below.').waitFor();
    expect(await page.getByRole('slider', { name: 'End of the part' }).isVisible()).toBe(false);
    expect(await page.getByLabel('End', { exact: true }).isVisible()).toBe(true);
  });
});
