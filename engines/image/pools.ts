import { INSTALLATION, installed } from '../../src/process/installation.ts';
import { createPoolOnDemand, type PoolOnDemand } from '../../src/process/pool/pool-on-demand.ts';
import type { WorkContext } from '../../src/work/context.ts';
import type { Look } from './decode/second-opinion.ts';
import type { LookJob, PictureJob, PictureResult, WorkerRequest } from './job.ts';
import { requireModel } from './models.ts';

const MiB = 1024 ** 2;
const GiB = 1024 * MiB;

/**
 * Settings that keep memory from growing with the pictures or being allocated again for each, by `npm run bench:image`: one arena for all
 * threads, of which up to 64 MiB stay between two pictures (2 % more pictures a second, half the page faults), and a JavaScript heap that
 * is collected early (25 MiB after 1,000 pictures instead of 44). In MiB, and bytes.
 */
const YOUNG_JAVASCRIPT = 1;
const MEMORY = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: String(64 * MiB),
  MALLOC_MMAP_THRESHOLD_: String(4 * MiB),
};

const HOST = {
  path: process.execPath,
  args: [`--max-semi-space-size=${YOUNG_JAVASCRIPT}`, installed('engines/image/worker-process.ts')],
  readable: INSTALLATION,
  inputsByPath: true,
  env: MEMORY,
  limits: { memoryBytes: 3 * GiB },
};

const pool = createPoolOnDemand({ name: 'pictures', command: HOST });

/** Pools that colour and enlarge, by the paths of the models, which they may read. One picture at a time: models use all cores. */
const modelling = new Map<string, PoolOnDemand>();

/** Memory of a model of some 250 MB for a picture of 640 x 640, and the picture itself. */
const MODELLING_BYTES = 6 * GiB;

function modelPool(models: readonly string[]): PoolOnDemand {
  const command = {
    ...HOST,
    readable: [...HOST.readable, ...models],
    limits: { memoryBytes: MODELLING_BYTES },
  };
  const key = models.join('\n');
  const made = modelling.get(key) ?? createPoolOnDemand({ name: 'models', command, size: 1 });
  modelling.set(key, made);
  return made;
}

/**
 * Works on one picture in a sandboxed process, which writes into `folder`. Throws ConversionError, including `colorize_model_unavailable` and
 * `upscale_model_unavailable`.
 */
export async function workOn(
  job: PictureJob,
  path: string,
  folder: string,
  context: WorkContext,
): Promise<PictureResult> {
  const { signal } = context;
  const { colorize_model_name: name, upscale_factor: factor } = job.options;
  const models = {
    ...(name !== undefined && { model: await requireModel(name) }),
    ...(factor !== undefined && { upscaler: await requireModel('upscale') }),
  };
  const files = Object.values(models);
  const message = { job: { ...job, ...models } } satisfies WorkerRequest;
  return (files.length === 0 ? pool : modelPool(files)).request<PictureResult>(message, {
    inputs: { [job.input]: path },
    outputFolder: folder,
    signal,
    onProgress: (percent) => context.progress(percent),
  });
}

/** Returns the summary of a picture, without writing anything. Throws ConversionError as unpacking does. */
export async function lookOn(look: LookJob, path: string, { signal }: WorkContext): Promise<Look | null> {
  const message = { look } satisfies WorkerRequest;
  return pool.request<Look | null>(message, { inputs: { [look.input]: path }, signal });
}

/** Ends the processes. */
export async function closeImagePools(): Promise<void> {
  await Promise.all([pool, ...modelling.values()].map((each) => each.close()));
}
