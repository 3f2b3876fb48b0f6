import { ApiError, addInput, fetchJob } from '../access/api.js';
import { msg } from '../shell/i18n.js';
import { whenReached } from './network.js';
import { newUpload, upload } from './upload.js';

/* The files of a job on their way to the service. */

/**
 * @typedef {import('../../documents/schemas.ts').JobDocument} Job
 * @typedef {import('../files/files.js').Source} Source
 * @typedef {import('./rows.js').Sending} Sending
 * @typedef {import('./kept-jobs.js').KeptUpload} KeptUpload
 *
 * @typedef {object} ToSend a file to send into a job
 * @property {Sending} row
 * @property {Source} source
 * @property {KeptUpload | null} kept null for inputs that are not uploaded
 * @property {boolean} [isResumed] whether some of it may have arrived
 */

/** HTTP status of a file that is larger than the service or the contract allows. */
const TOO_LARGE = 413;

/** @type {WeakMap<Sending, Source>} what this page has sent */
const sources = new WeakMap();

/** @param {Sending} row @returns {Source | undefined} what this page has sent for it */
export const sourceSent = (row) => sources.get(row);

/**
 * @param {Source} source
 * @param {number} position among the files of its batch
 * @returns {ToSend}
 */
export function toSend(source, position) {
  const { name, size, file } = source;
  const isUpload = file !== null && source.inputId === null;
  const row = { ...newRow(name, size, position), file, isUpload };
  sources.set(row, source);
  return { source, row, kept: isUpload ? { ...newUpload(file), file, position } : null };
}

/** @param {KeptUpload} kept @returns {ToSend} what the page before this one had not sent */
export function toResume(kept) {
  const { name, size, file, position = 0 } = kept;
  const row = { ...newRow(name, size, position), file, isUpload: true, isLost: file === null };
  return { source: sourceOf(name, file), row, kept, isResumed: true };
}

/** @param {Job['input'][number]} input @param {number} position @returns {ToSend} an input that the job has already */
export function hasArrived({ id, filename, source, size }, position) {
  const row = { ...newRow(filename || source, size, position), fraction: 1, inputId: id };
  return { source: sourceOf(filename, null), row, kept: null };
}

/** @param {string} name @param {number | null} size @param {number} position @returns {Sending} */
const newRow = (name, size, position) => ({
  name,
  size,
  position,
  fraction: 0,
  inputId: null,
  error: null,
  advice: null,
  isLost: false,
  isWaiting: false,
  isUpload: false,
  file: null,
});

/** @param {string} name @param {File | null} file @returns {Source} */
const sourceOf = (name, file) => ({
  name,
  size: file?.size ?? null,
  file,
  url: '',
  inputId: null,
  format: '',
  password: '',
});

/** @param {Pick<ToSend, 'row'>} item whether there is nothing more to send of it, or nothing that can be sent now */
export const isSettled = ({ row }) => row.inputId !== null || row.isLost || row.error !== null;

/**
 * Sends one file. Its row then has the id of the input, or the error.
 *
 * @param {Job} job
 * @param {ToSend} item
 * @param {{ isKnown: (inputId: string) => boolean, update: () => void, signal: AbortSignal }} init isKnown: whether a row has this input
 */
export async function sendOne(job, item, { isKnown, update, signal }) {
  const { row } = item;
  try {
    row.inputId = await sendSource(job, item, { isKnown, update, signal });
    row.isWaiting = false;
  } catch (error) {
    if (signal.aborted) return;
    row.isWaiting = false;
    row.error = error instanceof ApiError ? error.message : msg('row.unreadable');
    row.advice = error instanceof ApiError && error.status === TOO_LARGE ? msg('advice.tooLarge') : null;
  }
  update();
}

/**
 * @param {Job} job
 * @param {ToSend} item
 * @param {{ isKnown: (inputId: string) => boolean, update: () => void, signal: AbortSignal }} init
 * @returns {Promise<string>} id of the input
 */
function sendSource(job, { row, source, kept, isResumed = false }, { isKnown, update, signal }) {
  const { file, url, inputId, password } = source;
  const onWait = () => {
    row.isWaiting = true;
    update();
  };
  if (inputId === null && url === '' && file !== null) {
    const onProgress = (/** @type {number} */ fraction) => {
      row.fraction = fraction;
      row.isWaiting = false;
      update();
    };
    return upload(job, file, { password, onProgress, onWait, signal, isResumed, ...(kept && { upload: kept }) });
  }
  const credentials = password === '' ? {} : { credentials: { decrypt_password: password } };
  /** @type {Parameters<typeof addInput>[1]} */
  const input =
    inputId === null
      ? { type: 'remote', source: url, ...credentials }
      : { type: 'input_id', source: inputId, ...credentials };
  return whenReached(
    async (isAgain) => {
      // Only the answer may have been lost. Inputs are added one at a time, so one that no row has is this one.
      const added = isAgain ? (await fetchJob(job.id, signal)).input.find(({ id }) => !isKnown(id)) : undefined;
      return added?.id ?? addInput(job.id, input);
    },
    { signal, onWait },
  );
}
