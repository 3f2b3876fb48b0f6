import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { compile, MODULES } from '../../../engines/hash/wasm/build.ts';
import { sample } from '../../support/sample.ts';

describe('each committed WASM module is what its source compiles to', () => {
  it.each(sample('WASM modules', MODULES, 2))('%s', { timeout: 60_000 }, async (name) => {
    const committed = await readFile(new URL(`../../../engines/hash/wasm/${name}.wasm`, import.meta.url));
    expect(committed.equals(await compile(name)), 'run: npm run build:wasm').toBe(true);
  });
});
