import { ApiError, addRemoteInput, cancelJob, startJob } from './api.js';
import { byId } from './dom.js';
import { isFinal, statusOf } from './format.js';
import { createJobCard } from './job-card.js';
import { upload } from './upload.js';
import { watchJob } from './watch.js';

/**
 * @typedef {import('../documents/schemas.ts').JobDocument} Job
 * @typedef {import('./files.js').Source} Source
 * @typedef {import('./rows.js').Sending} Sending
 */

/**
 * The part of the page with a card for each job that was started or opened here.
 *
 * @param {() => void} onChange called when a job begins or ends
 */
export function createJobs(onChange) {
  /** @type {Map<string, { show: () => void, remove: () => void }>} */
  const open = new Map();
  let sendingCount = 0;

  addEventListener('beforeunload', (event) => {
    if (sendingCount > 0) event.preventDefault();
  });

  /**
   * @param {Job} job
   * @param {Sending[]} sending
   */
  function addCard(job, sending) {
    const stop = new AbortController();
    /** @type {import('./job-card.js').CardState} */
    let state = { job, threads: [], sending, trouble: '', retry: null };
    const card = createJobCard({ onCancel: cancel, onHide: hide });
    /** @param {Partial<import('./job-card.js').CardState>} [change] */
    const update = (change = {}) => {
      state = { ...state, ...change };
      card.update(state);
    };

    async function cancel() {
      try {
        await cancelJob(job.id);
        stop.abort();
        update({ job: { ...state.job, status: 'canceled', output: [] }, threads: [], trouble: '', retry: null });
        onChange();
      } catch (error) {
        // 409: it ended in the meantime, and the next look shows how.
        if (error instanceof ApiError && error.status !== 409) update({ trouble: error.message });
      }
    }

    function remove() {
      stop.abort();
      open.delete(job.id);
      card.element.remove();
      byId('jobs-none').hidden = open.size > 0;
    }

    function hide() {
      remove();
      byId('jobs-title').focus();
    }

    const watch = () =>
      watchJob(job.id, {
        signal: stop.signal,
        onLook: (seen, threads) => {
          update({ job: seen, threads, trouble: '' });
          if (isFinal(statusOf(seen))) onChange();
        },
        onTrouble: (trouble) => update({ trouble }),
      });

    async function begin() {
      update({ trouble: '', retry: null });
      try {
        update({ job: await startJob(job.id) });
        onChange();
        await watch();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status === 409) await watch();
        else update({ trouble: error.message, retry: begin });
      }
    }

    open.set(job.id, { show: () => card.title.focus(), remove });
    byId('jobs').prepend(card.element);
    byId('jobs-none').hidden = true;
    update();
    card.title.focus();
    return { update, watch, begin, signal: stop.signal };
  }

  return {
    /**
     * Sends the files of a new job one after the other, starts it, and shows how it goes.
     *
     * @param {Job} job
     * @param {readonly Source[]} sources
     */
    async run(job, sources) {
      const sending = sources.map(({ name, file }) => ({
        name,
        size: file?.size ?? null,
        fraction: 0,
        inputId: /** @type {string | null} */ (null),
        error: /** @type {string | null} */ (null),
      }));
      const card = addCard(job, sending);
      sendingCount++;
      try {
        for (const [index, source] of sources.entries()) {
          const row = sending[index];
          if (row !== undefined) await sendOne(job, source, row, card);
          if (card.signal.aborted) return;
        }
      } finally {
        sendingCount--;
      }
      if (sending.some(({ inputId }) => inputId !== null)) await card.begin();
      else {
        await cancelJob(job.id).catch(() => null);
        card.update({
          job: { ...job, status: 'failed' },
          trouble: 'None of the files could be sent, so nothing was converted.',
        });
        onChange();
      }
    },

    /** @param {Job} job of the list of recent ones */
    async show(job) {
      const shown = open.get(job.id);
      if (shown !== undefined) return shown.show();
      const { update, watch, begin } = addCard(job, []);
      const status = statusOf(job);
      // One that a page was closed on before it was started.
      if (status === 'ready') update({ trouble: 'This job was not started.', retry: begin });
      else if (status === 'incomplete') update({ trouble: 'This job was never complete, so it was not started.' });
      else if (!isFinal(status)) await watch();
    },

    /** Ends what is sent and watched, and shows nothing of it any more. */
    clear() {
      for (const { remove } of open.values()) remove();
    },
  };
}

/**
 * @param {Job} job
 * @param {Source} source
 * @param {Sending} row changed as it goes
 * @param {{ update: () => void, signal: AbortSignal }} card
 */
async function sendOne(job, { file, url, password }, row, { update, signal }) {
  const onProgress = (/** @type {number} */ fraction) => {
    row.fraction = fraction;
    update();
  };
  try {
    row.inputId =
      file === null ? await addRemoteInput(job.id, url) : await upload(job, file, { password, onProgress, signal });
  } catch (error) {
    if (signal.aborted) return;
    row.error = error instanceof ApiError ? error.message : 'This file cannot be read. Choose it again.';
  }
  update();
}
