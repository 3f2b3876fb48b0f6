/** Limits of an API key. Published by GET /v2/contracts. */
export interface Contract {
  readonly name: string;
  /** Credits in any 24 hours. Null for no limit. */
  readonly credits_per_day: number | null;
  readonly max_inputs_per_job: number;
  /** Largest input, bytes. */
  readonly max_input_size: number;
  /** Limit for all inputs of a job, bytes. */
  readonly max_job_size: number;
  /** Number of jobs that run at the same time. */
  readonly max_concurrent_jobs: number;
  /** Number of jobs that wait to be started. Null for no limit. */
  readonly max_open_jobs: number | null;
  /** Number of simultaneous requests. Uploads and downloads, and event streams, which last, are counted separately. */
  readonly max_concurrent_requests: number;
}

/** All contracts of an installation, by name. `free` always exists. */
export type Contracts = ReadonlyMap<string, Contract>;

const MEBIBYTE = 1024 ** 2;
const GIBIBYTE = 1024 ** 3;

/**
 * The interface sets the 30 credits (docs/interface.md, Limits); the other numbers are our own. Keys whose contract is unknown have this
 * one, too.
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

/** Example of a paid contract. */
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

/** Contract of the first key of an installation. */
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

/** Contracts without a CONTRACTS file. */
export const BUILT_IN_CONTRACTS: Contracts = new Map([FREE, STANDARD, UNLIMITED].map((each) => [each.name, each]));

/** Returns the contract of that name. If the operator has removed it from the file, returns the smallest one, `free`. */
export const contractOf = (contracts: Contracts, name: string): Contract =>
  contracts.get(name) ?? contracts.get('free') ?? FREE;
