import { adviceFor } from '../results/advice.js';
import { isFinal, statusOf } from '../shell/format.js';
import { msg } from '../shell/i18n.js';

/* The rows of a job: each file with its progress, problems and results. Pure functions. */

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
 * @property {Text | null} advice about the error
 * @property {boolean} isLost whether it must be chosen again to be sent
 * @property {boolean} isWaiting whether its upload waits for the network
 * @property {boolean} isUpload false for what the service has or fetches itself
 * @property {File | null} file if this page has it
 * @property {number} position among the files of its batch
 *
 * @typedef {string | import('../shell/i18n.js').Message} Text
 *
 * @typedef {object} RowIssue
 * @property {boolean} isError
 * @property {Text} message
 * @property {Text | null} advice what to do, in plain words, if that is known
 *
 * @typedef {object} Row a file, or the result of all files together
 * @property {string} key
 * @property {Text} name
 * @property {number | null} size
 * @property {Text} note its state in words; may be empty
 * @property {Sending | null} lost if it must be chosen again
 * @property {string | null} lockedInput id of the input whose password is missing or wrong
 * @property {RowIssue[]} issues errors first
 * @property {Output[]} outputs
 * @property {File | null} file that the results are made of, if this page has it
 * @property {number} position among the rows of its batch
 */

const THREAD_TEXT = /** @type {Readonly<Record<string, import('../shell/i18n.js').Key>>} */ ({
  waiting: 'row.waiting',
  sent: 'row.waiting',
  processing: 'row.converting',
});

/** Codes of errors of inputs (docs/errors.md): the password is missing, or wrong. */
const PASSWORD_CODES = new Set([2105, 2106]);

/**
 * @param {Pick<import('./batch-state.js').PartState, 'job' | 'threads' | 'sending' | 'positions'>} part
 * @returns {Row[]} the files in order; the last row, if needed, has what belongs to no single file
 */
export function jobRows({ job, threads, sending, positions }) {
  // The last state of a thread may be older than the end of its job.
  const open = isFinal(statusOf(job)) ? [] : threads;
  const byInput = threadsByInput(job, open);
  const rows =
    sending.length > 0
      ? sending.map((file, index) => sentRow(job, byInput, file, index))
      : job.input.map((input, index) => ({
          ...inputRow(job, byInput, input.id, input.filename || shortSource(input.source)),
          position: positions[index] ?? index,
        }));
  const rest = restRow(job, open, byInput);
  return rest === null ? rows : [...rows, rest];
}

/**
 * @param {Job} job
 * @param {Map<string, Thread[]>} byInput
 * @param {Sending} sending
 * @param {number} index
 * @returns {Row}
 */
function sentRow(job, byInput, sending, index) {
  const { name, size, inputId, error, advice, isLost, file, position } = sending;
  const own = { key: `file ${index}`, name, size, file, position };
  if (inputId !== null) return { ...inputRow(job, byInput, inputId, name), ...own };
  const isEnded = error !== null || isFinal(statusOf(job));
  return {
    ...own,
    note: isEnded ? '' : sendingNote(sending),
    issues: error === null ? [] : [{ isError: true, message: error, advice }],
    outputs: [],
    lost: isLost ? sending : null,
    lockedInput: null,
  };
}

/** @param {Sending} sending @returns {Text} */
function sendingNote({ isWaiting, fraction }) {
  if (isWaiting) return msg('row.network');
  return fraction === 0 ? msg('row.unsent') : msg('row.sending', { percent: { percent: Math.floor(fraction * 100) } });
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
  const isOwn = (/** @type {Issue} */ { id_source }) => job.input.length === 1 || id_source === id;
  const isLocked = job.errors.some((issue) => PASSWORD_CODES.has(issue.code) && isOwn(issue));
  return {
    key: id,
    name,
    size: job.input.find((input) => input.id === id)?.size ?? null,
    note: noteOf(own),
    issues: shownIssues(job, isOwn),
    outputs,
    lost: null,
    lockedInput: isLocked ? id : null,
    file: null,
    position: 0,
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
  const isUnplaced = (/** @type {Issue} */ { id_source }) => !single && (id_source === null || !ids.has(id_source));
  const row = {
    key: 'all',
    name: msg('row.all'),
    size: null,
    note: noteOf(left),
    issues: shownIssues(job, isUnplaced),
    outputs,
    lost: null,
    lockedInput: null,
    file: null,
    position: Number.POSITIVE_INFINITY,
  };
  return row.note === '' && row.issues.length === 0 && outputs.length === 0 ? null : row;
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
  return Map.groupBy(threads, (_, index) => input[index % input.length]?.id ?? '');
}

/**
 * @param {Job} job
 * @param {(issue: Issue) => boolean} isShown
 * @returns {RowIssue[]}
 */
const shownIssues = ({ errors, warnings }, isShown) => [
  ...errors.filter(isShown).map(({ message, code }) => ({ isError: true, message, advice: adviceFor(code) })),
  ...warnings.filter(isShown).map(({ message }) => ({ isError: false, message, advice: null })),
];

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

/** @param {string} source */
const shortSource = (source) => (source.length > 60 ? `${source.slice(0, 59)}…` : source) || '?';
