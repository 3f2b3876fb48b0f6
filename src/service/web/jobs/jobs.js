import { ApiError, fetchJob } from '../access/api.js';
import { byId } from '../shell/dom.js';
import { isFinal, statusOf } from '../shell/format.js';
import { msg } from '../shell/i18n.js';
import { createBatch } from './batch.js';
import { dropAllJobs, dropJob, keepJob, keptJobs } from './kept-jobs.js';
import { hasArrived, toResume, toSend } from './send.js';
import { begin } from './upload.js';

/**
 * @typedef {import('../../documents/schemas.ts').JobDocument} Job
 * @typedef {import('../files/files.js').Source} Source
 * @typedef {import('./batch.js').AgainSource} AgainSource
 * @typedef {import('./batch.js').BatchJob} BatchJob
 * @typedef {ReturnType<typeof createBatch>} Batch
 */

/**
 * The part of the page with a card for each batch: the jobs that began together here, or one that was opened.
 *
 * @param {object} init
 * @param {import('./batch-card.js').About} init.about
 * @param {() => void} init.onChange a job began or ended
 * @param {(jobs: readonly Job[], sources: AgainSource[], locked: string | null) => void} init.onAgain repeat jobs, with the input whose
 *   password is missing
 */
export function createJobs({ about, onChange, onAgain }) {
  /** Batches by the ids of their jobs. @type {Map<string, Batch>} */
  const open = new Map();
  let unsafe = 0;

  addEventListener('beforeunload', (event) => {
    if (unsafe > 0) event.preventDefault();
  });

  const showNone = () => {
    byId('jobs-none').hidden = open.size > 0;
  };

  /** @param {readonly BatchJob[]} jobs at least one @param {{ focus?: boolean }} [how] */
  function addBatch(jobs, { focus = true } = {}) {
    const batch = createBatch(jobs, {
      about,
      onChange,
      onAgain,
      onRemove: () => {
        for (const { job } of jobs) open.delete(job.id);
        showNone();
      },
      onHide: () => byId('jobs-title').focus(),
    });
    for (const { job } of jobs) open.set(job.id, batch);
    byId('jobs').prepend(batch.card.element);
    showNone();
    if (focus) batch.card.title.focus();
    return batch;
  }

  /** Keeps jobs in the browser, with their files until these have been sent. @param {readonly BatchJob[]} jobs */
  async function keepAll(jobs) {
    const batch = jobs[0]?.job.id ?? '';
    const kept = await Promise.all(
      jobs.map(({ job, items, positions }) =>
        keepJob({
          job: job.id,
          batch,
          positions: [...positions],
          uploads: items.flatMap(({ kept: each }) => each ?? []),
        }),
      ),
    );
    return kept.every((isKept) => isKept);
  }

  return {
    /**
     * Sends the files of new jobs one after the other, starts each job, and shows how they go.
     *
     * @param {readonly { job: Job, sources: readonly Source[] }[]} made at least one
     * @param {readonly Source[]} order all files in their order
     */
    async runBatch(made, order) {
      const jobs = made.map(({ job, sources }) => {
        const positions = sources.map((source) => order.indexOf(source));
        return { job, positions, items: sources.map((source, index) => toSend(source, positions[index] ?? index)) };
      });
      const batch = addBatch(jobs);
      unsafe++;
      const settle = keepAll(jobs).then((safe) => {
        if (safe) unsafe--;
        return safe;
      });
      // The service gets passwords before the first byte, as the browser does not keep them.
      for (const { items, signal, state } of batch.parts) {
        for (const { kept, source } of items) {
          if (kept === null || source.password === '') continue;
          await begin(state().job, kept, source.password, signal).catch(() => null);
        }
      }
      await batch.send().finally(async () => {
        if (!(await settle)) unsafe--;
      });
    },

    /**
     * Goes on with the batches of a page that was closed or reloaded.
     *
     * @param {readonly Job[]} running all jobs of the person that have not ended, also those that other programs began
     */
    async goOn(running) {
      const kept = (await keptJobs()).filter(({ job }) => !open.has(job));
      for (const group of Map.groupBy(kept, ({ batch }) => batch).values()) {
        const jobs = (await Promise.all(group.map(keptJob))).flat();
        if (jobs.every(({ job }) => isFinal(statusOf(job)))) for (const { job } of jobs) dropJob(job.id);
        else addBatch(jobs, { focus: false }).goOn();
      }
      const others = running.filter((job) => !open.has(job.id) && !isOpen(job));
      for (const job of others) this.show(job, { focus: false });
    },

    /** @param {Job} job of the list of recent ones @param {{ focus?: boolean }} [how] */
    async show(job, how = {}) {
      const shown = open.get(job.id);
      if (shown !== undefined) return shown.card.title.focus();
      const [part] = addBatch([{ job, items: [], positions: [] }], how).parts;
      const status = statusOf(job);
      // A job that was not started before its page was closed.
      if (status === 'ready') part?.update({ trouble: msg('job.notStarted'), retry: part.begin, isStuck: true });
      else if (status === 'incomplete') part?.update({ trouble: msg('job.incomplete'), isStuck: true });
      else if (!isFinal(status)) await part?.watch();
    },

    /** Stops uploading and watching, and removes all cards. */
    clear() {
      for (const { remove } of new Set(open.values())) remove();
      dropAllJobs();
    },
  };
}

/** @param {Job} job whether it has not been started */
const isOpen = (job) => ['incomplete', 'ready'].includes(statusOf(job));

/**
 * @param {import('./kept-jobs.js').KeptJob} kept
 * @returns {Promise<BatchJob[]>} none if it, or the access to it, is gone
 */
async function keptJob({ job: id, positions = [], uploads }) {
  const job = await fetchJob(id).catch((error) => {
    if (error instanceof ApiError && error.status === 404) dropJob(id);
    return null;
  });
  if (job === null) return [];
  if (!isOpen(job)) return [{ job, items: [], positions }];
  const arrived = job.input.filter(({ filename }) => !uploads.some(({ name }) => name === filename));
  const left = positions.filter((position) => !uploads.some((upload) => upload.position === position));
  const items = [...arrived.map((input, index) => hasArrived(input, left[index] ?? index)), ...uploads.map(toResume)];
  return [{ job, items, positions }];
}
