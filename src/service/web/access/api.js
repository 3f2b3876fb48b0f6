import { msg } from '../shell/i18n.js';
import { readKey } from './key.js';

/* Requests to the service that this page came from. Addresses are relative, because the service may be below a path of a proxy. */

/**
 * @typedef {import('../../documents/schemas.ts').JobDocument} Job
 * @typedef {import('../../documents/schemas.ts').OutputDocument} Output
 * @typedef {import('../../../catalog/definition.ts').CatalogEntry} CatalogEntry
 * @typedef {{ hash: string, status: number, info: string }} Thread
 */

/** The service refused a request, or could not be reached (status 0). */
export class ApiError extends Error {
  /**
   * @param {number} status HTTP status, 0 if there was no answer
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

/** Error for a service that cannot be reached. */
export const unreachable = () => new ApiError(0, String(msg('error.unreachable')));

/** @param {string} path below the page's own address */
export const address = (path) => new URL(path, document.baseURI).href;

/**
 * @param {string} method
 * @param {string} path
 * @param {{ body?: unknown, signal?: AbortSignal | undefined, key?: string | null, isPrivate?: boolean, headers?: Record<string, string> }} [init]
 * @returns {Promise<Response>} one of the 2xx
 * @throws {ApiError}
 */
export async function request(method, path, { body, signal, key = readKey(), isPrivate = true, headers = {} } = {}) {
  const response = await fetch(address(path), {
    method,
    headers: {
      ...headers,
      ...(key === null ? {} : { 'X-Svc-Api-Key': key }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
    // A person's data is not cached; public data is requested without a key.
    cache: method === 'GET' && isPrivate ? 'no-store' : 'default',
  }).catch((error) => {
    if (signal?.aborted) throw error;
    throw unreachable();
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
    // The answer of a proxy: its page does not help the person.
  }
  return new ApiError(status, String(msg('error.status', { status })), wait);
}

const job = (/** @type {string} */ id) => `v2/jobs/${encodeURIComponent(id)}`;

/** @returns {Promise<CatalogEntry[]>} all available conversions */
export async function fetchCatalog() {
  return (await request('GET', 'v2/conversions', { key: null, isPrivate: false })).json();
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
 * @param {readonly { category: string, target: string, options: Record<string, unknown>, metadata?: object }[]} conversion
 * @returns {Promise<Job>} not started; each file succeeds or fails by itself
 */
export async function createJob(conversion) {
  const body = { conversion, process: false, fail_on_input_error: false, fail_on_conversion_error: false };
  return (await request('POST', 'v2/jobs', { body })).json();
}

/**
 * @param {string} id of the job
 * @param {{ type: 'remote' | 'input_id', source: string, credentials?: { decrypt_password: string } }} input
 * @returns {Promise<string>} id of the input
 */
export async function addInput(id, input) {
  return (await (await request('POST', `${job(id)}/input`, { body: input })).json()).id;
}

/**
 * @param {string} id
 * @returns {Promise<Job>}
 */
export const startJob = async (id) => (await request('PATCH', job(id), { body: { process: true } })).json();

/** @param {string} id */
export const cancelJob = (id) => request('DELETE', job(id));

/** @param {string} id @param {string} output */
export const deleteOutput = (id, output) => request('DELETE', `${job(id)}/output/${encodeURIComponent(output)}`);

/** @param {readonly string[]} ids of jobs @returns {string} path of the zip of all their results */
export const zipPath = (ids) => `page/zip?${new URLSearchParams(ids.map((id) => ['job', id]))}`;

/**
 * @param {readonly string[]} ids of jobs
 * @param {string} password of the downloads; empty: none
 */
export const fetchZip = (ids, password) =>
  request('GET', zipPath(ids), { headers: password === '' ? {} : { 'X-Svc-Download-Password': password } });

/** @param {string} path @param {string | null} lastId @param {AbortSignal} signal */
export const fetchEvents = (path, lastId, signal) =>
  request('GET', path, {
    signal,
    headers: { Accept: 'text/event-stream', ...(lastId !== null && { 'Last-Event-ID': lastId }) },
  });

/**
 * @param {string} category
 * @param {string} target
 * @returns {Promise<{ name: string }[]>} none if they cannot be fetched: they are only a convenience
 */
export async function fetchPresets(category, target) {
  const query = new URLSearchParams({ category, target });
  return request('GET', `v2/presets?${query}`).then(
    (response) => response.json(),
    () => [],
  );
}

/**
 * @typedef {object} Session
 * @property {'key' | 'session' | 'keyless' | null} via
 * @property {string | null} name
 * @property {boolean} login whether people can sign in
 */

/** @returns {Promise<Session>} who this page may act as */
export async function fetchSession() {
  return (await request('GET', 'v2/session')).json();
}

/** @returns {Promise<{ redirect: string | null }>} where the provider learns of it */
export const endSession = async () => (await request('DELETE', 'v2/session', { key: null })).json();

/**
 * Download address of an output, below the address of this page.
 *
 * @param {Pick<Output, 'id' | 'filename'>} output
 */
export const downloadAddress = ({ id, filename }) => address(`download-file/${id}/${encodeURIComponent(filename)}`);
