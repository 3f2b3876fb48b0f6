import { ApiError, cancelJob, deleteOutput, startJob } from '../access/api.js';
import { isFinal, statusOf } from '../shell/format.js';
import { msg } from '../shell/i18n.js';
import { dropFiles } from './kept-jobs.js';
import { whenReached } from './network.js';
import { isSettled, sendOne } from './send.js';
import { watchJob } from './watch.js';

/**
 * @typedef {import('../../documents/schemas.ts').JobDocument} Job
 * @typedef {import('./batch-state.js').PartState} PartState
 * @typedef {import('./send.js').ToSend} ToSend
 * @typedef {ReturnType<typeof createPart>} Part
 */

/**
 * One job of a batch, from its files on their way to its end.
 *
 * @param {Job} job
 * @param {readonly ToSend[]} items its files, if this page sends them
 * @param {readonly number[]} positions of its files among those of the batch
 * @param {{ onUpdate: () => void, onChange: () => void }} on onUpdate: its state has changed; onChange: it began or ended
 */
export function createPart(job, items, positions, { onUpdate, onChange }) {
  const stop = new AbortController();
  const { signal } = stop;
  /** @type {PartState} */
  let state = {
    job,
    threads: [],
    sending: items.map(({ row }) => row),
    positions,
    trouble: '',
    retry: null,
    isStuck: false,
  };
  let isBegun = false;

  /** @param {Partial<PartState>} change */
  function update(change) {
    state = { ...state, ...change };
    onUpdate();
  }

  async function watch() {
    await watchJob(job.id, {
      signal,
      onLook: (seen, threads) => {
        update({ job: seen, threads, trouble: '' });
        if (isFinal(statusOf(seen))) onChange();
      },
      onTrouble: (trouble) => update({ trouble }),
    });
    // The job, or the access to it, is gone.
    if (!signal.aborted && !isFinal(statusOf(state.job))) update({ isStuck: true });
  }

  /** Starts the job and follows it. */
  async function begin() {
    update({ trouble: '', retry: null, isStuck: false });
    try {
      const onWait = () => update({ trouble: msg('row.network') });
      update({ job: await whenReached(() => startJob(job.id), { signal, onWait }), trouble: '' });
      onChange();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      // 409: it is started already.
      if (error.status !== 409) return update({ trouble: error.message, retry: begin, isStuck: true });
    }
    await watch();
  }

  return {
    items,
    signal,
    state: () => state,
    update,
    watch,
    begin,

    /** @param {ToSend} item */
    async send(item) {
      const isKnown = (/** @type {string} */ id) => items.some(({ row }) => row.inputId === id);
      await sendOne(job, item, { isKnown, update: onUpdate, signal });
    },

    /** Starts the job once nothing more can be sent into it; without any file, it ends. */
    async beginIfSent() {
      if (isBegun || signal.aborted || !items.every(isSettled) || items.some(({ row }) => row.isLost)) return;
      isBegun = true;
      if (items.some(({ row }) => row.inputId !== null)) {
        // The job does not wait for the browser's disk.
        dropFiles(job.id);
        return begin();
      }
      await cancelJob(job.id).catch(() => null);
      update({ job: { ...job, status: 'failed' }, trouble: msg('job.nothingSent') });
      onChange();
    },

    /** @throws {ApiError} */
    async cancel() {
      if (isFinal(statusOf(state.job))) return;
      try {
        await cancelJob(job.id);
      } catch (error) {
        // It ended in the meantime, and the next update shows how.
        if (error instanceof ApiError && error.status === 409) return;
        throw error;
      }
      stop.abort();
      update({ job: { ...state.job, status: 'canceled', output: [] }, threads: [], trouble: '', retry: null });
      onChange();
    },

    /** @throws {ApiError} */
    async deleteOutputs() {
      for (const { id } of state.job.output) {
        await deleteOutput(job.id, id).catch((error) => {
          if (!(error instanceof ApiError) || error.status !== 404) throw error;
        });
      }
    },

    stop: () => stop.abort(),
  };
}
