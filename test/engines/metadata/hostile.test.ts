import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { LIST_LIMITS } from '../../../engines/metadata/limits.ts';
import { fixture, metadataOf, scratchFolder } from './support.ts';

const scratch = await scratchFolder();

/** Runs Python on a path and returns the path. */
async function python(name: string, script: string): Promise<string> {
  await execa('/usr/bin/python3', ['-c', `import sys, zipfile\npath = sys.argv[1]\n${script}`, scratch(name)]);
  return scratch(name);
}

const DOCX = 'z.writestr("[Content_Types].xml", "<Types/>"); z.writestr("word/document.xml", "<w/>")';

it('a part that unpacks to more than its limit is left out', async () => {
  const core = 'z.writestr("docProps/core.xml", b"<a>" + bytes(64 * 1024 * 1024))';
  const path = await python('bomb.docx', `with zipfile.ZipFile(path, "w", 8) as z:\n  ${DOCX}\n  ${core}`);
  const { properties, office } = await metadataOf(path);
  expect(properties).toBeUndefined();
  expect(office).toMatchObject({ macros: false });
});

it('entities that multiply or name files are not resolved', async () => {
  const types = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;"><!ENTITY f SYSTEM "file:///etc/passwd">]>';
  const core = JSON.stringify(`${types}<a xmlns:dc="d"><dc:title>&c;&f;</dc:title></a>`);
  const path = await python(
    'entities.docx',
    `with zipfile.ZipFile(path, "w", 8) as z:\n  ${DOCX}\n  z.writestr("docProps/core.xml", ${core})`,
  );
  expect((await metadataOf(path)).properties?.title).toBe('&c;&f;');
});

it('of very many members the first are listed and all counted', async () => {
  const path = await python(
    'many.zip',
    'with zipfile.ZipFile(path, "w") as z:\n  for i in range(1500): z.writestr(f"{i}.txt", "x")',
  );
  const { archive } = await metadataOf(path);
  expect(archive?.members?.count).toBe(1500);
  expect(archive?.members?.items).toHaveLength(LIST_LIMITS.members);
});

it('a stream that unpacks without end has a warning, and no member', { tags: ['detail'] }, async () => {
  const path = scratch('zeros.gz');
  await execa('bash', ['-c', 'head -c 400000000 /dev/zero | gzip -9 > "$0"', path]);
  const { archive, warnings } = await metadataOf(path);
  expect(archive).toBeUndefined();
  expect(warnings).toEqual([{ code: 'output_limited', message: expect.stringContaining('unpacks to more than') }]);
});

it('a playlist is a text, and what it names stays unread', async () => {
  const { type, media, text } = await metadataOf(fixture('inputs/playlist.mp3'));
  expect(type?.name).toBe('m3u8');
  expect(media).toBeUndefined();
  expect(text?.lines).toBeGreaterThan(0);
});

it('no warning holds a path of this machine', async () => {
  const path = scratch('cut.dwg');
  await writeFile(path, (await readFile(fixture('cad/plan-2018.dwg'))).subarray(0, 8000));
  const { warnings } = await metadataOf(path);
  expect(warnings.length).toBeGreaterThan(0);
  expect(JSON.stringify(warnings)).not.toContain('/tmp/');
});
