import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { execa } from 'execa';
import type { Task } from '../../src/task/types.ts';
import type { Chance } from '../random.ts';

/** Expected outcome of a task, checked by independent programs. */
export type Expectation =
  /** The output's first word is the first word that the program prints about the source. */
  | { readonly kind: 'digest'; readonly program: 'sha256sum' | 'md5sum'; readonly source: string }
  /** The only member of the zip is the source. */
  | { readonly kind: 'zip'; readonly source: string }
  | { readonly kind: 'audio'; readonly codec: string; readonly seconds: number }
  /** A password digest of this form. */
  | { readonly kind: 'text'; readonly pattern: RegExp }
  | { readonly kind: 'failed'; readonly code: string };

export interface ChaosTask {
  readonly task: Task;
  readonly expectation: Expectation;
  /** Whether it is canceled shortly after it was sent; the cancellation may come too late. */
  readonly cancel: boolean;
}

const FIXTURES = fileURLToPath(new URL('../../fixtures/inputs/', import.meta.url));
const DIGEST_SIZES = [1, 1000, 100_000, 5_000_000, 40_000_000];
const TEXT_SIZES = [100, 50_000, 3_000_000];
const CODECS = { mp3: 'mp3', flac: 'flac', ogg: 'vorbis', wav: 'pcm_s16le' } as const;

/** Makes the inputs in `folder`, and this many tasks over them, randomly mixed. */
export async function makeTasks(count: number, chance: Chance, folder: string): Promise<ChaosTask[]> {
  await mkdir(folder, { recursive: true });
  const bytes = await makeFiles(folder, 'bytes', DIGEST_SIZES, chance);
  const texts = await makeFiles(folder, 'text', TEXT_SIZES, chance);
  const waves = await Promise.all(
    [1, 20, 120].map(async (seconds) => {
      const path = join(folder, `sine-${seconds}.wav`);
      await execa('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', `sine=440:duration=${seconds}`, path], {
        stdin: 'ignore',
      });
      return { path, seconds };
    }),
  );
  const pick = <T>(items: readonly T[]): T => {
    // Small ones more often than large ones, as in practice.
    const item = items[Math.floor(chance() * chance() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const make: (() => ChaosTask)[] = [
    () => {
      const [target, program] = chance() < 0.5 ? (['sha256', 'sha256sum'] as const) : (['md5', 'md5sum'] as const);
      const source = pick(bytes);
      return chaosTask('hash', target, source, { kind: 'digest', program, source });
    },
    () => {
      const source = pick(texts);
      return chaosTask('archive', 'zip', source, { kind: 'zip', source });
    },
    () => {
      const { path, seconds } = pick(waves);
      const target = pick(Object.keys(CODECS) as (keyof typeof CODECS)[]);
      return chaosTask('audio', target, path, { kind: 'audio', codec: CODECS[target], seconds });
    },
    () => chaosTask('archive', '7z', join(FIXTURES, 'escape.zip'), { kind: 'failed', code: 'input_unsafe' }),
    () => chaosTask('audio', 'mp3', join(FIXTURES, 'squares.txt'), { kind: 'failed', code: 'input_wrong_type' }),
    () => ({
      ...chaosTask(
        'hash',
        'blowfish',
        join(FIXTURES, 'password.txt'),
        { kind: 'text', pattern: /^\$2y\$14\$[./\w]{53}\s*$/ },
        { rounds: 14 },
      ),
      cancel: true,
    }),
  ];
  // Three that are converted for each that fails or is canceled.
  const weights = [0.3, 0.5, 0.75, 0.8, 0.85, 1];
  return Array.from({ length: count }, () => {
    const chosen = chance();
    const index = weights.findIndex((weight) => chosen < weight);
    return (make[index] ?? pick(make))();
  });
}

async function makeFiles(folder: string, kind: string, sizes: readonly number[], chance: Chance): Promise<string[]> {
  return Promise.all(
    sizes.map(async (size) => {
      const path = join(folder, `${kind}-${size}.bin`);
      const line = Buffer.from(`${kind} ${chance()}\n`);
      await writeFile(path, Buffer.alloc(size, line));
      return path;
    }),
  );
}

function chaosTask(
  category: string,
  target: string,
  source: string,
  expectation: Expectation,
  options = {},
): ChaosTask {
  const task: Task = {
    id: randomUUID(),
    job_id: 'chaos',
    conversion: { id: randomUUID(), category, target, options },
    input: [{ id: randomUUID(), type: 'remote', source: pathToFileURL(source).href, filename: null, credentials: {} }],
    output: { store: null },
  };
  return { task, expectation, cancel: false };
}

/** Returns the folders of the tasks' inputs for ALLOWED_SOURCES. */
export const allowedSources = (folder: string): string =>
  [folder, FIXTURES].map((each) => pathToFileURL(`${each}/`).href).join(',');
