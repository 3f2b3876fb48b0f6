import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { execa } from 'execa';

/*
 * Builds dist/, which the npm package runs: the sources as JavaScript, in the same folders, and the files that they read. A checkout and the
 * image run the sources themselves.
 */

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');

/** Folders whose files are part of the product. */
const PARTS = ['src', 'engines', 'inputs', 'tools'];

/** Whether a file or a folder is read by the product as it is. */
const isRead = (path: string): boolean =>
  !(['.ts', '.md', '.pyc'].includes(extname(path)) || ['__pycache__', 'tsconfig.json'].includes(basename(path)));

await rm(DIST, { recursive: true, force: true });
await execa('tsc', ['--project', join(ROOT, 'tsconfig.build.json')], { stdio: 'inherit' });
for (const part of PARTS) await cp(join(ROOT, part), join(DIST, part), { recursive: true, filter: isRead });
const { name, version, license } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Record<
  string,
  string
>;
await writeFile(join(DIST, 'package.json'), `${JSON.stringify({ name, version, license, type: 'module' }, null, 2)}\n`);
