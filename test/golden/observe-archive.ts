import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { DEBIAN_7ZIP } from '../support/seven-zip.ts';

export interface ArchiveEntry {
  /** `-` for the only, unnamed stream of a gz or bz2. */
  name: string;
  kind: 'file' | 'folder';
  size: number;
  sha256: string;
  executable: boolean;
}

/** The content of an archive. `locked`: encrypted, so that only the test's password opens it. */
export interface ArchiveObservation {
  locked: boolean;
  entries: ArchiveEntry[];
}

const LISTER = fileURLToPath(new URL('./list-archive.py', import.meta.url));

/** Lists an archive with Python's modules; 7z and encrypted files are first converted to a tar by bsdtar. */
export async function observeArchive(path: string, password: string | undefined): Promise<ArchiveObservation> {
  if (password !== undefined) {
    // With standard input closed, 7-Zip cannot ask for the password and fails.
    const without = await execa(DEBIAN_7ZIP, ['t', path], { reject: false, stdin: 'ignore' });
    if (without.exitCode === 0) throw new Error(`${path} opens without its password`);
  }
  const suffix = path.slice(path.lastIndexOf('.') + 1);
  const direct = password === undefined && ['zip', 'gz', 'bz2'].includes(suffix);
  const [file, kind] = direct ? [path, suffix] : [await unlockToTar(path, password), 'tar'];
  const { stdout } = await execa('/usr/bin/python3', [LISTER, file, kind]);
  const entries: ArchiveEntry[] = JSON.parse(stdout);
  return {
    locked: password !== undefined,
    entries: entries.map((entry) => ({ ...entry, name: entry.name.replace(/\/$/, '') })),
  };
}

/** Makes a tar of 7z and encrypted archives, which Python cannot read, with libarchive or, for encrypted 7z, the other 7-Zip. */
async function unlockToTar(path: string, password: string | undefined): Promise<string> {
  const tar = `${path}.observed.tar`;
  if (password === undefined) {
    await execa('bsdtar', ['-cf', tar, '--format=pax', `@${path}`]);
    return tar;
  }
  const folder = `${path}.observed`;
  await execa(DEBIAN_7ZIP, ['x', '-y', `-o${folder}`, path], { input: `${password}\n` });
  await execa('bsdtar', ['-cf', tar, '--format=pax', '-C', folder, '.']);
  return tar;
}

export function compareArchives(expected: ArchiveObservation, actual: ArchiveObservation): string[] {
  const differences: string[] = [];
  if (expected.locked !== actual.locked) differences.push(`locked: expected ${expected.locked}, got ${actual.locked}`);
  const got = new Map(actual.entries.map((entry) => [entry.name, JSON.stringify(entry)]));
  for (const entry of expected.entries) {
    const text = got.get(entry.name);
    if (text === undefined) differences.push(`entry ${entry.name} is missing`);
    else if (text !== JSON.stringify(entry))
      differences.push(`entry ${entry.name}: expected ${JSON.stringify(entry)}, got ${text}`);
    got.delete(entry.name);
  }
  for (const name of got.keys()) differences.push(`entry ${name} was not expected`);
  return differences;
}
