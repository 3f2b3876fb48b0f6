import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installed, PACKAGE_FOLDERS } from './installation.ts';

/** Returns an npm package's version from its manifest, for `convertd doctor`; null if it is not installed. The package is not loaded. */
export async function packageVersion(name: string): Promise<string | null> {
  for (const folder of PACKAGE_FOLDERS) {
    try {
      const text = await readFile(join(folder, name, 'package.json'), 'utf8');
      return (JSON.parse(text) as { version: string }).version;
    } catch {}
  }
  return null;
}

/** State of a package in the form of a `ProgramDescription`. */
export type PackageState = { readonly version: string } | { readonly version: null; readonly problem?: string };

/**
 * Loads an npm package with native code for `convertd doctor`, to see whether it works here. It is loaded in a process of its own, which it
 * may crash. Its binaries are packages too, one for each platform, and may be missing or wrong if the package itself is there. Not
 * sandboxed: it gets no input.
 */
export async function loadedPackage(name: string): Promise<PackageState> {
  const version = await packageVersion(name);
  if (version === null) return { version };
  const load = 'import(process.argv[1]).catch((error) => { console.error(error.message); process.exitCode = 1; })';
  const { execa } = await import('execa');
  const { failed, signal, timedOut, stderr } = await execa(process.execPath, ['--eval', load, name], {
    cwd: installed('src'),
    reject: false,
    stdin: 'ignore',
    timeout: 60_000,
    maxBuffer: 1024 * 1024,
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
    extendEnv: false,
  });
  if (!failed) return { version };
  if (timedOut) return { version: null, problem: 'it does not load within a minute' };
  if (signal !== undefined) return { version: null, problem: `it crashes when it is loaded (${signal})` };
  const [message = ''] = stderr.trim().split('\n');
  return { version: null, problem: `it does not load: ${message.replace(/ imported from .*$/, '')}` };
}
