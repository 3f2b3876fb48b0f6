import { extensionOf, isFinal, statusOf } from '../shell/format.js';
import { msg } from '../shell/i18n.js';

/* The contents of a job's card: each file with its progress, problems and results. Pure functions. */

/**
 * @typedef {import('../../documents/schemas.ts').JobDocument} Job
 * @typedef {import('../../documents/schemas.ts').OutputDocument} Output
 * @typedef {Job['errors'][number]} Issue
 * @typedef {import('../access/api.js').Thread} Thread
 *
 * @typedef {object} Sending a file that this page uploads into the job
 * @property {string} name
 * @property {number | null} size
 * @property {number} fraction sent share, up to 1
 * @property {string | null} inputId once it is an input
 * @property {Text | null} error
 * @property {boolean} isLost whether it must be chosen again to be sent
 *
 * @typedef {string | import('../shell/i18n.js').Message} Text
 *
 * @typedef {object} Bar
 * @property {string} key
 * @property {Text} label
 * @property {number} percent
 *
 * @typedef {object} Row a file, or the result of all files together
 * @property {string} key
 * @property {Text} name
 * @property {string} extension
 * @property {number | null} size
 * @property {Text} note its state in words; may be empty
 * @property {number | null} lost index of the uploaded file that must be chosen again
 * @property {string | null} lockedInput id of the input whose password is missing or wrong
 * @property {Bar[]} bars
 * @property {Text[]} errors
 * @property {string[]} warnings
 * @property {Output[]} outputs
 */

const THREAD_TEXT = /** @type {Readonly<Record<string, import('../shell/i18n.js').Key>>} */ ({
  waiting: 'row.waiting',
  sent: 'row.waiting',
  processing: 'row.converting',
});

/** Codes of errors of inputs (docs/errors.md): the password is missing, or wrong. */
const PASSWORD_CODES = new Set([2105, 2106]);

/**
 * @param {Job} job
 * @param {readonly Thread[]} threads all of the job, in its order
 * @param {readonly Sending[]} sending the job's files, if this page uploads them; otherwise empty
 * @returns {Row[]} the files in order; the last row, if needed, has what belongs to no single file
 */
export function jobRows(job, threads, sending) {
  // The last state of a thread may be older than the end of its job.
  const open = isFinal(statusOf(job)) ? [] : threads;
  const byInput = threadsByInput(job, open);
  const rows =
    sending.length > 0
      ? sending.map((file, index) => sentRow(job, byInput, file, index))
      : job.input.map((input) => inputRow(job, byInput, input.id, input.filename || shortSource(input.source)));
  const rest = restRow(job, open, byInput);
  return rest === null ? rows : [...rows, rest];
}

/**
 * @param {Job} job
 * @param {Map<string, Thread[]>} byInput
 * @param {Sending} file
 * @param {number} index
 * @returns {Row}
 */
function sentRow(job, byInput, file, index) {
  const { name, size, inputId, error, fraction, isLost } = file;
  if (inputId !== null) return { ...inputRow(job, byInput, inputId, name), key: `file ${index}`, name, size };
  const isOver = error !== null || isFinal(statusOf(job));
  const percent = Math.floor(fraction * 100);
  return {
    key: `file ${index}`,
    name,
    extension: extensionOf(name),
    size,
    note: isOver ? '' : fraction === 0 ? msg('row.unsent') : msg('row.sending', { percent: { percent } }),
    bars: isOver || fraction === 0 ? [] : [{ key: 'sending', label: msg('row.sendingFile', { name }), percent }],
    errors: error === null ? [] : [error],
    warnings: [],
    outputs: [],
    lost: isLost ? index : null,
    lockedInput: null,
  };
}

/**
 * @param {Job} job
 * @param {Map<string, Thread[]>} byInput
 * @param {string} id
 * @param {string} name
 * @returns {Row}
 */
function inputRow(job, byInput, id, name) {
  const own = byInput.get(id) ?? [];
  const outputs = job.output.filter(({ source }) => source.input.length === 1 && source.input[0] === id);
  const errors = issuesOf(job, job.errors, id);
  const isLocked = job.errors.some(
    ({ code, id_source }) => PASSWORD_CODES.has(code) && (job.input.length === 1 || id_source === id),
  );
  return {
    key: id,
    name,
    extension: extensionOf(name),
    size: job.input.find((input) => input.id === id)?.size ?? null,
    note: noteOf(own),
    bars: barsOf(own, name),
    errors,
    warnings: issuesOf(job, job.warnings, id),
    outputs,
    lost: null,
    lockedInput: isLocked ? id : null,
  };
}

/**
 * @param {Job} job
 * @param {readonly Thread[]} threads
 * @param {Map<string, Thread[]>} byInput
 * @returns {Row | null}
 */
function restRow(job, threads, byInput) {
  const placed = new Set([...byInput.values()].flat());
  const left = threads.filter((thread) => !placed.has(thread));
  const ids = new Set(job.input.map((input) => input.id));
  const single = job.input.length === 1;
  const outputs = job.output.filter(({ source: { input } }) => input.length !== 1 || !ids.has(input[0] ?? ''));
  const unplaced = (/** @type {readonly Issue[]} */ issues) =>
    single
      ? []
      : issues.filter((issue) => issue.id_source === null || !ids.has(issue.id_source)).map(({ message }) => message);
  const row = {
    key: 'all',
    name: msg('row.all'),
    extension: '',
    size: null,
    note: noteOf(left),
    bars: barsOf(left, msg('row.all')),
    errors: unplaced(job.errors),
    warnings: unplaced(job.warnings),
    outputs,
    lost: null,
    lockedInput: null,
  };
  const parts = [row.bars, row.errors, row.warnings, row.outputs];
  return row.note === '' && parts.every((part) => part.length === 0) ? null : row;
}

/**
 * Threads do not name their inputs, but they come conversion by conversion and in the order of the inputs: if there is one for each, its
 * position identifies the input. Threads of conversions that combine inputs belong to none.
 *
 * @param {Job} job
 * @param {readonly Thread[]} threads
 * @returns {Map<string, Thread[]>}
 */
function threadsByInput({ input, conversion }, threads) {
  if (threads.length !== input.length * conversion.length) return new Map();
  return Map.groupBy(threads, (thread) => input[threads.indexOf(thread) % input.length]?.id ?? '');
}

/**
 * @param {Job} job
 * @param {readonly Issue[]} issues
 * @param {string} inputId
 */
function issuesOf(job, issues, inputId) {
  const single = job.input.length === 1;
  return issues.filter(({ id_source }) => single || id_source === inputId).map(({ message }) => message);
}

/** @param {readonly Thread[]} threads @returns {Text} */
function noteOf(threads) {
  const open = threads.filter(({ info }) => THREAD_TEXT[info] !== undefined);
  const busiest = open.find(({ info }) => info === 'processing') ?? open[0];
  const key = THREAD_TEXT[busiest?.info ?? ''];
  if (busiest === undefined || key === undefined) return '';
  return busiest.info === 'processing' && open.length === 1
    ? msg('row.percent', { percent: { percent: busiest.status } })
    : msg(key);
}

/**
 * @param {readonly Thread[]} threads
 * @param {Text} name
 * @returns {Bar[]}
 */
const barsOf = (threads, name) =>
  threads
    .filter(({ info }) => info === 'processing')
    .map(({ hash, status }) => ({ key: hash, label: msg('row.convertingFile', { name }), percent: status }));

/** @param {string} source */
const shortSource = (source) => (source.length > 60 ? `${source.slice(0, 59)}…` : source) || '?';
