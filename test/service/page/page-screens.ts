import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { chooseTargetOf } from './browser.ts';

/** Makes files to convert in a folder. */
export async function makeFiles(folder: string): Promise<Record<'photo' | 'report' | 'locked' | 'talk', string>> {
  const [photo, report, locked, talk] = ['photo.jpg', 'report.pdf', 'locked.pdf', 'talk.wav'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  await execa('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'mandelbrot=size=1200x800', '-frames:v', '1', photo]);
  await execa('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=440:duration=2', talk]);
  await makePdf(report, folder);
  await execa('qpdf', ['--encrypt', 'secret', 'owner', '256', '--', report, locked]);
  return { photo, report, locked, talk };
}

/** Makes a film with sound. */
export async function makeFilm(path: string, seconds: number): Promise<string> {
  const sources = [`testsrc2=size=640x360:rate=25:duration=${seconds}`, `sine=330:duration=${seconds}`];
  await execa('ffmpeg', ['-v', 'error', ...sources.flatMap((source) => ['-f', 'lavfi', '-i', source]), '-y', path]);
  return path;
}

/** Makes a PDF of four pages, each with its number, upright except the second. */
async function makePdf(path: string, folder: string): Promise<void> {
  const pages = [1, 2, 3, 4].map(
    (page) => `BT /F1 90 Tf 60 ${page === 2 ? 120 : 420} Td (Page ${page}) Tj ET 60 100 m 400 100 l S`,
  );
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${index === 1 ? '600 440' : '440 600'}] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  const text = `%PDF-1.4\n${objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`;
  const plain = join(folder, 'plain.pdf');
  await writeFile(plain, text);
  // qpdf adds the missing cross references and warns about them.
  await execa('qpdf', ['--warning-exit-0', plain, path]);
}

/**
 * Goes through each screen of the page by its name, like a person; each begins where the previous one ends.
 *
 * @param folder for the files to convert
 */
export async function eachScreen(
  page: Page,
  { key, folder }: { readonly key: string; readonly folder: string },
  use: (name: string) => Promise<void>,
): Promise<void> {
  const files = await makeFiles(folder);
  await use('access');
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  await page.locator('#account').waitFor();
  await use('empty');
  const choose = (...paths: string[]) => page.locator('#file-input').setInputFiles(paths);
  await choose(files.report);
  await use('targets');
  await page.locator('.file-target button').click();
  await page.getByLabel('Find a format or a task').fill('ocr');
  await page.locator('#found button').first().waitFor();
  await use('search');
  await page.keyboard.press('Escape');
  await page.locator('#more > summary').click();
  await use('more');
  await page.keyboard.press('Escape');
  await choose(files.photo, files.talk, files.locked);
  await page.getByLabel('Password of locked.pdf').fill('secret');
  for (const [name, path] of [
    ['report.pdf', 'docx'],
    ['photo.jpg', 'webp'],
    ['talk.wav', 'mp3'],
    ['locked.pdf', 'txt'],
  ] as const) {
    await chooseTargetOf(page, name, path);
  }
  await use('each');
  await page.locator('#start').click();
  await page.locator('article .badge[data-status=ended]').waitFor();
  await page.locator('.output img').first().waitFor();
  await use('results');
  await choose(files.report);
  await page.getByRole('button', { name: 'Turn', exact: true }).click();
  await page.getByRole('button', { name: 'Turn on thumbnails' }).click();
  await page.locator('.page').nth(3).waitFor();
  await page.getByRole('button', { name: 'Turn page 2', exact: true }).click();
  await use('pages');
  await page.getByRole('button', { name: 'Remove report.pdf' }).click();
  await choose(files.photo);
  await chooseTargetOf(page, 'photo.jpg', 'webp');
  const card = page.locator('#options-card');
  if ((await card.getAttribute('open')) === null) await page.locator('#options-card > summary').click();
  await page.locator('.group > summary', { hasText: 'Crop' }).click();
  await page.getByRole('button', { name: 'Draw on the picture' }).click();
  await page.getByText('Draw a frame').waitFor();
  await page.locator('.crop-stage').scrollIntoViewIfNeeded();
  const box = await page.locator('.crop-stage').boundingBox();
  if (box === null) throw new Error('the picture is not shown');
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.8, { steps: 3 });
  await page.mouse.up();
  await use('crop');
  await page.getByRole('button', { name: 'Remove photo.jpg' }).click();
  await choose(await makeFilm(join(folder, 'film.mp4'), 6));
  await page.getByRole('button', { name: 'Cut', exact: true }).click();
  await page.getByRole('button', { name: 'Start here' }).waitFor();
  await page.getByRole('slider', { name: 'Start of the part' }).fill('1.5');
  await page.getByRole('slider', { name: 'End of the part' }).fill('4.2');
  await use('cut');
  await page.getByRole('button', { name: 'Delete results' }).first().click();
  await use('confirm');
  await page.getByRole('button', { name: 'Keep' }).click();
}
