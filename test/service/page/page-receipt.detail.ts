import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../cli/support.ts';
import {
  chooseFiles,
  chooseTarget,
  giveKey,
  jobSays,
  openGroup,
  openOptions,
  press,
  serveNew,
  start,
  useChromium,
  visit,
} from './browser.ts';

useChromium();

it('a result with a receipt shows what was counted and what is missing, and the receipt can be saved', async () => {
  const serve = await serveNew();
  const { page } = await visit(serve.url);
  await giveKey(page, serve.key);
  await chooseFiles(page, join(ROOT, 'fixtures/document/report.docx'));
  await chooseTarget(page, 'txt');
  await openOptions(page);
  await openGroup(page, 'File name and download');
  await page.getByLabel('Receipt').check();
  await start(page);
  const job = await jobSays(page, 'Done');
  const receipt = job.locator('.receipt');
  await receipt.getByText('Receipt: 3 losses').click();
  const row = (name: string) => receipt.getByRole('row', { name }).getByRole('cell').allTextContents();
  expect(await row('Pictures')).toEqual(['1', '0']);
  expect(await row('Words')).toEqual(['46', '46']);
  expect(await receipt.getByText(/^Made by LibreOffice \d/).count()).toBe(1);
  const downloading = page.waitForEvent('download');
  await press(job, 'Save the receipt');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('report.txt.receipt.json');
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
    fewer: ['tables', 'pictures', 'links'],
  });
});
