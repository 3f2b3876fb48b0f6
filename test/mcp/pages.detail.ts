import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { fixture } from '../engines/document/support.ts';
import { codesOf, makeFolders, stdioClient, textOf } from './support.ts';

it('to_markdown reads pages of a document that has some', async () => {
  const folders = await makeFolders();
  const report = fixture('report.pdf');
  const three = join(folders.read, 'three.pdf');
  await execa('qpdf', ['--empty', '--pages', report, '1', report, '1', report, '1', '--', three]);
  await copyFile(fixture('readme.md'), join(folders.read, 'readme.md'));
  const { client } = await stdioClient(folders);
  const read = (path: string, pages: Record<string, number>) =>
    client.callTool({ name: 'to_markdown', arguments: { input: { path }, ...pages } });
  const marks = async (pages: Record<string, number>) =>
    [...textOf(await read('in/three.pdf', pages)).matchAll(/^<!-- page (\d) -->$/gm)].map(([, page]) => page);
  expect(await marks({ first_page: 2 })).toEqual(['2', '3']);
  expect(await marks({ first_page: 2, last_page: 2 })).toEqual(['2']);
  expect(await marks({ last_page: 1 })).toEqual(['1']);
  expect(textOf(await read('in/three.pdf', {}))).not.toContain('<!--');
  expect(codesOf(await read('in/three.pdf', { first_page: 4 }))).toEqual(['option_invalid']);
  expect(codesOf(await read('in/readme.md', { first_page: 1 }))).toEqual(['option_unsupported']);
});
