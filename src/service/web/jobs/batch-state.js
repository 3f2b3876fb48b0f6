import { filesText, isFinal, statusOf, statusText, targetLabel } from '../shell/format.js';
import { msg } from '../shell/i18n.js';
import { jobRows } from './rows.js';

/* What the card of a batch shows: all jobs of one press of "Convert" together. Pure functions. */

/**
 * @typedef {import('../../documents/schemas.ts').JobDocument} Job
 * @typedef {import('../access/api.js').Thread} Thread
 * @typedef {import('./rows.js').Row} Row
 * @typedef {import('./rows.js').Sending} Sending
 * @typedef {import('./rows.js').Text} Text
 *
 * @typedef {object} PartState a job of a batch
 * @property {Job} job
 * @property {readonly Thread[]} threads all of the job, in its order
 * @property {readonly Sending[]} sending its files, if this page sends them; otherwise empty
 * @property {readonly number[]} positions of its files among those of the batch
 * @property {Text} trouble about the whole job, such as a lost connection; may be empty
 * @property {(() => void) | null} retry action of "Try again", if that can help
 * @property {boolean} isStuck whether it does not go on by itself
 *
 * @typedef {'running' | 'ended' | 'partly' | 'failed'} End
 */

/** More targets than these would make a title of formats. */
const TITLE_TARGETS = 3;

/** Of running jobs, the one that is furthest says how the batch goes. */
const FURTHEST = ['processing', 'downloading', 'queued'];

/** @param {readonly PartState[]} parts @returns {Row[]} in the order of the files; what belongs to several files comes last */
export const batchRows = (parts) =>
  parts
    .flatMap((part) => jobRows(part).map((row) => ({ ...row, key: `${part.job.id} ${row.key}` })))
    .sort((one, other) => one.position - other.position);

/** @param {PartState} part */
const fileCount = ({ job, sending }) => Math.max(sending.length, job.input.length);

/** @param {readonly PartState[]} parts */
export const filesOf = (parts) => parts.reduce((sum, part) => sum + fileCount(part), 0);

/** @param {readonly PartState[]} parts */
export function titleOf(parts) {
  const paths = parts.flatMap(({ job }) => job.conversion.map(({ category, target }) => `${category}/${target}`));
  const targets = [...new Set(paths)];
  const files = filesOf(parts);
  const target = { list: targets.map(targetLabel) };
  if (files === 0) return msg('job.titleEmpty', { target });
  return targets.length > TITLE_TARGETS ? filesText(files) : msg('job.title', { files: filesText(files), target });
}

/**
 * @param {readonly PartState[]} parts
 * @returns {number} the share that is done, up to 1; files count the same, and of a file that is uploaded its upload is half
 */
export function progressOf(parts) {
  const files = filesOf(parts);
  return files === 0 ? 0 : parts.reduce((sum, part) => sum + partProgress(part) * fileCount(part), 0) / files;
}

/** @param {PartState} part */
function partProgress({ job, threads, sending }) {
  if (isFinal(statusOf(job))) return 1;
  const shares = threads.map(({ info, status }) => (info === 'processing' ? status / 100 : isOver(info) ? 1 : 0));
  const converted = shares.reduce((sum, share) => sum + share, 0) / Math.max(shares.length, 1);
  if (sending.length === 0) return converted;
  const each = sending.map(({ isUpload, inputId, error, fraction }) => {
    const sent = inputId !== null || error !== null ? 1 : fraction;
    return isUpload ? (sent + converted) / 2 : converted;
  });
  return each.reduce((sum, share) => sum + share, 0) / each.length;
}

/** @param {string} info state of a thread */
const isOver = (info) => !['waiting', 'sent', 'processing'].includes(info);

/** @param {PartState} part whether some of its files are not yet inputs, and may become it */
const isSending = ({ job, sending }) =>
  !isFinal(statusOf(job)) && sending.some(({ inputId, error }) => inputId === null && error === null);

/**
 * @param {readonly PartState[]} parts
 * @returns {{ end: End, text: Text, isMoving: boolean }} text: in words; isMoving: whether it goes on without the person
 */
export function statusOfBatch(parts) {
  const statuses = parts.map(({ job }) => statusOf(job));
  if (parts.some(isSending)) {
    const isLost = parts.some(({ sending }) => sending.some((each) => each.isLost));
    return { end: 'running', text: msg(isLost ? 'status.lost' : 'status.sending'), isMoving: !isLost };
  }
  if (statuses.every(isFinal)) {
    const end = endOf(parts, statuses);
    return { end, text: endText(end, statuses), isMoving: false };
  }
  const open = parts.filter(({ job }) => !isFinal(statusOf(job)));
  const moving = open.filter(({ isStuck }) => !isStuck);
  const isMoving = moving.length > 0;
  const shown = (isMoving ? moving : open).map(({ job }) => statusOf(job));
  // A job whose files have just arrived is about to be started.
  const otherwise = isMoving ? 'queued' : (shown[0] ?? '');
  const status = FURTHEST.find((each) => shown.includes(each)) ?? otherwise;
  return { end: 'running', text: statusText(status), isMoving };
}

/** @param {readonly PartState[]} parts @param {readonly string[]} statuses @returns {End} */
function endOf(parts, statuses) {
  if (statuses.every((status) => status === 'canceled')) return 'ended';
  const isGood = statuses.every((status) => status !== 'failed') && parts.every(({ job }) => job.errors.length === 0);
  if (isGood) return 'ended';
  return parts.some(({ job }) => job.output.length > 0) ? 'partly' : 'failed';
}

/** @param {End} end @param {readonly string[]} statuses @returns {Text} */
function endText(end, statuses) {
  if (end === 'partly') return msg('status.partly');
  if (end === 'failed') return statusText('failed');
  return statusText(statuses.every((status) => status === 'canceled') ? 'canceled' : 'completed');
}

/** @param {readonly PartState[]} parts @returns {string} for screen readers and notifications */
export function spoken(parts) {
  const { end, text } = statusOfBatch(parts);
  if (end === 'running') return String(text);
  const count = (/** @type {(job: Job) => unknown[]} */ of) => parts.reduce((sum, { job }) => sum + of(job).length, 0);
  const problems = count(({ errors }) => errors);
  const results = msg('job.results', { count: count(({ output }) => output) });
  return [text, results, ...(problems === 0 ? [] : [msg('job.problems', { count: problems })])].join(', ');
}
