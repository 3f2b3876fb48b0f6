import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { promisify } from 'node:util';

/*
 * Which tests a change can touch. A file depends on each file of the checkout that it names in quotes: modules that it imports, programs
 * and workers that it starts, fixtures. What is loaded by the name of its folder, or started as a whole, is in the table.
 */

/** A change of such a file touches every test. */
const EVERYTHING =
  /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig\.json|debian-packages\.txt)$|^test\/support\/(?!.*\.(unit|test|detail|slow)\.ts$)/;

/** Tests that depend on files without naming them, as the beginnings of their paths. `$1` is what the first group matched. */
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

/** What differs from a revision, and what git does not know yet; paths from the root of the checkout. */
export async function changedFiles(base: string): Promise<string[]> {
  const lists = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')];
  return (await Promise.all(lists)).flat();
}

/** @returns paths of the test files that are there now */
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

/** The files that depend on each file. */
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

/** Names from the file's own folder, from the root, and from the fixtures; modules of Python. */
export function namedFiles(source: string, text: string, files: ReadonlySet<string>): Set<string> {
  const names = [...text.matchAll(/['"`]([^'"`\s]+\.\w+)['"`]/g)].map(([, name = '']) => name);
  const modules = [...text.matchAll(/\b(?:from|import) ([\w.]+)/g)].map(
    ([, name = '']) => `${name.replaceAll('.', '/')}.py`,
  );
  const folders = [dirname(source), '.', 'fixtures', 'src/process/python'];
  const candidates = [...names, ...modules].flatMap((name) => folders.map((folder) => normalize(join(folder, name))));
  return new Set(candidates.filter((candidate) => candidate !== source && files.has(candidate)));
}

/** The files themselves, and all that depend on them. */
function reach(from: readonly string[], dependentsOf: ReadonlyMap<string, readonly string[]>): string[] {
  const reached = new Set(from);
  for (const file of reached) for (const each of dependentsOf.get(file) ?? []) reached.add(each);
  return [...reached];
}

async function git(...args: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)('git', args, { maxBuffer: 1 << 26 });
  return stdout.split('\n').filter(Boolean);
}
