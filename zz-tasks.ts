import { spawn, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from 'playwright-core';
import { makeFiles, makeFilm } from './test/service/page/page-screens.ts';
const OUT = '/work/m/tasks';
const folder = mkdtempSync('/work/tmp-me/tasks-');
const child = spawn('/work/dev/bin/convertd', ['serve'], { env: { ...process.env, DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] });
let url = '', key = '';
for await (const line of createInterface(child.stdout)) { url ||= /^convertd serves (\S+)/.exec(line)?.[1] ?? ''; key ||= /shown this once: (\S+)/.exec(line)?.[1] ?? ''; if (key) break; }
const files = await makeFiles(folder);
const film = await makeFilm(join(folder, 'film.mp4'), 6);
const sh = (c: string) => execFileSync('bash', ['-c', c], { cwd: folder });
sh('mkdir many; for i in 1 2 3 4 5 6 7 8; do cp photo.jpg many/photo$i.jpg; cp report.pdf many/report$i.pdf; cp talk.wav many/talk$i.wav; echo "hello $i" > many/note$i.txt; printf "# T $i\\n\\ntext" > many/page$i.md; done');
sh('pdftoppm -r 120 -png -f 1 -l 1 report.pdf scan; printf "# Book\\n\\n## One\\n\\ntext\\n" > book.md; zip -q papers.zip report.pdf photo.jpg book.md; head -c 3000 photo.jpg > broken.docx');
sh('pandoc -v >/dev/null 2>&1; true');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu'] });
const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;
for (const [size, colorScheme, locale] of [['desktop', 'light', 'en-GB'], ['phone', 'dark', 'de-DE'], ['desktop', 'dark', 'ja-JP'], ['phone', 'light', 'en-GB']] as const) {
  const context = await browser.newContext({ viewport: SIZES[size], colorScheme, locale });
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  const shot = async (name: string, full = true) => { await page.screenshot({ path: `${OUT}/${name}-${size}-${colorScheme}-${locale}.png`, fullPage: full }); };
  const fresh = async (...paths: string[]) => { await page.goto(`${url}/#key=${key}`); await page.reload(); await page.locator('body[data-ready]').waitFor(); await page.locator('#file-input').setInputFiles(paths); };
  const to = async (text: string) => { const all = page.locator('#target-all'); await ((await all.isVisible()) ? all : page.locator('.file-target button').first()).click(); await page.locator('#target-search').fill(text); await page.keyboard.press('Enter'); await page.locator('#picker').waitFor({ state: 'hidden' }); };
  const go = async () => { await page.locator('#start').click(); await page.locator('article .badge').first().waitFor(); await page.waitForFunction === undefined; for (;;) { const s = await page.locator('article .badge').first().getAttribute('data-status'); if (s !== 'running') break; await page.waitForTimeout(300); } await page.waitForTimeout(800); };
  try {
  await fresh(files.photo); await to('image/webp'); await shot('01-picture-a'); await go(); await page.locator('.output button').first().click(); await page.waitForTimeout(1500); await shot('01-picture-b');
  await fresh(...[1,2,3,4,5,6,7,8].flatMap((i) => ['photo'+i+'.jpg','report'+i+'.pdf','talk'+i+'.wav','note'+i+'.txt','page'+i+'.md'].map((n) => join(folder, 'many', n)))); await shot('02-forty-a', false); await go(); await shot('02-forty-b', false);
  await fresh(files.report, join(folder, 'many/report1.pdf')); await page.locator('.task, #tasks button').first().click(); await shot('03-merge-a'); await go(); await shot('03-merge-b');
  await fresh(film); await page.locator('#tasks button').first().click(); await page.waitForTimeout(1500); await shot('04-cut-a');
  await fresh(join(folder, 'scan-1.png')); await to('txt'); await shot('05-scan-a'); await go(); await shot('05-scan-b');
  await fresh(join(folder, 'book.md')); await to('epub'); await go(); await shot('06-book');
  await fresh(join(folder, 'papers.zip')); await shot('07-archive-a'); 
  await fresh(files.locked); await to('txt'); await go(); await shot('08-protected');
  await fresh(join(folder, 'broken.docx')); await to('pdf'); await go(); await shot('09-error');
  await fresh(files.photo, files.report); await page.locator('#target-all').click(); await page.waitForTimeout(500); await shot('10-picker', false);
  } catch (error) { console.log(size, locale, String(error).slice(0, 300)); await shot('zz-failed'); }
  await context.close();
}
await browser.close();
child.kill('SIGTERM');
