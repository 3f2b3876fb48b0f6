import { address, refusal, unreachable } from '../access/api.js';
import { whenReached } from './network.js';

/* Uploads with tus (https://tus.io/protocols/resumable-upload): any replica of the service can continue them. */

const TUS = { 'Tus-Resumable': '1.0.0' };
const INPUT_ID = 'X-Svc-Input-Id';

/**
 * An upload that is, or will be, known to the service by its id.
 *
 * @typedef {{ name: string, size: number, uuid: string }} Upload
 */

/** @param {File} file @returns {Upload} */
export const newUpload = ({ name, size }) => ({ name, size, uuid: randomId() });

/**
 * Sends a file as an input of a job, and waits while the service cannot be reached. A broken connection loses only the bytes in transit: the
 * service keeps what has arrived. The same applies to a page that was closed and later continues with the same id.
 *
 * @param {{ id: string, token: string }} job
 * @param {File} file
 * @param {{ password: string, onProgress: (fraction: number) => void, onWait?: () => void, signal: AbortSignal, upload?: Upload, isResumed?: boolean }} init
 *   onWait: the service cannot be reached, until there is progress again; upload: one that is already known; isResumed: some of it may have
 *   arrived
 * @returns {Promise<string>} id of the input
 * @throws {ApiError}
 */
export function upload(
  job,
  file,
  { password, onProgress, onWait = () => {}, signal, upload: begun = newUpload(file), isResumed = false },
) {
  let moved = false;
  const hasMoved = () => {
    const did = moved;
    moved = false;
    return did;
  };
  const onSent = (/** @type {number} */ fraction) => {
    moved = true;
    onProgress(fraction);
  };
  return whenReached(
    async (isAgain) => {
      // A repeated request with the same id finds the upload that has begun.
      const { url, inputId } = await begin(job, begun, password, signal);
      if (inputId !== null) return inputId;
      const there = isAgain || isResumed ? await arrived(job, url, signal) : { offset: 0, inputId: null };
      return there.inputId ?? (await send(job, url, file, there.offset, onSent, signal));
    },
    { signal, onWait, hasMoved },
  );
}

/** crypto.randomUUID is missing on pages over plain HTTP. */
const randomId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} text @returns {string} base64 of its UTF-8 */
const base64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** @param {{ token: string }} job */
const headersOf = ({ token }) => ({ ...TUS, 'X-Svc-Token': token });

/**
 * @param {string} url
 * @param {RequestInit & { signal: AbortSignal }} init
 * @returns {Promise<Response>} one of the 2xx
 */
async function ask(url, init) {
  const response = await fetch(url, init).catch(() => {
    init.signal.throwIfAborted();
    throw unreachable();
  });
  if (response.ok) return response;
  throw refusal(response.status, await response.text(), response.headers.get('Retry-After'));
}

/**
 * @param {{ id: string, token: string }} job
 * @param {Upload} upload
 * @param {string} password
 * @param {AbortSignal} signal
 * @returns {Promise<{ url: string, inputId: string | null }>} URL of the upload; the input if nothing is left to send
 */
export async function begin(job, { name, size, uuid }, password, signal) {
  const metadata = [`filename ${base64(name)}`];
  if (password !== '') metadata.push(`decrypt_password ${base64(password)}`);
  const path = `v2/tus/${encodeURIComponent(job.id)}`;
  const { headers } = await ask(address(path), {
    method: 'POST',
    headers: {
      ...headersOf(job),
      'X-Svc-Upload-Uuid': uuid,
      'Upload-Length': String(size),
      'Upload-Metadata': metadata.join(','),
    },
    signal,
  });
  // Below the address of this page.
  const id = (headers.get('Location') ?? '').split('/').at(-1) ?? '';
  return { url: address(`${path}/${encodeURIComponent(id)}`), inputId: headers.get(INPUT_ID) };
}

/**
 * @param {{ token: string }} job
 * @param {string} url
 * @param {AbortSignal} signal
 * @returns {Promise<{ offset: number, inputId: string | null }>} bytes that the service has; the input if these are all
 */
async function arrived(job, url, signal) {
  const { headers } = await ask(url, { method: 'HEAD', headers: headersOf(job), signal });
  return { offset: Number(headers.get('Upload-Offset') ?? 0), inputId: headers.get(INPUT_ID) };
}

/**
 * @param {{ token: string }} job
 * @param {string} url
 * @param {File} file
 * @param {number} offset
 * @param {(fraction: number) => void} onProgress of the whole file
 * @param {AbortSignal} signal
 * @returns {Promise<string>} id of the input
 */
function send(job, url, file, offset, onProgress, signal) {
  // fetch does not report upload progress.
  const sending = new XMLHttpRequest();
  sending.open('PATCH', url);
  sending.setRequestHeader('Content-Type', 'application/offset+octet-stream');
  sending.setRequestHeader('Upload-Offset', String(offset));
  for (const [name, value] of Object.entries(headersOf(job))) sending.setRequestHeader(name, value);
  sending.upload.addEventListener('progress', ({ loaded }) =>
    onProgress(file.size === 0 ? 1 : (offset + loaded) / file.size),
  );
  const stop = () => sending.abort();
  // Without a network, a connection may stay silent for minutes before it breaks.
  const offline = () => sending.abort();
  addEventListener('offline', offline);
  return new Promise((/** @type {(id: string) => void} */ resolve, reject) => {
    sending.addEventListener('load', () => {
      const { status, responseText } = sending;
      const inputId = sending.getResponseHeader(INPUT_ID);
      if (inputId !== null) resolve(inputId);
      // Fewer bytes have arrived than were sent.
      else if (status === 204) reject(unreachable());
      else reject(refusal(status, responseText, sending.getResponseHeader('Retry-After')));
    });
    // A file that was changed or deleted fails like the network, but forever.
    sending.addEventListener('error', () =>
      file
        .slice(-1)
        .arrayBuffer()
        .then(() => reject(unreachable()), reject),
    );
    sending.addEventListener('abort', () => reject(signal.aborted ? signal.reason : unreachable()));
    sending.addEventListener('loadend', () => {
      signal.removeEventListener('abort', stop);
      removeEventListener('offline', offline);
    });
    signal.addEventListener('abort', stop);
    sending.send(file.slice(offset));
  });
}
