import { ApiError, fetchJob } from '../access/api.js';
import { byId } from '../shell/dom.js';
import { isFinal, statusOf } from '../shell/format.js';
import { msg } from '../shell/i18n.js';
import { createBatch } from './batch.js';
import { hasArrived, toResume, toSend } from './send.js';
import { begin } from './upload.js';
import { dropAllUploads, dropUploads, keepUploads, keptUploads } from './upload-store.js';

/**
 * @typedef {import('../../documents/schemas.ts').JobDocument} Job
 * @typedef {import('../files/files.js').Source} Source
 * @typedef {import('./batch.js').AgainSource} AgainSource
 * @typedef {import('./send.js').ToSend} ToSend
 * @typedef {ReturnType<typeof createBatch>} Batch
 */

/**
 * The part of the page with a card for each batch: the jobs that began together here, or one that was opened.
 *
 * @param {{ onChange: () => void, onAgain: (jobs: readonly Job[], sources: AgainSource[], locked: string | null) => void }} on onChange: a
 *   job began or ended; onAgain: repeat jobs, with the input whose password is missing
 */
export function createJobs({ onChange, onAgain }) {
  /** Batches by the ids of their jobs. @type {Map<string, Batch>} */
  const open = new Map();
  let unsafe = 0;

  addEventListener('beforeunload', (event) => {
    if (unsafe > 0) event.preventDefault();
  });

  const showNone = () => {
    byId('jobs-none').hidden = open.size > 0;
  };

  /** @param {readonly { job: Job, items: readonly ToSend[] }[]} jobs at least one @param {{ focus?: boolean }} [how] */
  function addBatch(jobs, { focus = true } = {}) {
    const batch = createBatch(jobs, {
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

  /** Keeps the files of jobs in the browser until they have been sent. @param {readonly { job: Job, items: readonly ToSend[] }[]} jobs */
  async function keepAll(jobs) {
    const name = jobs[0]?.job.id ?? '';
    const kept = await Promise.all(
      jobs.map(({ job, items }) => {
        const uploads = items.flatMap((item) => item.kept ?? []);
        return uploads.length === 0 ? true : keepUploads(job.id, name, uploads);
      }),
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
      const jobs = made.map(({ job, sources }) => ({
        job,
        items: sources.map((source) => toSend(source, order.indexOf(source))),
      }));
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

    /** Resumes the uploads of a page that was closed or reloaded. */
    async resume() {
      const kept = (await keptUploads()).filter(({ job }) => !open.has(job));
      const groups = Map.groupBy(kept, ({ job, batch = job }) => batch);
      for (const group of groups.values()) {
        const jobs = (await Promise.all(group.map(({ job, uploads }) => resumable(job, uploads)))).flat();
        if (jobs.length > 0) addBatch(jobs, { focus: false }).send();
      }
    },

    /** @param {Job} job of the list of recent ones @param {{ focus?: boolean }} [how] */
    async show(job, how = {}) {
      const shown = open.get(job.id);
      if (shown !== undefined) return shown.card.title.focus();
      const [part] = addBatch([{ job, items: [] }], how).parts;
      const status = statusOf(job);
      // A job that was not started before its page was closed.
      if (status === 'ready') part?.update({ trouble: msg('job.notStarted'), retry: part.begin, isStuck: true });
      else if (status === 'incomplete') part?.update({ trouble: msg('job.incomplete'), isStuck: true });
      else if (!isFinal(status)) await part?.watch();
    },

    /** @param {string} id */
    has: (id) => open.has(id),

    /** Stops uploading and watching, and removes all cards. */
    clear() {
      for (const { remove } of new Set(open.values())) remove();
      dropAllUploads();
    },
  };
}

/**
 * @param {string} id
 * @param {readonly import('./upload-store.js').KeptUpload[]} uploads
 * @returns {Promise<{ job: Job, items: ToSend[] }[]>} the job, if files can still be sent into it
 */
async function resumable(id, uploads) {
  const job = await fetchJob(id).catch((error) => {
    if (error instanceof ApiError && error.status === 404) dropUploads(id);
    return null;
  });
  if (job === null) return [];
  if (!['incomplete', 'ready'].includes(statusOf(job))) {
    dropUploads(id);
    return [];
  }
  const others = job.input.filter(({ filename }) => !uploads.some(({ name }) => name === filename));
  return [{ job, items: [...others.map(hasArrived), ...uploads.map(toResume)] }];
}
