import { ApiError } from '../access/api.js';
import { announce, freshId, make, setAttribute, setText, showEach } from '../shell/dom.js';
import { filesText, isFinal, statusOf, statusText, targetLabel } from '../shell/format.js';
import { msg } from '../shell/i18n.js';
import { askPassword, createOutputView } from './output-view.js';
import { jobRows } from './rows.js';
import { saveZip } from './save.js';

/**
 * @typedef {import('../../documents/schemas.ts').JobDocument} Job
 * @typedef {import('../../documents/schemas.ts').OutputDocument} Output
 * @typedef {import('../access/api.js').Thread} Thread
 * @typedef {import('./rows.js').Row} Row
 * @typedef {import('./rows.js').Bar} Bar
 * @typedef {import('./rows.js').Text} Text
 * @typedef {import('./rows.js').Sending} Sending
 *
 * @typedef {object} CardState
 * @property {Job} job
 * @property {readonly Thread[]} threads
 * @property {readonly Sending[]} sending
 * @property {Text} trouble about the whole job, such as a lost connection; may be empty
 * @property {(() => void) | null} retry action of "Try again", if that can help
 *
 * @typedef {object} CardActions
 * @property {() => void} onCancel
 * @property {() => void} onHide
 * @property {() => void} onDelete
 * @property {(locked: string | null) => void} onAgain called with the input whose password is missing
 * @property {(index: number, file: File) => void} onFile a file that was chosen again
 *
 * @typedef {{ element: HTMLElement, title: HTMLElement, update: (state: CardState) => void }} JobCard
 */

/**
 * @param {CardActions} actions
 * @returns {JobCard}
 */
export function createJobCard({ onCancel, onHide, onDelete, onAgain, onFile }) {
  const title = make('h3', { id: freshId(), tabindex: -1 });
  const badge = make('span', { class: 'badge' });
  const trouble = make('p', { class: 'error', role: 'alert' });
  const list = make('ul', { class: 'rows', 'aria-labelledby': title.id });
  const lock = make('div');
  const button = (/** @type {import('../shell/i18n.js').Key} */ key, /** @type {() => void} */ click, look = '') =>
    make('button', { type: 'button', hidden: true, class: look, click }, msg(key));
  const cancel = button('job.cancel', onCancel);
  const retry = button('job.retry', () => onRetry?.(), 'primary');
  const zip = button('job.zip', () => save(''), 'primary');
  const again = button('job.again', () => onAgain(null));
  const remove = button('job.delete', onDelete, 'quiet danger');
  const hide = button('job.hide', onHide, 'quiet');
  const element = make(
    'article',
    { class: 'job', 'aria-labelledby': title.id },
    make('div', { class: 'heading' }, title, badge),
    trouble,
    list,
    lock,
    make('div', { class: 'buttons' }, retry, zip, cancel, again, remove, hide),
  );
  /** @type {Map<string, RowView>} */
  const rows = new Map();
  /** @type {(() => void) | null} */
  let onRetry = null;
  let said = '';
  let id = '';

  /** @param {string} password */
  async function save(password) {
    setText(trouble, '');
    try {
      if ((await saveZip(id, password)) === 'locked') askPassword(lock, save);
      else lock.replaceChildren();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setText(trouble, error.message);
    }
  }

  return {
    element,
    title,
    update({ job, threads, sending, trouble: text, retry: again_ }) {
      id = job.id;
      const status = statusOf(job);
      const isSending = sending.some(({ inputId, error }) => inputId === null && error === null);
      const end = isFinal(status) ? endOf(status, job) : 'running';
      const shown =
        isSending && end === 'running'
          ? msg(sending.some(({ isLost }) => isLost) ? 'status.lost' : 'status.sending')
          : end === 'partly'
            ? msg('status.partly')
            : statusText(status);
      const isShownStatus = !['incomplete', 'ready'].includes(status) || isSending || String(text) !== '';
      setText(title, titleText(job, Math.max(sending.length, job.input.length)));
      setText(badge, isShownStatus ? shown : statusText('queued'));
      badge.dataset.status = end;
      setText(trouble, text);
      const make_ = (/** @type {Row} */ row) => createRow(row, { onAgain, onFile });
      showEach(list, rows, jobRows(job, threads, sending), ({ key }) => key, make_);
      const hadFocus = element.contains(document.activeElement) && document.activeElement instanceof HTMLButtonElement;
      cancel.hidden = isFinal(status);
      hide.hidden = !isFinal(status);
      again.hidden = !isFinal(status) || job.input.length === 0;
      remove.hidden = !isFinal(status) || job.output.length === 0;
      onRetry = again_;
      retry.hidden = again_ === null;
      zip.hidden = job.output.length < 2 || !isFinal(status);
      setText(zip, msg('job.zip', { count: job.output.length }));
      // If a focused button is removed, the focus moves to the top of the page.
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
  const targets = [...new Set(conversion.map(({ category, target }) => `${category}/${target}`))];
  const target = { list: targets.map(targetLabel) };
  return files === 0 ? msg('job.titleEmpty', { target }) : msg('job.title', { files: filesText(files), target });
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

/** @param {Text} status in words @param {Job} job */
function spoken(status, job) {
  if (!isFinal(statusOf(job))) return String(status);
  const results = msg('job.results', { count: job.output.length });
  const problems = job.errors.length === 0 ? [] : [msg('job.problems', { count: job.errors.length })];
  return [status, results, ...problems].join(', ');
}

/**
 * @typedef {{ element: HTMLLIElement, update: (row: Row) => void }} RowView
 * @param {Row} first
 * @param {Pick<CardActions, 'onAgain' | 'onFile'>} actions
 * @returns {RowView}
 */
function createRow(first, { onAgain, onFile }) {
  const kind = make('span', { class: 'file-kind', 'aria-hidden': 'true' }, first.extension.slice(0, 4) || '∗');
  const name = make('span', { class: 'file-name' });
  const size = make('span', { class: 'muted' });
  const note = make('span', { class: 'note' });
  const bars = make('div');
  const issues = make('ul', { class: 'issues', 'aria-label': msg('row.problemsOf', { name: first.name }) });
  const outputs = make('ul', { class: 'outputs', 'aria-label': msg('row.resultsOf', { name: first.name }) });
  const input = make('input', { type: 'file', hidden: true });
  const choose = make('button', { type: 'button', hidden: true, click: () => input.click() });
  const unlock = make('button', { type: 'button', hidden: true }, msg('row.unlock'));
  const element = make(
    'li',
    { class: 'row' },
    make('div', { class: 'file-line' }, kind, make('span', { class: 'file-text' }, name, size), note),
    bars,
    issues,
    make('div', { class: 'buttons' }, choose, unlock, input),
    outputs,
  );
  /** @type {Row} */
  let row = first;
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file !== undefined && row.lost !== null) onFile(row.lost, file);
    input.value = '';
  });
  unlock.addEventListener('click', () => onAgain(row.lockedInput));
  /** @type {Map<string, { element: HTMLElement, update: (bar: Bar) => void }>} */
  const barViews = new Map();
  /** @type {Map<string, ReturnType<typeof createIssue>>} */
  const issueViews = new Map();
  /** @type {Map<string, ReturnType<typeof createOutputView>>} */
  const outputViews = new Map();
  return {
    element,
    update(shown) {
      row = shown;
      setText(name, row.name);
      setText(size, row.size === null ? '' : msg('size', { size: { bytes: row.size } }));
      setText(note, row.note);
      showEach(bars, barViews, row.bars, ({ key }) => key, createBar);
      const listed = [
        ...row.errors.map((message) => ({ isError: true, message })),
        ...row.warnings.map((message) => ({ isError: false, message })),
      ];
      showEach(issues, issueViews, listed, ({ isError, message }) => `${isError} ${message}`, createIssue);
      issues.hidden = listed.length === 0;
      choose.hidden = row.lost === null;
      setText(choose, msg('row.choose', { name: row.name }));
      unlock.hidden = row.lockedInput === null;
      showEach(
        outputs,
        outputViews,
        row.outputs,
        ({ id }) => id,
        (output) => createOutputView(output, row.size),
      );
      outputs.hidden = row.outputs.length === 0;
    },
  };
}

/** @param {Bar} bar */
function createBar({ label }) {
  const element = make('progress', { max: 100, 'aria-label': label });
  return {
    element,
    update: (/** @type {Bar} */ { percent, label: text }) => {
      element.value = percent;
      setAttribute(element, 'aria-label', text);
    },
  };
}

/** @param {{ isError: boolean, message: Text }} issue */
function createIssue({ isError, message }) {
  const element = make(
    'li',
    { class: isError ? 'issue is-error' : 'issue is-warning' },
    make('strong', {}, msg(isError ? 'row.problem' : 'row.note')),
    ' ',
    message,
  );
  return { element, update: () => {} };
}
