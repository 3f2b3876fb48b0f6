// The process that decodes, reads and writes texts, Markdown and HTML: one job a line, see host-protocol.ts.
import { serveHost } from '../../src/process/host-protocol.ts';
import { runStep, type StepName, type StepOptions } from './run-step.ts';

/** A job as it arrives, besides its `id` and `folder`. */
export interface HostedStep<Name extends StepName = StepName> {
  readonly step: Name;
  readonly options: StepOptions[Name];
}

await serveHost((message) => {
  const { folder, step, options } = message as typeof message & HostedStep;
  return runStep(step, folder, options);
});
