import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../cli/support.ts';
import { violations } from './axe.ts';
import {
  chooseFiles,
  chooseTarget,
  giveKey,
  jobSays,
  makeTone,
  openOptions,
  press,
  rowOf,
  serveNew,
  start,
  textFile,
  useChromium,
  visit,
} from './browser.ts';

useChromium();

async function pageWithKey() {
  const serve = await serveNew();
  const { page } = await visit(serve.url);
  await giveKey(page, serve.key);
  return page;
}

describe('a result', () => {
  it('of a picture is compared with the picture before, by a slider that keys move', async () => {
    const page = await pageWithKey();
    const photo = join(await temporaryFolder(), 'photo.png');
    await execa('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=320x200', '-frames:v', '1', photo]);
    await chooseFiles(page, photo);
    await chooseTarget(page, 'jpg');
    await openOptions(page);
    await page.getByLabel('Width', { exact: true }).fill('80');
    await start(page);
    const job = await jobSays(page, 'Done');
    await press(job, 'Preview photo.jpg');
    const slider = job.getByRole('slider', { name: 'Before and after of photo.jpg' });
    await slider.waitFor();
    const shown = () => page.evaluate('getComputedStyle(document.querySelector(".before")).clipPath');
    expect(await shown()).toBe('inset(0px 50% 0px 0px)');
    await slider.focus();
    await page.keyboard.press('End');
    expect(await shown()).toBe('inset(0px 0% 0px 0px)');
    await page.keyboard.press('ArrowLeft');
    expect(await shown()).toBe('inset(0px 1% 0px 0px)');
    // Both lie on each other, whatever their numbers of pixels.
    const boxes = await job.locator('.compare-stage > img').evaluateAll((pictures) =>
      pictures.map((picture) => {
        const { x, y, width, height } = picture.getBoundingClientRect();
        return [x, y, width, height].map(Math.round);
      }),
    );
    expect(boxes[0]?.slice(2)).toEqual([320, 200]);
    expect(boxes[1]).toEqual(boxes[0]);
    expect(await violations(page)).toEqual([]);
    await press(job, 'Preview photo.jpg');
    expect(await slider.count()).toBe(0);
  });

  it('of which the page has no picture of before is shown alone', async () => {
    const page = await pageWithKey();
    const photo = join(await temporaryFolder(), 'photo.png');
    await execa('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=320x200', '-frames:v', '1', photo]);
    await chooseFiles(page, photo);
    await chooseTarget(page, 'jpg');
    await start(page);
    await jobSays(page, 'Done');
    await page.reload();
    await page.getByRole('button', { name: /^photo\.png to JPG/ }).click();
    const job = await jobSays(page, 'Done');
    await press(job, 'Preview photo.jpg');
    await job.locator('img.preview').waitFor();
    expect(await job.getByRole('slider').count()).toBe(0);
  });
});

describe('a failure', () => {
  it('first says what to do, and then what the service says', async () => {
    const page = await pageWithKey();
    const tone = await makeTone(join(await temporaryFolder(), 'good.wav'), 1);
    await chooseFiles(page, await textFile('bad.wav', 'no audio'), tone);
    await chooseTarget(page, 'flac');
    await start(page);
    const job = await jobSays(page, 'Done, with problems');
    const said = await rowOf(job, 'bad.wav').getByRole('list', { name: 'Problems of bad.wav' }).innerText();
    const [first, second] = said.split(/\n+/);
    expect(first).toBe(
      'This file is not of a kind that this conversion can read. Choose another format, or another file.',
    );
    expect(second).toMatch(/^Problem: bad\.wav is not an audio/);
  });
});
