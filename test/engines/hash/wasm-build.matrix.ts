import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { WASM_MODULES } from '../../../engines/hash/wasm-digester.ts';
import { compile } from '../../../scripts/build-hash-wasm.ts';
import { sample } from '../../support/sample.ts';

describe('each committed WASM module is what its source compiles to', () => {
  it.each(sample('WASM modules', WASM_MODULES, 2))('%s', async (name) => {
    const committed = await readFile(new URL(`../../../engines/hash/wasm/${name}.wasm`, import.meta.url));
    expect(committed.equals(await compile(name)), 'run: npm run build:wasm').toBe(true);
  });
});
