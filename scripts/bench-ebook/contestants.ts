import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { WorkContext } from '../../src/work/context.ts';
import { COLD_ENVIRONMENT } from '../../tools/programs/calibre/environment.ts';
import { ask, closeBookPools, warmUpBooks } from '../../tools/programs/calibre/pool.ts';
import type { Pair } from './books.ts';

/** One way to convert books. */
export interface Contestant {
  /** @param lane number of the simultaneous conversion, from 0 */
  convert(pair: Pair, lane: number): Promise<void>;
  stop(): Promise<void>;
}

/** `ebook-convert`, started for each book, unsandboxed. */
export function cold(folder: string): Contestant {
  return {
    async convert({ input, to }, lane) {
      const output = join(folder, `cold-${lane}.${to}`);
      await execa('ebook-convert', [input, output], { stdio: 'ignore', env: { HOME: folder, ...COLD_ENVIRONMENT } });
      await rm(output);
    },
    stop: async () => {},
  };
}

/** convertd's host: a sandboxed child for each book. */
export async function warm(folder: string): Promise<Contestant> {
  await warmUpBooks();
  const { signal } = new AbortController();
  const context = { workFolder: folder, signal, progress: () => {}, warn: () => {} } as unknown as WorkContext;
  return {
    async convert({ input, format, to }, lane) {
      const outputs = join(folder, `warm-${lane}`);
      await mkdir(outputs, { recursive: true });
      await ask({ input, name: 'book', format, output: `out.${to}`, args: [] }, outputs, context);
      await rm(join(outputs, `out.${to}`));
    },
    stop: closeBookPools,
  };
}
