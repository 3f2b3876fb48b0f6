import { type ChildProcess, fork } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { ImageOptions } from '../../engines/image/options.ts';
import { closeImagePools, workOn } from '../../engines/image/pools.ts';
import { TARGETS } from '../../engines/image/targets.ts';
import { validateConversion } from '../../src/catalog/index.ts';
import { convertPicture } from '../../test/engines/image/hostile/task.ts';
import { engineTask } from '../../test/support/engine-context.ts';
import { CONVERT } from '../../test/support/imagemagick.ts';

export type Format = 'jpg' | 'avif' | 'bmp';

/** One picture to make. */
export interface Order {
  readonly id: number;
  readonly input: string;
  /** Absolute path; its extension is the format. */
  readonly output: string;
  readonly format: Format;
  readonly width: number;
  readonly height: number;
}

export interface Contestant {
  readonly name: string;
  readonly formats: readonly Format[];
  /** Program that must be installed; omitted if there is none. */
  readonly program?: string;
  /** Writes `output`. May be called several times at once. */
  make(order: Order): Promise<void>;
  /** Ends its processes; the next order starts new ones. */
  stop(): Promise<void>;
}

const ALL: readonly Format[] = ['jpg', 'avif', 'bmp'];

/** The others are compared with the first one. */
export const CONTESTANTS: readonly Contestant[] = [
  inProcess(),
  {
    name: 'convertd, its warm host',
    formats: ALL,
    make: warmPool,
    stop: closeImagePools,
  },
  { name: 'convertd, a whole task', formats: ALL, make: wholeTask, stop: closeImagePools },
  program('vipsthumbnail', ['jpg', 'avif'], 'vipsthumbnail', ({ input, output, format, width, height }) => [
    input,
    '--size',
    `${width}x${height}!`,
    '-o',
    format === 'avif' ? `${output}[Q=60,effort=3,subsample-mode=off]` : `${output}[Q=85,optimize_coding]`,
  ]),
  program('ImageMagick', ALL, CONVERT, ({ input, output, format, width, height }) => [
    input,
    '-resize',
    `${width}x${height}!`,
    '-quality',
    format === 'avif' ? '60' : '85',
    output,
  ]),
  program('ffmpeg', ALL, 'ffmpeg', ({ input, output, format, width, height }) => [
    ...['-v', 'error', '-y', '-threads', '1', '-i', input, '-vf', `scale=${width}:${height}:flags=lanczos`],
    ...FFMPEG[format],
    output,
  ]),
];

/** Settings closest to the quality of the others. */
const FFMPEG: Readonly<Record<Format, readonly string[]>> = {
  jpg: ['-q:v', '3', '-frames:v', '1'],
  avif: [
    '-c:v',
    'libaom-av1',
    '-still-picture',
    '1',
    '-pix_fmt',
    'yuv444p',
    '-crf',
    '32',
    '-cpu-used',
    '6',
    '-frames:v',
    '1',
  ],
  bmp: ['-frames:v', '1'],
};

/** One thread per picture, as for all contestants. */
const ONE_THREAD = { VIPS_CONCURRENCY: '1', MAGICK_THREAD_LIMIT: '1', OMP_NUM_THREADS: '1' };

function program(name: string, formats: readonly Format[], path: string, argsOf: (order: Order) => readonly string[]) {
  return {
    name,
    formats,
    program: path,
    make: async (order: Order) => {
      await execa(path, argsOf(order), { env: ONE_THREAD });
    },
    stop: async () => {},
  };
}

function inProcess(): Contestant {
  let child: ChildProcess | null = null;
  const waiting = new Map<number, (failure: string | null) => void>();
  const start = (): ChildProcess => {
    const started = fork(fileURLToPath(new URL('in-process.ts', import.meta.url)));
    started.on('message', ({ id, failure }: { id: number; failure: string | null }) => waiting.get(id)?.(failure));
    return started;
  };
  return {
    name: 'sharp in process',
    formats: ALL,
    make(order) {
      child ??= start();
      child.send(order);
      return new Promise((resolve, reject) => {
        waiting.set(order.id, (failure) => {
          waiting.delete(order.id);
          failure === null ? resolve() : reject(new Error(failure));
        });
      });
    },
    async stop() {
      const last = child;
      child = null;
      if (last === null) return;
      const end = new Promise((resolve) => last.once('exit', resolve));
      last.kill();
      await end;
    },
  };
}

async function warmPool({ input, output, format, width, height }: Order): Promise<void> {
  const folder = dirname(output);
  const { context } = engineTask({ workFolder: folder, readable: [input], signal: new AbortController().signal });
  const job = {
    input: 'input',
    reading: 'picture',
    page: 0,
    density: null,
    look: 'where it is plain or damaged',
    isDrawn: false,
    options: validateConversion({ category: 'image', target: format, options: { width, height } })
      .options as ImageOptions,
    target: TARGETS[format],
    name: basename(output),
  } as const;
  await workOn(job, input, folder, context);
}

async function wholeTask({ id, input, output, format, width, height }: Order): Promise<void> {
  const folder = join(dirname(output), `task-${id}`);
  const { code, log, outputs } = await convertPicture(input, format, folder, {
    options: { width, height },
    seconds: 300,
  });
  const [made] = outputs;
  if (made === undefined) throw new Error(`${code}: ${log}`);
  await rename(made, output);
  await rm(folder, { recursive: true });
}
