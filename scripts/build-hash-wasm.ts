// `npm run build:wasm`: compiles the AssemblyScript modules of hash-wasm/ for engines/hash/wasm.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WASM_MODULES } from '../engines/hash/wasm-digester.ts';
import { ownPackages } from './own-packages.ts';

const SOURCES = new URL('hash-wasm/', import.meta.url);
const BINARIES = new URL('../engines/hash/wasm/', import.meta.url);
const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];

/** The part of AssemblyScript's compiler that is used here. */
interface Compiler {
  main(
    args: readonly string[],
    files: {
      readFile(name: string): string | null;
      writeFile(name: string, contents: Uint8Array | string): void;
      listFiles(): string[];
    },
  ): Promise<{ error: Error | null; stderr: { toString(): string } }>;
}

/** Returns the compiled binary of a module; the same bytes for the same compiler version. */
export async function compile(module: string): Promise<Uint8Array> {
  const sources = new Map([['module.ts', await readFile(new URL(`${module}.ts`, SOURCES), 'utf8')]]);
  const path = join(await ownPackages(SOURCES), 'assemblyscript/dist/asc.js');
  const { default: asc } = (await import(path)) as { default: Compiler };
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
  for (const module of WASM_MODULES) {
    const binary = await compile(module);
    await writeFile(new URL(`${module}.wasm`, BINARIES), binary);
    console.log(`${module}.wasm  ${binary.length} bytes`);
  }
}
