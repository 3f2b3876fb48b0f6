import { execa } from 'execa';
import { expect, test } from 'vitest';
import { saved, startGotenberg } from './support.ts';

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="red"/></svg>';

test('takes pictures of pages that are files', async () => {
  const { post } = await startGotenberg();

  const picture = await post('/forms/chromium/screenshot/html', [
    ['files', '<body style="margin:0"><img src="picture.svg" alt="">', 'index.html'],
    ['files', PICTURE, 'picture.svg'],
    ['width', '100'],
    ['height', '80'],
    ['clip', 'true'],
    ['format', 'jpeg'],
  ]);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(picture.headers.get('content-disposition')).toMatch(/\.jpeg"$/);
  const shown = await execa('convert-im6.q16', [
    await saved(picture.bytes, 'picture.jpg'),
    '-format',
    '%w %h %[pixel:p{20,20}] %[pixel:p{90,70}]',
    'info:',
  ]);
  expect(shown.stdout).toMatch(/^100 80 srgb\(25[0-9],[0-4],[0-4]\) (?:srgb\(255,255,255\)|white)$/);
});
