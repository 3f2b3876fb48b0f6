// Compiles the AssemblyScript modules of this folder: `node engines/hash/wasm/build.ts` writes each .wasm next to its source.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

/** Modules with a source `<name>.ts` and a binary `<name>.wasm` in this folder. */
export const MODULES = ['crc32', 'gost', 'haval', 'ripemd', 'snefru', 'tiger', 'whirlpool'] as const;

const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];

/** The binary that a module's source compiles to; the same bytes for the same compiler version. */
export async function compile(module: string): Promise<Uint8Array> {
  const sources = new Map([['module.ts', await readFile(new URL(`${module}.ts`, import.meta.url), 'utf8')]]);
  const written = new Map<string, Uint8Array | string>();
  const { error, stderr } = await asc.main(['module.ts', '--outFile', 'module.wasm', ...OPTIONS], {
    readFile: (name: string) => sources.get(name) ?? null,
    writeFile: (name: string, contents: Uint8Array | string) => void written.set(name, contents),
    listFiles: () => [],
  });
  const binary = written.get('module.wasm');
  if (error || !(binary instanceof Uint8Array)) throw new Error(`${module}.ts does not compile:\n${stderr.toString()}`);
  return binary;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const module of MODULES) {
    const binary = await compile(module);
    await writeFile(new URL(`${module}.wasm`, import.meta.url), binary);
    console.log(`${module}.wasm  ${binary.length} bytes`);
  }
}
