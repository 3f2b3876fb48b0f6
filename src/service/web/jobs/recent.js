import { ApiError, fetchJobs } from '../access/api.js';
import { canAct } from '../access/session.js';
import { isPreview } from '../options/pictures.js';
import { byId, make, setText } from '../shell/dom.js';
import { isFinal, statusOf, statusText, targetLabel } from '../shell/format.js';
import { msg } from '../shell/i18n.js';
import { listen } from './live.js';

/** @typedef {import('../../documents/schemas.ts').JobDocument} Job */

/** Pause after an event before the list is fetched again, ms. */
const PAUSE_MS = 400;

/**
 * The part of the page with the jobs of this person, including changes by other tabs and programs.
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
    const target = { list: job.conversion.map(({ category, target: name }) => targetLabel(`${category}/${name}`)) };
    const what =
      names.length === 0
        ? msg('job.titleEmpty', { target })
        : names.length === 1
          ? msg('recent.one', { name: names[0] ?? '', target })
          : msg('recent.many', { name: names[0] ?? '', number: names.length - 1, target });
    const status = statusOf(job);
    const button = make(
      'button',
      { type: 'button', class: 'recent-job', 'data-status': status, click: () => onShow(job) },
      make('span', { class: 'recent-name' }, what),
      make(
        'span',
        { class: 'muted' },
        msg('recent.state', { status: statusText(status), when: { since: job.created_at } }),
      ),
    );
    return make('li', { 'data-job': job.id }, button);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  listen({
    onJob: () => {
      clearTimeout(timer);
      timer = setTimeout(refresh, PAUSE_MS);
    },
  });

  async function load() {
    const jobs = [];
    let count = 0;
    for (let page = 1; page <= pages; page++) {
      const answer = await fetchJobs(page);
      jobs.push(...answer.jobs);
      count = answer.count;
    }
    const focused = document.activeElement?.closest('[data-job]')?.getAttribute('data-job');
    list.replaceChildren(...jobs.filter((job) => !isPreview(job)).map(item));
    const again = focused ? list.querySelector(`[data-job="${CSS.escape(focused)}"] button`) : null;
    if (again instanceof HTMLElement) again.focus();
    none.hidden = jobs.length > 0;
    setText(none, msg('recent.none'));
    more.hidden = jobs.length >= count;
  }

  async function refresh() {
    byId('recent-refresh').hidden = !canAct();
    if (!canAct()) {
      list.replaceChildren();
      more.hidden = true;
      none.hidden = false;
      setText(none, msg('recent.noKey'));
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
  return {
    refresh,
    /** @returns {Promise<Job[]>} those that have not ended */
    running: async () => {
      const { jobs } = await fetchJobs(1);
      return jobs.filter((job) => !isPreview(job) && !isFinal(statusOf(job)));
    },
  };
}
