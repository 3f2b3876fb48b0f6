/** What an API key may do. Published by GET /v2/contracts. */
export interface Contract {
  readonly name: string;
  /** Credits in any 24 hours; null: as many as are used. */
  readonly credits_per_day: number | null;
  readonly max_inputs_per_job: number;
  /** Bytes of one input. */
  readonly max_input_size: number;
  /** Bytes of all inputs of a job. */
  readonly max_job_size: number;
  /** Jobs that run at the same time. */
  readonly max_concurrent_jobs: number;
  /** Jobs that wait to be started; null: as many as are made. */
  readonly max_open_jobs: number | null;
  /** Requests under way at the same time; uploads and downloads, and event streams, which last, are counted apart. */
  readonly max_concurrent_requests: number;
}

/** All contracts of an installation, by name. `free` is always there. */
export type Contracts = ReadonlyMap<string, Contract>;

const MEBIBYTE = 1024 ** 2;
const GIBIBYTE = 1024 ** 3;

/**
 * The interface sets the 30 credits (docs/interface.md, Limits); the other numbers are our own. Also what a key has whose
 * contract is not known here.
 */
const FREE: Contract = {
  name: 'free',
  credits_per_day: 30,
  max_inputs_per_job: 10,
  max_input_size: 100 * MEBIBYTE,
  max_job_size: 500 * MEBIBYTE,
  max_concurrent_jobs: 5,
  max_open_jobs: 25,
  max_concurrent_requests: 20,
};

/** The example of a paid one. */
const STANDARD: Contract = {
  name: 'standard',
  credits_per_day: 5000,
  max_inputs_per_job: 200,
  max_input_size: 4 * GIBIBYTE,
  max_job_size: 16 * GIBIBYTE,
  max_concurrent_jobs: 50,
  max_open_jobs: 1000,
  max_concurrent_requests: 100,
};

/** What the first key of an installation has. */
const UNLIMITED: Contract = {
  name: 'unlimited',
  credits_per_day: null,
  max_inputs_per_job: 1000,
  max_input_size: 20 * GIBIBYTE,
  max_job_size: 100 * GIBIBYTE,
  max_concurrent_jobs: 1000,
  max_open_jobs: 100_000,
  max_concurrent_requests: 1000,
};

/** What there is without a CONTRACTS file. */
export const BUILT_IN_CONTRACTS: Contracts = new Map([FREE, STANDARD, UNLIMITED].map((each) => [each.name, each]));

/** The contract of that name; the least one, `free`, where the operator has taken it out of the file since. */
export const contractOf = (contracts: Contracts, name: string): Contract =>
  contracts.get(name) ?? contracts.get('free') ?? FREE;

/** One a task, one more for each full 100 MB of its inputs and each full minute that it took. */
export function creditsOf({ inputBytes, seconds }: { inputBytes: number; seconds: number }): number {
  return 1 + Math.floor(inputBytes / 100e6) + Math.floor(seconds / 60);
}
