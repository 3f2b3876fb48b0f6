import { ApiError, addInput, cancelJob, deleteOutput, fetchJob, startJob } from '../access/api.js';
import { confirm } from '../shell/confirm.js';
import { byId } from '../shell/dom.js';
import { isFinal, statusOf } from '../shell/format.js';
import { msg } from '../shell/i18n.js';
import { createJobCard } from './job-card.js';
import { begin, newUpload, upload } from './upload.js';
import { dropAllUploads, dropUploads, keepUploads, keptUploads } from './upload-store.js';
import { watchJob } from './watch.js';

/**
 * @typedef {import('../../documents/schemas.ts').JobDocument} Job
 * @typedef {import('../files/files.js').Source} Source
 * @typedef {import('./rows.js').Sending} Sending
 * @typedef {import('./upload-store.js').KeptUpload} KeptUpload
 *
 * @typedef {object} ToSend a file to upload into a job
 * @property {Sending} row
 * @property {Source} source
 * @property {KeptUpload | null} kept null for inputs that are not uploaded
 * @property {boolean} [isResumed] whether some of it may have arrived
 *
 * @typedef {Pick<Source, 'name'> & Partial<Source> & { isLocked: boolean }} AgainSource
 */

/**
 * The part of the page with a card for each job that was started or opened here.
 *
 * @param {{ onChange: () => void, onAgain: (job: Job, sources: AgainSource[], locked: string | null) => void }} on onChange: a job began or
 *   ended; onAgain: repeat a job, with the input whose password is missing
 */
export function createJobs({ onChange, onAgain }) {
  /** @type {Map<string, { show: () => void, remove: () => void }>} */
  const open = new Map();
  let unsafe = 0;
  /** @type {WeakMap<Sending, Source>} what this page has sent */
  const sent = new WeakMap();

  addEventListener('beforeunload', (event) => {
    if (unsafe > 0) event.preventDefault();
  });

  /**
   * Returns the files of a job to convert again: those that the service still has, and those that this page can send again. The service
   * keeps no file that could not be read, for example without its password.
   *
   * @param {Job} job
   * @param {readonly Sending[]} sending
   * @param {string | null} locked id of the input whose password is missing
   * @returns {AgainSource[]}
   */
  function sourcesAgain({ input }, sending, locked) {
    return input.flatMap((/** @type {Job['input'][number]} */ each) => againSource(each, sending, locked));
  }

  /** @param {Job['input'][number]} input @param {readonly Sending[]} sending @param {string | null} locked @returns {AgainSource[]} */
  function againSource({ id, type, status, filename, source, size }, sending, locked) {
    const row = sending.find(({ inputId }) => inputId === id);
    const own = row && sent.get(row);
    const about = { name: filename || own?.name || source, size, isLocked: id === locked };
    if (status === 'ready') return [{ ...about, inputId: id }];
    if (own !== undefined) return [{ ...own, ...about, inputId: null, password: '' }];
    return type === 'remote' && !source.includes('********') ? [{ ...about, url: source }] : [];
  }

  const showNone = () => {
    byId('jobs-none').hidden = open.size > 0;
  };

  /**
   * @param {Job} job
   * @param {readonly Sending[]} sending
   * @param {{ focus?: boolean, onFile?: (index: number, file: File) => void }} [how]
   */
  function addCard(job, sending, { focus = true, onFile = () => {} } = {}) {
    const stop = new AbortController();
    /** @type {import('./job-card.js').CardState} */
    let state = { job, threads: [], sending, trouble: '', retry: null };
    const card = createJobCard({
      onCancel: cancel,
      onHide: hide,
      onDelete: discard,
      onAgain: (locked) => onAgain(state.job, sourcesAgain(state.job, sending, locked), locked),
      onFile,
    });
    /** @param {Partial<import('./job-card.js').CardState>} [change] */
    const update = (change = {}) => {
      state = { ...state, ...change };
      card.update(state);
    };

    async function cancel() {
      try {
        await cancelJob(job.id);
        stop.abort();
        dropUploads(job.id);
        update({ job: { ...state.job, status: 'canceled', output: [] }, threads: [], trouble: '', retry: null });
        onChange();
      } catch (error) {
        // 409: it ended in the meantime, and the next update shows how.
        if (error instanceof ApiError && error.status !== 409) update({ trouble: error.message });
      }
    }

    async function discard() {
      if (!(await confirm(msg('job.deleteAsk'), msg('job.delete')))) return;
      try {
        for (const { id } of state.job.output) {
          await deleteOutput(job.id, id).catch((error) => {
            if (!(error instanceof ApiError) || error.status !== 404) throw error;
          });
        }
        hide();
        onChange();
      } catch (error) {
        if (error instanceof ApiError) update({ trouble: error.message });
      }
    }

    function remove() {
      stop.abort();
      open.delete(job.id);
      card.element.remove();
      showNone();
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

    async function beginJob() {
      update({ trouble: '', retry: null });
      try {
        update({ job: await startJob(job.id) });
        onChange();
        await watch();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status === 409) await watch();
        else update({ trouble: error.message, retry: beginJob });
      }
    }

    open.set(job.id, { show: () => card.title.focus(), remove });
    byId('jobs').prepend(card.element);
    showNone();
    update();
    if (focus) card.title.focus();
    return { update, watch, begin: beginJob, signal: stop.signal };
  }

  /**
   * @param {Job} job
   * @param {ToSend} item
   * @param {{ update: () => void, signal: AbortSignal }} card
   */
  async function sendOne(job, { row, source, kept, isResumed = false }, { update, signal }) {
    const { file, url, inputId, password } = source;
    const onProgress = (/** @type {number} */ fraction) => {
      row.fraction = fraction;
      update();
    };
    const credentials = password === '' ? {} : { credentials: { decrypt_password: password } };
    try {
      if (inputId !== null) row.inputId = await addInput(job.id, { type: 'input_id', source: inputId, ...credentials });
      else if (url !== '') row.inputId = await addInput(job.id, { type: 'remote', source: url, ...credentials });
      else if (file !== null)
        row.inputId = await upload(job, file, {
          password,
          onProgress,
          signal,
          isResumed,
          ...(kept && { upload: kept }),
        });
    } catch (error) {
      if (signal.aborted) return;
      row.error = error instanceof ApiError ? error.message : msg('row.unreadable');
    }
    update();
  }

  /** @param {Job} job @param {readonly ToSend[]} items @param {ReturnType<typeof addCard>} card */
  async function sendAll(job, items, card) {
    for (const item of items) {
      if (item.row.inputId !== null || item.row.isLost || item.row.error !== null) continue;
      await sendOne(job, item, card);
      if (card.signal.aborted) return;
    }
    if (items.some(({ row }) => row.isLost)) return;
    dropUploads(job.id);
    if (items.some(({ row }) => row.inputId !== null)) return card.begin();
    await cancelJob(job.id).catch(() => null);
    card.update({ job: { ...job, status: 'failed' }, trouble: msg('job.nothingSent') });
    onChange();
  }

  /** @param {Source} source @returns {ToSend} */
  const toSend = (source) => ({
    source,
    row: { name: source.name, size: source.size, fraction: 0, inputId: null, error: null, isLost: false },
    kept: source.file !== null && source.inputId === null ? { ...newUpload(source.file), file: source.file } : null,
  });

  return {
    /**
     * Sends the files of a new job one after the other, starts it, and shows how it goes.
     *
     * @param {Job} job
     * @param {readonly Source[]} sources
     */
    async run(job, sources) {
      const items = sources.map(toSend);
      for (const { row, source } of items) sent.set(row, source);
      const card = addCard(
        job,
        items.map(({ row }) => row),
      );
      const kept = items.flatMap((item) => item.kept ?? []);
      unsafe++;
      const isSafe = kept.length === 0 ? Promise.resolve(true) : keepUploads(job.id, kept);
      const settle = isSafe.then((safe) => {
        if (safe) unsafe--;
        return safe;
      });
      // The service gets passwords before the first byte, as the browser does not keep them.
      for (const { kept: each, source } of items) {
        if (each !== null && source.password !== '')
          await begin(job, each, source.password, card.signal).catch(() => null);
      }
      await sendAll(job, items, card).finally(async () => {
        if (!(await settle)) unsafe--;
      });
    },

    /** Resumes the uploads of a page that was closed or reloaded. */
    async resume() {
      for (const { job: id, uploads } of await keptUploads()) {
        if (open.has(id)) continue;
        const job = await fetchJob(id).catch((error) => {
          if (error instanceof ApiError && error.status === 404) dropUploads(id);
          return null;
        });
        if (job === null) continue;
        if (!['incomplete', 'ready'].includes(statusOf(job))) {
          dropUploads(id);
          continue;
        }
        resumeJob(job, uploads);
      }
    },

    /** @param {Job} job of the list of recent ones @param {{ focus?: boolean }} [how] */
    async show(job, how = {}) {
      const shown = open.get(job.id);
      if (shown !== undefined) return shown.show();
      const { update, watch, begin: start } = addCard(job, [], how);
      const status = statusOf(job);
      // A job that was not started before its page was closed.
      if (status === 'ready') update({ trouble: msg('job.notStarted'), retry: start });
      else if (status === 'incomplete') update({ trouble: msg('job.incomplete') });
      else if (!isFinal(status)) await watch();
    },

    /** @param {string} id */
    has: (id) => open.has(id),

    /** Stops uploading and watching, and removes all cards. */
    clear() {
      for (const { remove } of open.values()) remove();
      dropAllUploads();
    },
  };

  /** @param {Job} job @param {readonly KeptUpload[]} uploads */
  function resumeJob(job, uploads) {
    const known = job.input
      .filter(({ filename }) => !uploads.some(({ name }) => name === filename))
      .map(({ id, filename, source, size }) => ({
        row: { name: filename || source, size, fraction: 1, inputId: id, error: null, isLost: false },
        source: sourceOf(filename, null),
        kept: null,
      }));
    /** @type {ToSend[]} */
    const items = [
      ...known,
      ...uploads.map((kept) => ({
        row: { name: kept.name, size: kept.size, fraction: 0, inputId: null, error: null, isLost: kept.file === null },
        source: sourceOf(kept.name, kept.file),
        kept,
        isResumed: true,
      })),
    ];
    const card = addCard(
      job,
      items.map(({ row }) => row),
      {
        focus: false,
        onFile(index, file) {
          const item = items[index];
          if (item === undefined) return;
          if (file.size !== item.row.size || file.name !== item.row.name) {
            item.row.error = msg('row.otherFile', { name: item.row.name });
            return card.update();
          }
          item.row.isLost = false;
          item.row.error = null;
          item.source.file = file;
          sendAll(job, items, card);
        },
      },
    );
    sendAll(job, items, card);
  }
}

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
