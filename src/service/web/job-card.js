import { announce, freshId, make, setText, showEach } from './dom.js';
import { countText, isFinal, sizeText, statusOf, statusText } from './format.js';
import { createOutputView } from './output-view.js';
import { jobRows } from './rows.js';

/**
 * @typedef {import('../documents/schemas.ts').JobDocument} Job
 * @typedef {import('../documents/schemas.ts').OutputDocument} Output
 * @typedef {import('./api.js').Thread} Thread
 * @typedef {import('./rows.js').Row} Row
 * @typedef {import('./rows.js').Bar} Bar
 * @typedef {import('./rows.js').Sending} Sending
 *
 * @typedef {object} CardState
 * @property {Job} job
 * @property {readonly Thread[]} threads
 * @property {readonly Sending[]} sending
 * @property {string} trouble about the whole job, such as a lost connection; may be empty
 * @property {(() => void) | null} retry what "Try again" does, where that can help
 *
 * @typedef {{ element: HTMLElement, title: HTMLElement, update: (state: CardState) => void }} JobCard
 */

/**
 * @param {{ onCancel: () => void, onHide: () => void }} actions
 * @returns {JobCard}
 */
export function createJobCard({ onCancel, onHide }) {
  const title = make('h3', { id: freshId(), tabindex: -1 });
  const badge = make('span', { class: 'badge' });
  const trouble = make('p', { class: 'error', role: 'alert' });
  const list = make('ul', { class: 'rows', 'aria-labelledby': title.id });
  const cancel = make('button', { type: 'button', click: onCancel }, 'Cancel');
  const retry = make('button', { type: 'button', class: 'primary', hidden: true }, 'Try again');
  const all = make('button', { type: 'button', class: 'primary', hidden: true });
  const hide = make('button', { type: 'button', class: 'quiet', hidden: true, click: onHide }, 'Hide');
  const element = make(
    'article',
    { class: 'job', 'aria-labelledby': title.id },
    make('div', { class: 'heading' }, title, badge),
    trouble,
    list,
    make('div', { class: 'buttons' }, retry, all, cancel, hide),
  );
  /** @type {Map<string, RowView>} */
  const rows = new Map();
  /** @type {(() => void) | null} */
  let onRetry = null;
  let said = '';

  retry.addEventListener('click', () => onRetry?.());
  all.addEventListener('click', async () => {
    for (const row of rows.values()) for (const output of row.outputs()) await output.download();
  });

  return {
    element,
    title,
    update({ job, threads, sending, trouble: text, retry: again }) {
      const status = statusOf(job);
      const isSending = sending.some(({ inputId, error }) => inputId === null && error === null);
      const end = isFinal(status) ? endOf(status, job) : 'running';
      const shown =
        isSending && end === 'running'
          ? 'Sending files'
          : end === 'partly'
            ? 'Done, with problems'
            : statusText(status);
      const files = Math.max(sending.length, job.input.length);
      setText(title, titleText(job, files));
      setText(badge, shown);
      badge.dataset.status = end;
      setText(trouble, text);
      showEach(list, rows, jobRows(job, threads, sending), ({ key }) => key, createRow);
      const hadFocus = element.contains(document.activeElement) && document.activeElement instanceof HTMLButtonElement;
      cancel.hidden = isFinal(status);
      hide.hidden = !isFinal(status);
      onRetry = again;
      retry.hidden = again === null;
      all.hidden = job.output.length < 2;
      setText(all, `Download all (${job.output.length})`);
      // A button that goes away would take the focus to the top of the page.
      if (hadFocus && document.activeElement !== null && !isShown(document.activeElement)) title.focus();
      const now = spoken(shown, job);
      if (now !== said) announce(`${title.textContent}: ${now}`);
      said = now;
    },
  };
}

/** @param {Element} element */
const isShown = (element) => element.isConnected && element.getClientRects().length > 0;

/** @param {Job} job @param {number} files */
function titleText({ conversion }, files) {
  const targets = [...new Set(conversion.map(({ target }) => target))].join(', ');
  return `${files === 0 ? 'Nothing yet' : countText(files, 'file')} to ${targets || 'nothing yet'}`;
}

/** @param {string} status @param {Job} job @returns {'ended' | 'partly' | 'failed'} */
const endOf = (status, { output, errors }) =>
  status === 'canceled'
    ? 'ended'
    : errors.length === 0 && status === 'completed'
      ? 'ended'
      : output.length > 0
        ? 'partly'
        : 'failed';

/** @param {string} status in words @param {Job} job */
function spoken(status, job) {
  if (!isFinal(statusOf(job))) return status;
  const problems = job.errors.length === 0 ? '' : `, ${countText(job.errors.length, 'problem')}`;
  return `${status}, ${countText(job.output.length, 'result')}${problems}`;
}

/**
 * @typedef {{ element: HTMLLIElement, update: (row: Row) => void, outputs: () => Iterable<ReturnType<typeof createOutputView>> }} RowView
 * @param {Row} first
 * @returns {RowView}
 */
function createRow(first) {
  const name = make('span', { class: 'file-name' });
  const size = make('span', { class: 'muted' });
  const note = make('span', { class: 'note' });
  const bars = make('div');
  const issues = make('ul', { class: 'issues', 'aria-label': `Problems of ${first.name}` });
  const outputs = make('ul', { class: 'outputs', 'aria-label': `Results of ${first.name}` });
  const element = make(
    'li',
    { class: 'row' },
    make('div', { class: 'file-line' }, name, size, note),
    bars,
    issues,
    outputs,
  );
  /** @type {Map<string, { element: HTMLElement, update: (bar: Bar) => void }>} */
  const barViews = new Map();
  /** @type {Map<string, ReturnType<typeof createIssue>>} */
  const issueViews = new Map();
  /** @type {Map<string, ReturnType<typeof createOutputView>>} */
  const outputViews = new Map();
  return {
    element,
    outputs: () => outputViews.values(),
    update(row) {
      setText(name, row.name);
      setText(size, row.size === null ? '' : sizeText(row.size));
      setText(note, row.note);
      showEach(bars, barViews, row.bars, ({ key }) => key, createBar);
      const told = [
        ...row.errors.map((message) => ({ isError: true, message })),
        ...row.warnings.map((message) => ({ isError: false, message })),
      ];
      showEach(issues, issueViews, told, ({ isError, message }) => `${isError} ${message}`, createIssue);
      issues.hidden = told.length === 0;
      showEach(outputs, outputViews, row.outputs, ({ id }) => id, createOutputView);
      outputs.hidden = row.outputs.length === 0;
    },
  };
}

/** @param {Bar} bar */
function createBar({ label }) {
  const element = make('progress', { max: 100, 'aria-label': label });
  return {
    element,
    update: (/** @type {Bar} */ { percent }) => {
      element.value = percent;
    },
  };
}

/** @param {{ isError: boolean, message: string }} issue */
function createIssue({ isError, message }) {
  const element = make(
    'li',
    { class: isError ? 'issue is-error' : 'issue is-warning' },
    make('strong', {}, isError ? 'Problem: ' : 'Note: '),
    message,
  );
  return { element, update: () => {} };
}
