import { ApiError, address, refusal, setPassword, UNREACHABLE } from './api.js';

/** Waits before a broken upload goes on, ms. */
const WAITS_MS = [1000, 3000, 8000, 20_000];

/**
 * Sends a file as an input of a job. A connection that breaks costs what was on its way and no more: the service keeps what has
 * arrived under the upload's id.
 *
 * @param {{ id: string, token: string }} job
 * @param {File} file
 * @param {{ password: string, onProgress: (fraction: number) => void, signal: AbortSignal }} init
 * @returns {Promise<string>} id of the input
 * @throws {ApiError}
 */
export async function upload(job, file, { password, onProgress, signal }) {
  const uuid = randomId();
  let offset = 0;
  for (let attempt = 0; ; attempt++) {
    try {
      if (attempt > 0) offset = await arrived(job, uuid, signal);
      const inputId = await send(job, file, offset, uuid, onProgress, signal);
      if (password !== '') await setPassword(job.id, inputId, password);
      return inputId;
    } catch (error) {
      const wait = WAITS_MS[attempt];
      if (wait === undefined || !(error instanceof ApiError) || error.status !== 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
      signal.throwIfAborted();
    }
  }
}

/** crypto.randomUUID is missing on pages that come over plain HTTP. */
const randomId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {{ id: string }} job @param {string} [filename] */
const uploadAddress = ({ id }, filename) =>
  address(
    `upload-file/${encodeURIComponent(id)}${filename === undefined ? '' : `?filename=${encodeURIComponent(filename)}`}`,
  );

/** @param {{ token: string }} job @param {string} uuid */
const headersOf = ({ token }, uuid) => ({ 'X-Svc-Token': token, 'X-Svc-Upload-Uuid': uuid });

/**
 * @param {{ id: string, token: string }} job
 * @param {string} uuid
 * @param {AbortSignal} signal
 * @returns {Promise<number>} bytes that the service has
 */
async function arrived(job, uuid, signal) {
  const response = await fetch(uploadAddress(job), { method: 'HEAD', headers: headersOf(job, uuid), signal }).catch(
    () => {
      signal.throwIfAborted();
      throw new ApiError(0, UNREACHABLE);
    },
  );
  if (!response.ok) throw refusal(response.status, '', null);
  return Number(response.headers.get('Upload-Offset') ?? 0);
}

/**
 * @param {{ id: string, token: string }} job
 * @param {File} file
 * @param {number} offset
 * @param {string} uuid
 * @param {(fraction: number) => void} onProgress of the whole file
 * @param {AbortSignal} signal
 * @returns {Promise<string>} id of the input
 */
function send(job, file, offset, uuid, onProgress, signal) {
  // fetch tells nothing of the progress of what it sends.
  const sending = new XMLHttpRequest();
  sending.open('PATCH', uploadAddress(job, file.name));
  sending.setRequestHeader('Content-Type', 'application/octet-stream');
  sending.setRequestHeader('Upload-Offset', String(offset));
  sending.setRequestHeader('Upload-Length', String(file.size));
  for (const [name, value] of Object.entries(headersOf(job, uuid))) sending.setRequestHeader(name, value);
  sending.upload.addEventListener('progress', ({ loaded }) =>
    onProgress(file.size === 0 ? 1 : (offset + loaded) / file.size),
  );
  const stop = () => sending.abort();
  return new Promise((/** @type {(id: string) => void} */ resolve, reject) => {
    sending.addEventListener('load', () => {
      const { status, responseText } = sending;
      if (status === 200 || status === 201) resolve(JSON.parse(responseText).id);
      // 204: less has arrived than was sent.
      else if (status === 204) reject(new ApiError(0, UNREACHABLE));
      else reject(refusal(status, responseText, sending.getResponseHeader('Retry-After')));
    });
    sending.addEventListener('error', () => reject(new ApiError(0, UNREACHABLE)));
    sending.addEventListener('abort', () => reject(signal.reason));
    sending.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    signal.addEventListener('abort', stop);
    sending.send(file.slice(offset));
  });
}
