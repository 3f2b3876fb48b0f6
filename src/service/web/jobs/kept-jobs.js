/*
 * Jobs that have not ended, kept by the browser (IndexedDB): which began together, and their files until these have arrived, so that a
 * reload continues them. A file that could not be kept, because the disk is full or the file too large, must be chosen again.
 */

/** @typedef {import('./upload.js').Upload & { file: File | null, position: number }} KeptUpload position: among the files of the batch */
/**
 * @typedef {object} KeptJob
 * @property {string} job
 * @property {string} batch the same for all jobs that began together
 * @property {number} since
 * @property {number[]} positions of its files among those of the batch
 * @property {KeptUpload[]} uploads what has not arrived
 */

const STORE = 'jobs';
/** Uploads that began longer ago no longer exist. */
const LONGEST_MS = 24 * 3600 * 1000;

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('convertd-uploads', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'job' });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/**
 * @template Result
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<Result>} use
 * @returns {Promise<Result>} once it is on disk
 */
async function withStore(mode, use) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const asked = use(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/**
 * @param {Omit<KeptJob, 'since'>} kept
 * @returns {Promise<boolean>} whether the files are kept, and not only their names
 */
export async function keepJob(kept) {
  const since = Date.now();
  try {
    await withStore('readwrite', (store) => store.put({ ...kept, since }));
    return true;
  } catch {
    const uploads = kept.uploads.map((each) => ({ ...each, file: null }));
    await withStore('readwrite', (store) => store.put({ ...kept, since, uploads })).catch(() => null);
    return false;
  }
}

/** Deletes the files of a job that have arrived. @param {string} job */
export async function dropFiles(job) {
  /** @type {KeptJob | undefined} */
  const kept = await withStore('readonly', (store) => store.get(job)).catch(() => undefined);
  if (kept === undefined) return;
  await withStore('readwrite', (store) => store.put({ ...kept, uploads: [] })).catch(() => undefined);
}

/** @param {string} job that has ended */
export const dropJob = (job) => withStore('readwrite', (store) => store.delete(job)).catch(() => undefined);

/** Deletes all of them, so that the next user of the browser does not get them. */
export const dropAllJobs = () => withStore('readwrite', (store) => store.clear()).catch(() => undefined);

/** @returns {Promise<KeptJob[]>} those that can continue */
export async function keptJobs() {
  /** @type {KeptJob[]} */
  const all = await withStore('readonly', (store) => store.getAll()).catch(() => []);
  const old = all.filter(({ since }) => since < Date.now() - LONGEST_MS);
  await Promise.all(old.map(({ job }) => dropJob(job)));
  return all.filter((each) => !old.includes(each));
}
