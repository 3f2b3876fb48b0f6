import { contractText } from '../access/contract-text.js';
import { byId, make } from '../shell/dom.js';
import { categoryLabel, statusText } from '../shell/format.js';
import { msg } from '../shell/i18n.js';

/* What the service does at the moment: its queue, jobs, files and failures. */

/** @typedef {import('./requests.js').Overview} Overview */

/** @param {number} time ms since 1970 @returns {{ since: string }} */
export const since = (time) => ({ since: new Date(time).toISOString().slice(0, 19) });

/** @param {string} id of the list @param {readonly (import('../shell/i18n.js').Message | string)[]} texts */
const list = (id, texts) => byId(id).replaceChildren(...texts.map((text) => make('li', {}, text)));

/** @param {Overview} overview */
export function showOverview(overview) {
  showQueue(overview);
  const jobs = Object.entries(overview.jobs).filter(([, number]) => number > 0);
  const kept = jobs.map(([status, number]) => msg('admin.count', { name: statusText(status), number }));
  list('jobs', kept.length === 0 ? [msg('admin.noJobs')] : kept);
  showStorage(overview.storage);
  showFailures(overview.failures);
  byId('contracts').replaceChildren(
    ...overview.contracts.map((contract) =>
      make(
        'li',
        {},
        make(
          'div',
          { class: 'about' },
          make('strong', {}, contract.name),
          ...contractText(contract).map((text) => make('span', {}, text)),
        ),
      ),
    ),
  );
}

/** @param {Overview} overview */
function showQueue({ tasks: { categories, oldest_waiting: oldest }, concurrency }) {
  list('queue', [
    ...(categories.length === 0 ? [msg('admin.idle')] : []),
    ...categories.map(({ category, running, waiting }) =>
      msg('admin.lane', { name: categoryLabel(category), running, waiting }),
    ),
    ...(oldest === null ? [] : [msg('admin.oldest', { when: since(oldest) })]),
    concurrency === null ? msg('admin.byWorkers') : msg('admin.here', { number: concurrency }),
  ]);
}

/** @param {Overview['storage']} storage */
function showStorage({ outputs, uploads, disk, retention_ms: retention }) {
  list('storage', [
    msg('admin.outputs', { count: outputs.files, size: { bytes: outputs.bytes } }),
    msg('admin.uploads', { count: uploads.files, size: { bytes: uploads.bytes } }),
    ...(disk === null ? [] : [msg('admin.disk', { free: { bytes: disk.free }, size: { bytes: disk.size } })]),
    msg('admin.retention', { count: retention / 3_600_000 }),
  ]);
}

/** @param {Overview['failures']} failures */
function showFailures(failures) {
  byId('failures-none').hidden = failures.length > 0;
  byId('failures').replaceChildren(
    ...failures.map(({ at, key, message }) =>
      make(
        'li',
        {},
        make(
          'div',
          { class: 'about' },
          // Messages of the service are in English.
          make('strong', { lang: 'en' }, message),
          make('span', {}, msg('admin.failed', { name: key, when: since(at) })),
        ),
      ),
    ),
  );
}
