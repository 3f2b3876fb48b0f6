import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embed, splitInputs } from '../../../../engines/document/operations/file/embed.ts';
import type { PdfOptions } from '../../../../engines/document/operations/operation.ts';
import { validateConversion } from '../../../../src/catalog/index.ts';
import { ConversionErrors } from '../../../../src/task/errors.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { attachmentsOf, optionsOf, Scratch } from './support-structure.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

async function embedded(file: PdfFile, contents: readonly string[], wanted: NonNullable<PdfOptions['embed']>) {
  const attachments = await Promise.all(
    contents.map(async (content, index) => {
      const path = scratch.path(`attached-${index}`);
      await writeFile(path, content);
      return { path, filename: `attached-${index}`, format: index === 0 ? { contentType: 'text/csv' } : null };
    }),
  );
  const job = await scratch.job([file, ...attachments.map(({ path }) => ({ path, pages: 0 }))]);
  const [made] = await embed.run([file], { options: optionsOf({ embed: wanted }), attachments, ...job });
  return made?.path ?? '';
}

/** Returns what qpdf finds: name, relationship, media type and description of each attached file. */
async function described(path: string): Promise<unknown[]> {
  const { stdout } = await execa('qpdf', ['--json=2', '--json-key=attachments', '--json-key=qpdf', path]);
  const { attachments, qpdf } = JSON.parse(stdout);
  return Object.values(attachments as Record<string, Record<string, unknown>>).map((each) => {
    const { value } = qpdf[1][`obj:${each.filespec}`];
    const [stream] = Object.values(each.streams as Record<string, Record<string, unknown>>);
    return [each.preferredname, value['/AFRelationship'], stream?.mimetype, each.description];
  });
}

/** Returns an attached file, by poppler. */
async function extracted(path: string, number: number): Promise<string> {
  const to = join(scratch.folder, `extracted-${number}`);
  await execa('pdfdetach', ['-save', `${number}`, '-o', to, path]);
  return readFile(to, 'utf8');
}

test('files are attached with what is said about them, beside those that were there', async () => {
  const file = await scratch.pages(2, { attachments: { 'old.txt': 'old' } });
  const path = await embedded(
    file,
    ['a,b\n', '<x/>'],
    [
      { filename: 'attached-0', relationship: 'data', description: 'Numbers' },
      { filename: 'attached-1', name: 'Größe.xml', relationship: 'form_data', mime_type: 'text/xml' },
    ],
  );
  expect(await attachmentsOf(path)).toEqual(['Größe.xml', 'attached-0', 'old.txt']);
  expect(await described(path)).toEqual(
    expect.arrayContaining([
      ['attached-0', '/Data', 'text/csv', 'Numbers'],
      ['Größe.xml', '/FormData', 'text/xml', null],
    ]),
  );
  expect(await extracted(path, 2)).toBe('a,b\n');
  const { stdout } = await execa('qpdf', ['--show-object=trailer', path]);
  const root = /\/Root (\d+) 0 R/.exec(stdout)?.[1] ?? '';
  expect((await execa('qpdf', [`--show-object=${root}`, path])).stdout).toMatch(/\/AF \[ \d+ 0 R \d+ 0 R \]/);
  await execa('qpdf', ['--check', path]);
});

test('without more words, the type is that of the content and the relationship is unspecified', async () => {
  const path = await embedded(
    await scratch.pages(1),
    ['a,b\n', 'x'],
    [{ filename: 'attached-0' }, { filename: 'attached-1' }],
  );
  expect(await described(path)).toEqual([
    ['attached-0', '/Unspecified', 'text/csv', null],
    ['attached-1', '/Unspecified', 'application/octet-stream', null],
  ]);
});

describe('refused is', () => {
  test.each([
    ['a name that the PDF has already', { name: 'old.txt' }, 'has a file old.txt already'],
    ['a name with folders', { name: '../../etc/passwd' }, 'has folders'],
    ['a name with folders of Windows', { name: 'a\\b' }, 'has folders'],
    ['a name with control characters', { name: 'a\nb' }, 'has folders or control characters'],
    ['what is no media type', { mime_type: 'text' }, '"text" is not a media type'],
  ])('%s', async (_, more, message) => {
    const file = await scratch.pages(1, { attachments: { 'old.txt': 'old' } });
    const wanted = [{ filename: 'attached-0', ...more }];
    await expect(embedded(file, ['x'], wanted)).rejects.toThrow(message);
    // The same with a harmless name.
    expect(await attachmentsOf(await embedded(file, ['x'], [{ filename: 'attached-0' }]))).toHaveLength(2);
  });

  test('the same input twice, and one that is not there', () => {
    const inputs = [{ filename: 'a.pdf' }, { filename: 'a.xml' }, { filename: 'b.xml' }];
    expect(splitInputs(inputs, [{ filename: 'b.xml' }])).toEqual({
      converted: [{ filename: 'a.pdf' }, { filename: 'a.xml' }],
      attached: [{ filename: 'b.xml' }],
    });
    expect(() => splitInputs(inputs, [{ filename: 'a.xml' }, { filename: 'a.xml' }])).toThrow(
      'no input is called a.xml',
    );
    expect(() => splitInputs(inputs, [{ filename: 'c.xml' }])).toThrow('no input is called c.xml');
  });

  test.each(['1b', '2b'])('PDF/A-%s, by the catalog', (pdf_a) => {
    const options = { pdf_a, embed: [{ filename: 'a.xml' }] };
    expect(() => validateConversion({ category: 'document', target: 'pdf', options })).toThrow(ConversionErrors);
  });
});
