import { pluralize } from '../../util/pluralize.ts';
import type { ServiceConfig } from '../config.ts';
import { ServiceError } from '../errors.ts';
import { tooLarge } from '../files/backend.ts';
import type { Contract } from '../keys/contracts.ts';

/** The strictest limit of a file, and the refusal of a larger one. */
interface FileLimit {
  readonly maxBytes: number;
  readonly refuse: () => ServiceError;
}

/** Returns the largest size of one more file of a job. @param received known bytes of the job's inputs */
export function fileLimit(
  contract: Contract,
  { maxInputSize }: Pick<ServiceConfig, 'maxInputSize'>,
  received: number,
): FileLimit {
  const limits: FileLimit[] = [
    { maxBytes: maxInputSize, refuse: () => tooLarge(maxInputSize) },
    {
      maxBytes: contract.max_input_size,
      refuse: () => beyond(`An input may have ${pluralize(contract.max_input_size, 'byte')}, and this one has more`),
    },
    {
      maxBytes: contract.max_job_size - received,
      refuse: () =>
        beyond(
          `The inputs of a job may have ${pluralize(contract.max_job_size, 'byte')}, and with this one it is more`,
        ),
    },
  ];
  return limits.reduce((one, other) => (other.maxBytes < one.maxBytes ? other : one));
}

/** Throws ServiceError 402 if the contract does not allow one more input. @param inputs inputs that the job has */
export function refuseOneMoreInput(contract: Contract, inputs: number): void {
  if (inputs < contract.max_inputs_per_job) return;
  throw beyond(`A job may have ${pluralize(contract.max_inputs_per_job, 'input')}, and this one has them`);
}

/** The file is discarded (docs/interface.md, Limits). */
const beyond = (what: string) =>
  new ServiceError(
    'inputs_beyond_contract',
    `${what}: the contract of this key does not allow more. The file was discarded.`,
  );
