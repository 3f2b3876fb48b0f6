import { realpath, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createWarmHost, type HostCommand, type WarmHost } from '../../../src/process/warm-host.ts';
import type { EngineContext } from '../../../src/runner/engine.ts';
import type { HostedStep } from './host.ts';
import { INPUT, PICTURES, type StepName, type StepOptions, type StepResult } from './run-step.ts';

const file = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const PACKAGES = [
  ...['chardet', 'htmlparser2', 'domelementtype', 'domhandler', 'domutils', 'dom-serializer', 'entities'],
  ...['markdown-it', 'argparse', 'linkify-it', 'mdurl', 'punycode.js', 'uc.micro'],
  ...['turndown', '@mixmark-io/domino'],
];

/**
 * 16 MiB of dense Markdown take 1.9 GiB. The heap may grow beyond the limit of the process, so that what needs more ends at
 * that limit, with its message.
 */
const COMMAND: HostCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=4096', file('engines/document/text/host.ts')],
  readable: [
    file('package.json'),
    file('engines/document/text'),
    file('src/process'),
    file('src/task'),
    ...PACKAGES.map((name) => file(`node_modules/${name}`)),
  ],
  limits: { memoryBytes: 3 * 1024 ** 3 },
};

/** No document takes nearly as long (64 MiB of HTML: 5 s, 16 MiB of Markdown: 14 s); hostile markup may, and ends here. */
const STEP_TIMEOUT_MS = 5 * 60_000;

/**
 * A host that stays may have to get its input as a copy. For a larger file than this the copy costs more than the start of
 * a process, which reads it in place. Bytes.
 */
const COPY_LIMIT_BYTES = 64 * 1024 ** 2;

export interface StepFiles {
  readonly input: string;
  /** Further files by the name that the input has for them. */
  readonly pictures?: ReadonlyMap<string, string>;
  /** Where the output goes; none: the step has no output. */
  readonly outputFolder?: string;
}

let warm: WarmHost | undefined;
let cold: WarmHost | undefined;
let steps = 0;

/** Runs a step in a confined process; the first one of this process, and one over a large file, in a process of its own. */
export async function runHosted<Name extends StepName>(
  step: Name,
  options: StepOptions[Name],
  { input, pictures = new Map(), outputFolder }: StepFiles,
  context: EngineContext,
): Promise<StepResult[Name]> {
  const isFirst = steps++ === 0;
  // A hard link to a symbolic link would lead out of the host's folder.
  const path = await realpath(input);
  const isLarge = (await stat(path)).size > COPY_LIMIT_BYTES;
  const payload: HostedStep<Name> = { step, options };
  const named = [...pictures].map(([name, picture]) => [`${PICTURES}${name}`, picture] as const);
  return (isFirst || isLarge ? coldHost() : warmHost()).request<StepResult[Name]>(
    { ...payload },
    {
      inputs: { [INPUT]: path, ...Object.fromEntries(named) },
      ...(outputFolder === undefined ? {} : { outputFolder }),
      signal: context.signal,
      timeoutMs: STEP_TIMEOUT_MS,
    },
  );
}

function coldHost(): WarmHost {
  cold ??= createWarmHost({ name: 'texts', command: COMMAND, mode: 'cold', size: availableParallelism() });
  return cold;
}

function warmHost(): WarmHost {
  warm ??= createWarmHost({ name: 'texts', command: COMMAND, size: availableParallelism() });
  return warm;
}

/** Ends the hosts that stay. */
export async function closeTextHosts(): Promise<void> {
  await Promise.all([warm?.close(), cold?.close()]);
  warm = undefined;
  cold = undefined;
}
