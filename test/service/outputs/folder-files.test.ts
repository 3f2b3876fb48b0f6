import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { tempFolder } from '../../files/helpers/temp-folder.ts';

const MODULE = new URL('../../../src/service/files/folder-files.ts', import.meta.url).href;

/** A test gets its own file system through namespaces, which some containers forbid. */
const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;

/** In a store of 1 MiB, stores a small file twice as an input, then a large one as the same input and as another. */
const COPIES = `
  const { createFolderFiles } = await import('${MODULE}');
  const [own, source] = process.argv.slice(1);
  const files = createFolderFiles(own, [own, source]);
  const copy = (name, id) => files.copy('file://' + source + '/' + name, id, name).then(() => 'stored', ({ code }) => code);
  console.log(await copy('small', 'input'), await copy('large', 'input'), await copy('large', 'other'));`;

it.runIf(canMount)('a copy that fails leaves nothing, and what another process has stored for the input', async () => {
  const [own, source] = [await tempFolder(), await tempFolder()];
  await mkdir(source, { recursive: true });
  await writeFile(join(source, 'small'), 'small');
  await writeFile(join(source, 'large'), Buffer.alloc(3 << 20, 1));
  const steps =
    'mount -t tmpfs -o size=1m tmpfs "$1" && "$3" --input-type=module --eval "$4" "$1" "$2" && find "$1" -type f -o -empty';
  const args = ['-rm', 'sh', '-c', steps, 'sh', own, source, process.execPath, COPIES];
  const [results, ...left] = (await execa('unshare', args)).stdout.split('\n');
  expect(results).toBe('stored disk_full disk_full');
  expect(left).toEqual([expect.stringMatching(/\/inputs\/input\/\w+-small$/)]);
});
