/*
 * Unfinished uploads, kept by the browser (IndexedDB) until they have arrived, so that a reload continues them. A file that could not be
 * kept, because the disk is full or the file too large, must be chosen again.
 */

/** @typedef {import('./upload.js').Upload & { file: File | null, position: number }} KeptUpload position: among the files of the batch */
/** @typedef {{ job: string, batch: string, since: number, uploads: KeptUpload[] }} KeptJob */

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
 * @param {string} job
 * @param {string} batch the same for all jobs that began together
 * @param {KeptUpload[]} uploads
 * @returns {Promise<boolean>} whether the files are kept, and not only their names
 */
export async function keepUploads(job, batch, uploads) {
  const since = Date.now();
  try {
    await withStore('readwrite', (store) => store.put({ job, batch, since, uploads }));
    return true;
  } catch {
    const names = uploads.map((each) => ({ ...each, file: null }));
    await withStore('readwrite', (store) => store.put({ job, batch, since, uploads: names })).catch(() => null);
    return false;
  }
}

/** @param {string} job */
export const dropUploads = (job) => withStore('readwrite', (store) => store.delete(job)).catch(() => undefined);

/** Deletes all of them, so that the next user of the browser does not get them. */
export const dropAllUploads = () => withStore('readwrite', (store) => store.clear()).catch(() => undefined);

/** @returns {Promise<KeptJob[]>} those that can continue */
export async function keptUploads() {
  /** @type {KeptJob[]} */
  const all = await withStore('readonly', (store) => store.getAll()).catch(() => []);
  const old = all.filter(({ since }) => since < Date.now() - LONGEST_MS);
  await Promise.all(old.map(({ job }) => dropUploads(job)));
  return all.filter((each) => !old.includes(each));
}
