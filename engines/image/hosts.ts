import { fileURLToPath } from 'node:url';
import { createHostOnDemand, type HostOnDemand } from '../../src/process/host-on-demand.ts';
import type { EngineContext } from '../../src/runner/engine.ts';
import { RUNTIME, requireModel } from './colorize/settings.ts';
import type { PictureJob, PictureResult } from './job.ts';

const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const GiB = 1024 ** 3;

const HOST = {
  path: process.execPath,
  args: [file('engines/image/host.ts')],
  readable: [
    ...['package.json', 'engines/image', 'src/process', 'src/task'].map(file),
    ...['sharp', '@img', 'detect-libc', 'semver', '@neplex'].map((name) => file(`node_modules/${name}`)),
  ],
  // Fewer arenas: after 1,000 pictures 154 MiB instead of 231.
  env: { MALLOC_ARENA_MAX: '2' },
  limits: { memoryBytes: 3 * GiB },
};

const host = createHostOnDemand({ name: 'pictures', command: HOST });

/** Hosts that colour, by the path of the model, which they may read. One picture at a time: models take all cores. */
const colouring = new Map<string, HostOnDemand>();

/** What a model of some 250 MB takes for a picture of 640 x 640, and the picture itself. */
const COLOURING_BYTES = 6 * GiB;

function colouringHost(model: string): HostOnDemand {
  const runtime = [RUNTIME, 'onnxruntime-common'].map((name) => file(`node_modules/${name}`));
  const command = {
    ...HOST,
    readable: [...HOST.readable, ...runtime, model],
    limits: { memoryBytes: COLOURING_BYTES },
  };
  const made = colouring.get(model) ?? createHostOnDemand({ name: 'colours', command, size: 1 });
  colouring.set(model, made);
  return made;
}

/**
 * Works on one picture in a confined process; what it writes arrives in `folder`. Throws ConversionError, among them
 * `colorize_model_unavailable`.
 */
export async function workOn(
  job: PictureJob,
  path: string,
  folder: string,
  context: EngineContext,
): Promise<PictureResult> {
  const { signal } = context;
  const { colorize_model_name: name } = job.options;
  const model = name === undefined ? null : await requireModel(name);
  const message = { job: model === null ? job : { ...job, model } };
  return (model === null ? host : colouringHost(model)).request<PictureResult>(message, {
    inputs: { [job.input]: path },
    outputFolder: folder,
    signal,
    onProgress: (percent) => context.progress(percent),
  });
}

/** Ends the processes. */
export async function closeImageHosts(): Promise<void> {
  await Promise.all([host, ...colouring.values()].map((each) => each.close()));
}
