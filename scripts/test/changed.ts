import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { promisify } from 'node:util';

/*
 * Finds tests that a change can affect. A file depends on each file of the checkout that it names in quotes: imported modules, started
 * programs and workers, fixtures. Files that are loaded by the name of their folder, or started as a whole, are in the table.
 */

/** Files whose change affects every test. */
const EVERYTHING =
  /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig\.json|debian-packages\.txt)$|^test\/support\/(?!.*\.(unit|test|detail|slow)\.ts$)/;

/** Tests that depend on files without naming them, by the beginnings of their paths. `$1` is the match of the first group. */
const BY_FOLDER: readonly (readonly [RegExp, ...string[]])[] = [
  [/^engines\/(\w+)\//, 'test/engines/$1/', 'test/conversions/$1'],
  [/^fixtures\/(\w+)\//, 'test/engines/$1/golden'],
  [/^inputs\//, 'test/inputs/'],
  [/^(bin\/convertd|src\/cli\.ts)$/, 'test/cli/', 'test/whole/'],
  [/^src\/(service|worker|mcp)\/serve\.ts$/, 'test/whole/'],
  [/^(Dockerfile|compose.*|deploy\/.*)$/, 'test/container/', 'test/deploy/'],
  [/\.md$/, 'test/docs'],
];

const SOURCE = /\.(ts|js|mjs|py|sh)$/;
const TEST = /^test\/.*\.(unit|test|detail|matrix|slow)\.ts$/;

/** Returns files that differ from a revision, and files unknown to git; paths from the root of the checkout. */
export async function changedFiles(base: string): Promise<string[]> {
  const lists = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')];
  return (await Promise.all(lists)).flat();
}

/** @returns paths of the existing test files */
export async function relevantTests(changed: readonly string[]): Promise<string[]> {
  const files = new Set(await git('ls-files', '--cached', '--others', '--exclude-standard'));
  const tests = [...files].filter((file) => TEST.test(file));
  if (changed.some((file) => EVERYTHING.test(file))) return tests;
  const touched = reach(changed, await dependents(files));
  const begins = touched.flatMap((file) =>
    BY_FOLDER.flatMap(([pattern, ...folders]) => {
      const match = pattern.exec(file);
      return match === null ? [] : folders.map((folder) => folder.replace('$1', match[1] ?? ''));
    }),
  );
  return tests.filter((test) => touched.includes(test) || begins.some((begin) => test.startsWith(begin)));
}

/** Returns the dependents of each file. */
async function dependents(files: ReadonlySet<string>): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const sources = [...files].filter((file) => SOURCE.test(file));
  await Promise.all(
    sources.map(async (source) => {
      const text = await readFile(source, 'utf8').catch(() => '');
      for (const named of namedFiles(source, text, files)) found.set(named, [...(found.get(named) ?? []), source]);
    }),
  );
  return found;
}

/** Returns named files, relative to the file's own folder, the root, and the fixtures; and modules of Python. */
export function namedFiles(source: string, text: string, files: ReadonlySet<string>): Set<string> {
  const names = [...text.matchAll(/['"`]([^'"`\s]+\.\w+)['"`]/g)].map(([, name = '']) => name);
  const modules = [...text.matchAll(/\b(?:from|import) ([\w.]+)/g)].map(
    ([, name = '']) => `${name.replaceAll('.', '/')}.py`,
  );
  const folders = [dirname(source), '.', 'fixtures', 'src/process/python'];
  const candidates = [...names, ...modules].flatMap((name) => folders.map((folder) => normalize(join(folder, name))));
  return new Set(candidates.filter((candidate) => candidate !== source && files.has(candidate)));
}

/** Returns the files themselves, and all that depend on them. */
function reach(from: readonly string[], dependentsOf: ReadonlyMap<string, readonly string[]>): string[] {
  const reached = new Set(from);
  for (const file of reached) for (const each of dependentsOf.get(file) ?? []) reached.add(each);
  return [...reached];
}

async function git(...args: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)('git', args, { maxBuffer: 1 << 26 });
  return stdout.split('\n').filter(Boolean);
}
