import { cp, glob, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, posix, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/*
 * Builds dist/, which the npm package runs: the sources bundled as JavaScript, because loading hundreds of small files takes most of the time of a
 * short command, and beside them the files that they read. A checkout runs the sources themselves.
 */

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');

/** Folders whose files are part of the product. */
const PARTS = ['src', 'engines', 'inputs', 'tools'];

/** Packages that every command loads: bundled, so that they cost one file and not a hundred. All others are loaded as they are installed. */
const BUNDLED = new Set(['commander', 'ipaddr.js']);

/** Modules that are found by their places, beside those that the sources name as `installed('….ts')` or `moduleFile('./….ts')`. */
const FOUND = ['src/cli.ts', '{engines,inputs}/*/{catalog,engine,input-engine}.ts'];

/** Calls that name a module which is started, or loaded, by its path. */
const BY_PATH = /\b(installed|moduleFile)\(\s*'([^']+\.ts)'/g;

/** Returns the modules that keep their paths. */
async function entries(): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob(FOUND, { cwd: ROOT })) found.push(file);
  for await (const file of glob(`{${PARTS.join(',')}}/**/*.ts`, { cwd: ROOT })) {
    for (const [, call, path = ''] of (await readFile(join(ROOT, file), 'utf8')).matchAll(BY_PATH)) {
      if (call === 'installed') found.push(path);
      else if (path.startsWith('./')) found.push(posix.join(dirname(file), path));
    }
  }
  return [...new Set(found)];
}

/** Modules of a short command and of no process or thread besides it: one file, whose loading takes least. */
const core = new Set<string>();
const findCore: Plugin = {
  name: 'core',
  buildEnd() {
    const reachable = (starts: readonly string[]): Set<string> => {
      const reached = new Set<string>();
      const visit = (id: string): void => {
        if (reached.has(id)) return;
        reached.add(id);
        for (const next of this.getModuleInfo(id)?.importedIds ?? []) visit(next);
      };
      for (const start of starts) visit(start);
      return reached;
    };
    const own = [...this.getModuleIds()].filter((id) => id.startsWith(ROOT));
    const processes = reachable(own.filter((id) => /(?:worker-process|main|thread|src\/cli)\.ts$/.test(id)));
    const command = own.filter((id) => id.endsWith('/cli/convert.ts') || id.endsWith('/catalog.ts'));
    for (const id of reachable(command)) if (!processes.has(id)) core.add(id);
  },
};

const MARK = '__moduleAddress';

/**
 * Keeps `import.meta.url` what it is in the sources: the address of the module, beside which lie the files that it reads, and not that of the
 * bundle which contains it.
 */
const moduleAddresses: Plugin = {
  name: 'module-addresses',
  transform(code, id) {
    if (!id.startsWith(ROOT) || id.includes('/node_modules/') || !code.includes('import.meta.url')) return null;
    const here = `${MARK}(${JSON.stringify(built(relative(ROOT, id)))})`;
    return { code: code.replaceAll('import.meta.url', here), map: null };
  },
  renderChunk(code, { fileName }) {
    const from = dirname(fileName);
    const marked = new RegExp(`${MARK}\\("([^"]+)"\\)`, 'g');
    const address = (path: string) => `new URL(${JSON.stringify(posix.relative(from, path))}, import.meta.url).href`;
    return { code: code.replaceAll(marked, (_, path: string) => address(path)), map: null };
  },
};

const built = (source: string): string => source.replace(/\.ts$/, '.js');

const packageOf = (name: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;

async function bundle(): Promise<void> {
  const build = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries((await entries()).map((path) => [path.replace(/\.ts$/, ''), path])),
    platform: 'node',
    external: (id) =>
      id.startsWith('node:') || (/^[@\w]/.test(id) && !id.startsWith(ROOT) && !BUNDLED.has(packageOf(id))),
    plugins: [moduleAddresses, findCore],
    preserveEntrySignatures: 'strict',
  });
  await build.write({
    dir: DIST,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    sourcemap: true,
    codeSplitting: { groups: [{ name: 'core', test: (id) => core.has(id) }] },
  });
  await build.close();
}

/** Whether a file or a folder is read by the product as it is. */
const isRead = (path: string): boolean =>
  !(['.ts', '.md', '.pyc'].includes(extname(path)) || ['__pycache__', 'tsconfig.json'].includes(basename(path)));

await rm(DIST, { recursive: true, force: true });
await bundle();
for (const part of PARTS) await cp(join(ROOT, part), join(DIST, part), { recursive: true, filter: isRead });
const { name, version, license } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Record<
  string,
  string
>;
await writeFile(join(DIST, 'package.json'), `${JSON.stringify({ name, version, license, type: 'module' }, null, 2)}\n`);
