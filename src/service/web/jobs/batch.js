import { ApiError } from '../access/api.js';
import { confirm } from '../shell/confirm.js';
import { isFinal, statusOf } from '../shell/format.js';
import { msg } from '../shell/i18n.js';
import { createBatchCard } from './batch-card.js';
import { filesOf, progressOf, spoken, statusOfBatch, titleOf } from './batch-state.js';
import { dropJob } from './kept-jobs.js';
import { createPart } from './part.js';
import { isSettled, sourceSent } from './send.js';
import { tellEnd, tellGone, tellProgress } from './tell.js';

/**
 * @typedef {import('../../documents/schemas.ts').JobDocument} Job
 * @typedef {import('../files/files.js').Source} Source
 * @typedef {import('./part.js').Part} Part
 * @typedef {import('./send.js').ToSend} ToSend
 * @typedef {Pick<Source, 'name'> & Partial<Source> & { isLocked: boolean, target?: string }} AgainSource with what it became
 *
 * @typedef {object} BatchEvents
 * @property {import('./batch-card.js').About} about
 * @property {() => void} onChange a job of it began or ended
 * @property {(jobs: readonly Job[], sources: AgainSource[], locked: string | null) => void} onAgain repeat jobs, with the input whose
 *   password is missing
 * @property {() => void} onRemove its card is gone
 * @property {() => void} onHide its card is gone, because the person wants it
 */

/** Pause before a change is shown, ms. */
const UPDATE_MS = 50;

/** @typedef {{ job: Job, items: readonly ToSend[], positions: readonly number[] }} BatchJob positions: of its files among those of the batch */

/**
 * The jobs that began together, with one card.
 *
 * @param {readonly BatchJob[]} jobs at least one
 * @param {BatchEvents} events
 */
export function createBatch(jobs, { about, onChange, onAgain, onRemove, onHide }) {
  const parts = jobs.map(({ job, items, positions }) =>
    createPart(job, items, positions, { onUpdate: schedule, onChange }),
  );
  const states = () => parts.map((part) => part.state());
  const card = createBatchCard({ about, onCancel: cancel, onDelete: discard, onHide: hide, onAgain: again, onFile });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let wasMoving = false;
  let isGone = false;

  /** Shows the next state soon: files of a large batch report more often than anyone can see. */
  function schedule() {
    if (timer === undefined) timer = setTimeout(update, UPDATE_MS);
  }

  function update() {
    timer = undefined;
    if (isGone) return;
    const shown = states();
    card.update(shown, spoken(shown));
    if (shown.every(({ job }) => isFinal(statusOf(job)))) for (const { job } of shown) dropJob(job.id);
    const { isMoving } = statusOfBatch(shown);
    if (isMoving) tellProgress(card, { done: progressOf(shown), files: filesOf(shown) });
    else if (wasMoving) tellEnd(card, { ...statusOfBatch(shown), title: titleOf(shown), spoken: spoken(shown) });
    wasMoving = isMoving;
  }

  /** @param {(part: Part) => Promise<void>} action of each part; the first refusal is shown */
  async function forAll(action) {
    const done = await Promise.allSettled(parts.map((part) => action(part).catch((error) => complain(part, error))));
    return done.every(({ status }) => status === 'fulfilled');
  }

  /** @param {Part} part @param {unknown} error @returns {never} */
  function complain(part, error) {
    if (error instanceof ApiError) part.update({ trouble: error.message });
    throw error;
  }

  /** Cancels all jobs of it. */
  function cancel() {
    forAll((part) => part.cancel());
  }

  async function discard() {
    if (!(await confirm(msg('job.deleteAsk'), msg('job.delete')))) return;
    if (!(await forAll((part) => part.deleteOutputs()))) return;
    hide();
    onChange();
  }

  function remove() {
    isGone = true;
    for (const part of parts) part.stop();
    card.element.remove();
    tellGone(card);
    onRemove();
  }

  function hide() {
    remove();
    onHide();
  }

  /** @param {string | null} locked id of the input whose password is missing: its job is repeated; otherwise all are */
  function again(locked) {
    const wanted =
      locked === null ? parts : parts.filter((part) => part.state().job.input.some(({ id }) => id === locked));
    const sources = wanted
      .flatMap((part) =>
        sourcesAgain(part, locked).map(({ source, position }) => ({
          source: { ...source, target: targetOf(part.state().job) },
          position,
        })),
      )
      .sort((one, other) => one.position - other.position)
      .map(({ source }) => source);
    onAgain(
      wanted.map((part) => part.state().job),
      sources,
      locked,
    );
  }

  /** @param {import('./rows.js').Sending} row @param {File} file that was chosen again */
  function onFile(row, file) {
    const item = parts.flatMap(({ items }) => items).find((each) => each.row === row);
    if (item === undefined) return;
    if (file.size !== row.size || file.name !== row.name) {
      row.error = msg('row.otherFile', { name: row.name });
      return update();
    }
    Object.assign(row, { isLost: false, error: null, file });
    item.source.file = file;
    send();
  }

  /** Sends the files one after the other, and starts each job as soon as its files have arrived. */
  async function send() {
    const items = parts
      .flatMap((part) => part.items.map((item) => ({ part, item })))
      .sort((one, other) => one.item.row.position - other.item.row.position);
    /** @type {Promise<void>[]} */
    const begun = [];
    for (const { part, item } of items) {
      if (!isSettled(item) && !part.signal.aborted) await part.send(item);
      begun.push(part.beginIfSent());
    }
    await Promise.all(begun);
  }

  /** Goes on with what another page began. */
  async function goOn() {
    const begun = parts.filter((part) => part.items.length === 0 && !isFinal(statusOf(part.state().job)));
    await Promise.all([send(), ...begun.map((part) => part.watch())]);
  }

  update();
  return { card, parts, send, goOn, remove };
}

/** @param {Job} job @returns {string} `category/target` of its first conversion; empty for none */
export const targetOf = ({ conversion: [first] }) => (first === undefined ? '' : `${first.category}/${first.target}`);

/**
 * Returns the files of a job to convert again: those that the service still has, and those that this page can send again. The service
 * keeps no file that could not be read, for example without its password.
 *
 * @param {Part} part
 * @param {string | null} locked id of the input whose password is missing
 * @returns {{ source: AgainSource, position: number }[]}
 */
function sourcesAgain(part, locked) {
  const { job, sending, positions } = part.state();
  return job.input.flatMap((/** @type {Job['input'][number]} */ input, /** @type {number} */ index) => {
    const row = sending.find(({ inputId }) => inputId === input.id);
    const source = againSource(input, row && sourceSent(row), locked);
    return source === null ? [] : [{ source, position: row?.position ?? positions[index] ?? index }];
  });
}

/**
 * @param {Job['input'][number]} input
 * @param {Source | undefined} own what this page has sent
 * @param {string | null} locked
 * @returns {AgainSource | null}
 */
function againSource({ id, type, status, filename, source, size }, own, locked) {
  const about = { name: filename || own?.name || source, size, isLocked: id === locked };
  if (status === 'ready') return { ...about, inputId: id, file: own?.file ?? null };
  if (own !== undefined) return { ...own, ...about, inputId: null, password: '' };
  return type === 'remote' && !source.includes('********') ? { ...about, url: source } : null;
}
