/**
 * `npm run count:files [-- FILE TARGET]`: how many files of this project a conversion on the command line runs through, by folder; without
 * FILE, a report becomes a PDF. A file counts if a function of it runs that does not run when the file is only loaded. From V8's coverage.
 */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const ROOT = join(import.meta.dirname, '..');
const REPORT = join(ROOT, 'fixtures/document/report.docx');
/** Loading it starts the command. */
const ENTRY = 'src/cli.ts';

const [file = REPORT, target = 'pdf'] = process.argv.slice(2);
const work = await mkdtemp(join(tmpdir(), 'convertd-count-'));
try {
  const run = await functionsThatRan('run', 'src/cli.ts', ['convert', file, '--to', target, '--output', work]);
  const others = [...run.keys()].filter((path) => path !== ENTRY);
  const load = others.map((path) => `import ${JSON.stringify(join(ROOT, path))};`).join('\n');
  const loaded = await functionsThatRan('load', '--input-type=module', ['--eval', load]);
  const counted = [...run].filter(([path, names]) => names.difference(loaded.get(path) ?? new Set()).size > 0);
  report(counted.map(([path]) => path).sort());
} finally {
  await rm(work, { recursive: true, force: true });
}

/** The functions that ran in a Node process, by the path of their file below the root. */
async function functionsThatRan(name: string, script: string, args: string[]): Promise<Map<string, Set<string>>> {
  const folder = join(work, name);
  await mkdir(folder);
  const env = { NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: '1' };
  await execa(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], { cwd: ROOT, env });
  const ran = new Map<string, Set<string>>();
  for (const each of await readdir(folder)) {
    const { result } = JSON.parse(await readFile(join(folder, each), 'utf8')) as Coverage;
    for (const { url, functions } of result.filter(({ url }) => url.startsWith('file:'))) {
      const path = relative(ROOT, fileURLToPath(url));
      if (!/^(src|engines|tools|inputs)\//.test(path)) continue;
      // The first is the module itself.
      const called = functions.slice(1).filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
      const names = called.map(({ functionName, ranges }) => `${functionName} ${ranges[0]?.startOffset}`);
      ran.set(path, (ran.get(path) ?? new Set<string>()).union(new Set(names)));
    }
  }
  return ran;
}

/** What Node writes to NODE_V8_COVERAGE. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

function report(paths: readonly string[]): void {
  for (const [folder, files] of Map.groupBy(paths, dirname)) {
    console.log(`${folder}: ${files?.map((path) => relative(folder, path)).join(', ')}`);
  }
  console.log(`${paths.length} files`);
}
