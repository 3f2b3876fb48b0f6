import { readFileSync } from 'node:fs';
import { isRecord } from '../../catalog/coerce.ts';
import { BUILT_IN_CONTRACTS, type Contract, type Contracts } from './contracts.ts';

/** Limits of a contract, and whether they may be null: unlimited. */
const LIMITS = {
  credits_per_day: { nullable: true },
  max_inputs_per_job: { nullable: false },
  max_input_size: { nullable: false },
  max_job_size: { nullable: false },
  max_concurrent_jobs: { nullable: false },
  max_open_jobs: { nullable: true },
  max_concurrent_requests: { nullable: false },
} as const satisfies Record<Exclude<keyof Contract, 'name'>, { nullable: boolean }>;

type Limit = keyof typeof LIMITS;
const LIMIT_NAMES = Object.keys(LIMITS) as Limit[];
const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/**
 * Returns the built-in contracts with the changes of the operator's file.
 * @param path path of the file, null if there is none
 * @throws Error that says what is wrong with the file, and where
 */
export function readContracts(path: string | null): Contracts {
  return path === null ? BUILT_IN_CONTRACTS : parseContracts(readText(path));
}

/**
 * Parses the text of such a file: a JSON object, `{"free": {"credits_per_day": 100}, "team": {…}}`. A built-in contract keeps the limits
 * that are not named; a new one needs all of them.
 */
export function parseContracts(text: string): Contracts {
  const document = parseJson(text);
  if (!isRecord(document))
    throw problem('it must hold a JSON object, such as {"free": {"credits_per_day": 100}, "team": {…}}');
  const contracts = new Map(BUILT_IN_CONTRACTS);
  for (const [name, limits] of Object.entries(document)) contracts.set(name, toContract(name, limits));
  return contracts;
}

function toContract(name: string, limits: unknown): Contract {
  if (!NAME.test(name))
    throw problem(
      `"${name.slice(0, 100)}" is not a valid name of a contract: small letters, digits, - and _, at most 64`,
    );
  if (!isRecord(limits)) throw problem(`${name} must be an object of limits`);
  const unknown = Object.keys(limits).filter((limit) => !Object.hasOwn(LIMITS, limit));
  if (unknown.length > 0)
    throw problem(`${name} has no limit "${unknown[0]?.slice(0, 100)}"; the limits: ${LIMIT_NAMES.join(', ')}`);
  const base = BUILT_IN_CONTRACTS.get(name);
  const missing = LIMIT_NAMES.filter((limit) => !(limit in limits));
  if (base === undefined && missing.length > 0)
    throw problem(`${name} is not built in, so it needs all limits; missing: ${missing.join(', ')}`);
  const given = Object.fromEntries(
    Object.entries(limits).map(([limit, value]) => [limit, checkLimit(name, limit as Limit, value)]),
  );
  // Checked above: what is missing in `given` is in `base`.
  return { ...base, ...given, name } as Contract;
}

function checkLimit(name: string, limit: Limit, value: unknown): number | null {
  if (value === null && LIMITS[limit].nullable) return null;
  const least = limit === 'credits_per_day' ? 0 : 1;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
  const without = LIMITS[limit].nullable ? ', or null for no limit' : '';
  throw problem(`${name}.${limit} must be a whole number from ${least}${without}, not ${JSON.stringify(value)}`);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw problem(`it cannot be read (${(cause as NodeJS.ErrnoException).code})`, cause);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw problem('it is not valid JSON', cause);
  }
}

const problem = (what: string, cause?: unknown) => new Error(`The CONTRACTS file: ${what}.`, { cause });
