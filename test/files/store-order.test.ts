import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { tempFolder } from './helpers/temp-folder.ts';

const STORE = `
  const [, path, folder] = process.argv;
  const { createFolderStore } = await import(process.env.MODULE);
  const { signal } = new AbortController();
  await createFolderStore(folder).put(path, { filename: 'a', contentType: 'text/plain', signal });
`;

/** Returns the renames and syncs, by strace, of a process that stores an output as `a`; paths are shortened to file names. */
async function callsOf(path: string, folder: string): Promise<string[]> {
  const log = join(await tempFolder(), 'strace');
  const calls = 'trace=rename,renameat,renameat2,fsync,fdatasync';
  const node = [process.execPath, '--input-type=module', '-e', STORE, path, folder];
  const MODULE = new URL('../../src/files/stores/folder-store.ts', import.meta.url).href;
  await execa('strace', ['-f', '-y', '-e', calls, '-o', log, ...node], { env: { MODULE } });
  const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line.includes(folder));
  return lines.map((line) =>
    line
      .replace(/^\d+ +/, '')
      .replace(/ += 0$/, '')
      .replaceAll(/[^"<]*\//g, '')
      .replaceAll(/\.convertd-[^".>]*\.part/g, 'PART'),
  );
}

// Some containers allow no tracing.
const mayTrace = await execa('strace', ['-o', '/dev/null', 'true'], { reject: false }).then(
  ({ exitCode }) => exitCode === 0,
);

it.runIf(mayTrace).each(['there', 'new'])(
  'an output gets its name when its content is on the disk, in a folder that is %s',
  async (name) => {
    const root = await tempFolder();
    const path = join(root, 'made');
    await writeFile(path, 'some content');
    const folder = join(root, name);
    if (name === 'there') await mkdir(folder);
    expect(await callsOf(path, folder)).toEqual([
      'rename("made", "PART")',
      expect.stringMatching(/^fsync\(.*<PART>\)$/),
      'rename("PART", "a")',
      expect.stringMatching(new RegExp(`^fsync\\(.*<${name}>\\)$`)),
    ]);
  },
);
