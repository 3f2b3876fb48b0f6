import { readKey } from './key.js';

/* Requests to the service that this page came from. Addresses are relative: it may live below a path of a proxy. */

/**
 * @typedef {import('../documents/schemas.ts').JobDocument} Job
 * @typedef {import('../documents/schemas.ts').OutputDocument} Output
 * @typedef {import('../../catalog/definition.ts').CatalogEntry} CatalogEntry
 * @typedef {{ hash: string, status: number, info: string }} Thread
 */

/** The service refused, or could not be reached (status 0). */
export class ApiError extends Error {
  /**
   * @param {number} status HTTP status, 0 where there was no answer
   * @param {string} message for the person
   * @param {{ errors?: Record<string, string>, retryAfter?: number }} [more] what is wrong by field; seconds to wait
   */
  constructor(status, message, more = {}) {
    super(message);
    this.status = status;
    this.errors = more.errors ?? {};
    this.retryAfter = more.retryAfter ?? null;
  }
}

export const UNREACHABLE = 'The service cannot be reached. Check the connection and try again.';

/** @param {string} path below the page's own address */
export const address = (path) => new URL(path, document.baseURI).href;

/**
 * @param {string} method
 * @param {string} path
 * @param {{ body?: unknown, signal?: AbortSignal | undefined, key?: string | null }} [init]
 * @returns {Promise<Response>} one of the 2xx
 * @throws {ApiError}
 */
async function request(method, path, { body, signal, key = readKey() } = {}) {
  const response = await fetch(address(path), {
    method,
    headers: {
      ...(key === null ? {} : { 'X-Svc-Api-Key': key }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
    cache: method === 'GET' && key !== null ? 'no-store' : 'default',
  }).catch((error) => {
    if (signal?.aborted) throw error;
    throw new ApiError(0, UNREACHABLE);
  });
  if (response.ok) return response;
  throw refusal(response.status, await response.text(), response.headers.get('Retry-After'));
}

/**
 * @param {number} status
 * @param {string} text body of the answer
 * @param {string | null} retryAfter
 */
export function refusal(status, text, retryAfter) {
  const wait = retryAfter === null ? {} : { retryAfter: Number(retryAfter) || 1 };
  try {
    const { message, errors } = JSON.parse(text);
    if (typeof message === 'string') return new ApiError(status, message, { ...wait, ...(errors && { errors }) });
  } catch {
    // A proxy's answer: its page says nothing to the person.
  }
  return new ApiError(status, `The service answered with HTTP status ${status}. Try again later.`, wait);
}

const job = (/** @type {string} */ id) => `v2/jobs/${encodeURIComponent(id)}`;

/** @returns {Promise<CatalogEntry[]>} all that can be converted here */
export async function fetchCatalog() {
  return (await request('GET', 'v2/conversions', { key: null })).json();
}

/**
 * @param {number} page from 1
 * @param {string | null} [key] another than the saved one
 * @returns {Promise<{ jobs: Job[], count: number }>} newest first
 */
export async function fetchJobs(page, key) {
  const response = await request('GET', `v2/jobs?page=${page}`, key === undefined ? {} : { key });
  const jobs = response.status === 204 ? [] : await response.json();
  return { jobs, count: Number(response.headers.get('X-Count') ?? jobs.length) };
}

/**
 * @param {string} id
 * @param {AbortSignal} [signal]
 * @returns {Promise<Job>}
 */
export const fetchJob = async (id, signal) => (await request('GET', job(id), { signal })).json();

/**
 * @param {string} id
 * @param {AbortSignal} [signal]
 * @returns {Promise<Thread[]>} also those that have ended
 */
export const fetchThreads = async (id, signal) =>
  (await request('GET', `${job(id)}/threads?all=true`, { signal })).json();

/**
 * @param {{ category: string, target: string, options: Record<string, unknown> }} conversion
 * @returns {Promise<Job>} not started; each file succeeds or fails by itself
 */
export async function createJob(conversion) {
  const body = { conversion: [conversion], fail_on_input_error: false, fail_on_conversion_error: false };
  return (await request('POST', 'v2/jobs', { body })).json();
}

/**
 * @param {string} id
 * @param {string} url
 * @returns {Promise<string>} id of the input
 */
export async function addRemoteInput(id, url) {
  const response = await request('POST', `${job(id)}/input`, { body: { type: 'remote', source: url } });
  return (await response.json()).id;
}

/**
 * @param {string} id
 * @returns {Promise<Job>}
 */
export const startJob = async (id) => (await request('PATCH', job(id), { body: { process: true } })).json();

/** @param {string} id */
export const cancelJob = (id) => request('DELETE', job(id));

/**
 * Where an output is downloaded, from the address that this page was opened under.
 *
 * @param {Pick<Output, 'id' | 'filename'>} output
 */
export const downloadAddress = ({ id, filename }) => address(`download-file/${id}/${encodeURIComponent(filename)}`);
