import { ApiError, fetchJobs } from './api.js';
import { byId, make, setText } from './dom.js';
import { agoText, statusOf, statusText } from './format.js';
import { readKey } from './key.js';

/** @typedef {import('../documents/schemas.ts').JobDocument} Job */

const NONE = 'This key has no jobs yet.';
const NO_KEY = 'Jobs of the last day are listed here once a key is given.';

/**
 * The part of the page with the jobs of the key.
 *
 * @param {(job: Job) => void} onShow
 */
export function createRecent(onShow) {
  const list = byId('recent', HTMLUListElement);
  const none = byId('recent-none');
  const more = byId('recent-more');
  let pages = 1;

  /** @param {Job} job */
  function item(job) {
    const names = job.input.map(({ filename, source }) => filename || source);
    const what = names.length === 0 ? 'No files' : (names[0] ?? '');
    const rest = names.length > 1 ? ` and ${names.length - 1} more` : '';
    const targets = job.conversion.map(({ target }) => target).join(', ') || 'nothing yet';
    const button = make(
      'button',
      { type: 'button', class: 'recent-job', click: () => onShow(job) },
      make('span', { class: 'recent-name' }, `${what}${rest} to ${targets}`),
      make('span', { class: 'muted' }, `${statusText(statusOf(job))}, ${agoText(job.created_at, Date.now())}`),
    );
    return make('li', { 'data-job': job.id }, button);
  }

  async function load() {
    const jobs = [];
    let count = 0;
    for (let page = 1; page <= pages; page++) {
      const answer = await fetchJobs(page);
      jobs.push(...answer.jobs);
      count = answer.count;
    }
    const focused = document.activeElement?.closest('[data-job]')?.getAttribute('data-job');
    list.replaceChildren(...jobs.map(item));
    const again = focused ? list.querySelector(`[data-job="${CSS.escape(focused)}"] button`) : null;
    if (again instanceof HTMLElement) again.focus();
    none.hidden = jobs.length > 0;
    setText(none, NONE);
    more.hidden = jobs.length >= count;
  }

  async function refresh() {
    byId('recent-refresh').hidden = readKey() === null;
    if (readKey() === null) {
      list.replaceChildren();
      more.hidden = true;
      none.hidden = false;
      setText(none, NO_KEY);
      return;
    }
    try {
      await load();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      none.hidden = false;
      setText(none, error.message);
    }
  }

  byId('recent-refresh').addEventListener('click', refresh);
  more.addEventListener('click', () => {
    pages++;
    refresh();
  });
  return { refresh };
}
