// The process that decodes, reads and writes texts, Markdown and HTML: one job a line, see pool-protocol.ts.
import { serveRequests } from '../../../src/process/pool/pool-protocol.ts';
import { runStep, type StepName, type StepOptions } from './run-step.ts';

/** A job as received, besides its `id` and `folder`. */
export interface PoolStep<Name extends StepName = StepName> {
  readonly step: Name;
  readonly options: StepOptions[Name];
}

await serveRequests((message) => {
  const { folder, step, options } = message as typeof message & PoolStep;
  return runStep(step, folder, options);
});
