import { INSTALLATION, installed } from '../../../src/process/installation.ts';
import { createPoolOnDemand } from '../../../src/process/pool/pool-on-demand.ts';
import type { PoolCommand } from '../../../src/process/pool/pool-options.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { INPUT, PICTURES, type StepName, type StepOptions, type StepResult } from './run-step.ts';
import type { PoolStep } from './worker-process.ts';

/**
 * 16 MiB of dense Markdown take 1.9 GiB. The heap may exceed the process limit, so that a larger step ends at that limit, with its message.
 */
const COMMAND: PoolCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=4096', installed('tools/formats/text/worker-process.ts')],
  readable: INSTALLATION,
  limits: { memoryBytes: 3 * 1024 ** 3 },
};

/** No document takes nearly as long (64 MiB of HTML: 80 s, 16 MiB of Markdown: 14 s); hostile markup may, and is stopped. */
const STEP_TIMEOUT_MS = 5 * 60_000;

export interface StepFiles {
  readonly input: string;
  /** Additional files by their names in the input. */
  readonly pictures?: ReadonlyMap<string, string>;
  /** Folder for the output; omitted if the step has no output. */
  readonly outputFolder?: string;
}

const pool = createPoolOnDemand({ name: 'texts', command: COMMAND });

/** Runs a step in a sandboxed process. */
export function runInPool<Name extends StepName>(
  step: Name,
  options: StepOptions[Name],
  { input, pictures = new Map(), outputFolder }: StepFiles,
  context: WorkContext,
): Promise<StepResult[Name]> {
  const payload: PoolStep<Name> = { step, options };
  const named = [...pictures].map(([name, picture]) => [`${PICTURES}${name}`, picture] as const);
  return pool.request<StepResult[Name]>(
    { ...payload },
    {
      inputs: { [INPUT]: input, ...Object.fromEntries(named) },
      ...(outputFolder === undefined ? {} : { outputFolder }),
      signal: context.signal,
      timeoutMs: STEP_TIMEOUT_MS,
    },
  );
}

/** Ends the worker processes that stay. */
export const closeTextPools = (): Promise<void> => pool.close();
