import { ApiError } from '../access/api.js';
import { askPassword } from '../results/output-view.js';
import { saveZip } from '../results/save.js';
import { announce, freshId, make, setAttribute, setText, showEach } from '../shell/dom.js';
import { filesText, isFinal, statusOf } from '../shell/format.js';
import { msg, valueText } from '../shell/i18n.js';
import { batchRows, filesOf, progressOf, statusOfBatch, titleOf } from './batch-state.js';
import { createRow } from './row-view.js';
import { askToNotify, canNotify, dropNotify } from './tell.js';

/**
 * @typedef {import('./batch-state.js').PartState} PartState
 * @typedef {import('./rows.js').Row} Row
 *
 * @typedef {(name: string) => { format: string, kind: string }} About what the name of a file says
 *
 * @typedef {object} CardActions
 * @property {About} about
 * @property {() => void} onCancel
 * @property {() => void} onHide
 * @property {() => void} onDelete
 * @property {(locked: string | null) => void} onAgain called with the input whose password is missing
 * @property {(row: import('./rows.js').Sending, file: File) => void} onFile a file that was chosen again
 */

/**
 * The card of a batch: its progress, a row for each file and what can be done with all of them.
 *
 * @param {CardActions} actions
 */
export function createBatchCard({ about, onCancel, onHide, onDelete, onAgain, onFile }) {
  const title = make('h3', { id: freshId(), tabindex: -1 });
  const badge = make('span', { class: 'badge' });
  const bar = make('progress', { max: 100 });
  const percent = make('span', { class: 'note', 'aria-hidden': 'true' });
  const progress = make('div', { class: 'batch-progress', hidden: true }, bar, percent);
  const trouble = make('p', { class: 'error', role: 'alert' });
  const list = make('ul', { class: 'rows', 'aria-labelledby': title.id });
  const lock = make('div');
  const button = (/** @type {import('../shell/i18n.js').Key} */ key, /** @type {() => void} */ click, look = '') =>
    make('button', { type: 'button', hidden: true, class: look, click }, msg(key));
  const cancel = button('job.cancel', onCancel);
  const retry = button('job.retry', () => retries.forEach((each) => void each()), 'primary');
  const zip = button('job.zip', () => save(''), 'primary');
  const again = button('job.again', () => onAgain(null));
  const remove = button('job.delete', onDelete, 'quiet danger');
  const hide = button('job.hide', onHide, 'quiet');
  const tell = button('job.tell', toggleTell, 'quiet');
  const element = make(
    'article',
    { class: 'job', 'aria-labelledby': title.id },
    make('div', { class: 'heading' }, title, badge),
    progress,
    trouble,
    list,
    lock,
    make('div', { class: 'buttons' }, retry, zip, cancel, tell, again, remove, hide),
  );
  const card = { element, title, update };
  /** @type {Map<string, ReturnType<typeof createRow>>} */
  const rows = new Map();
  /** @type {(() => void)[]} */
  let retries = [];
  /** @type {string[]} */
  let withResults = [];
  let said = '';
  tell.setAttribute('aria-pressed', 'false');

  /** @param {string} password */
  async function save(password) {
    setText(trouble, '');
    try {
      if ((await saveZip(withResults, password)) === 'locked') askPassword(lock, save);
      else lock.replaceChildren();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setText(trouble, error.message);
    }
  }

  async function toggleTell() {
    const isOn = tell.getAttribute('aria-pressed') === 'true';
    if (isOn) dropNotify(card);
    const isNow = !isOn && (await askToNotify(card));
    tell.setAttribute('aria-pressed', String(isNow));
    if (!isOn && !isNow) announce(msg('job.tellRefused'));
    if (!canNotify()) {
      title.focus();
      tell.hidden = true;
    }
  }

  /** @param {readonly PartState[]} parts @param {number} results */
  function showButtons(parts, results) {
    const isOver = parts.every(({ job }) => isFinal(statusOf(job)));
    const hadFocus = element.contains(document.activeElement) && document.activeElement instanceof HTMLButtonElement;
    cancel.hidden = isOver;
    hide.hidden = !isOver;
    tell.hidden = !statusOfBatch(parts).isMoving || !canNotify();
    again.hidden = !isOver || parts.every(({ job }) => job.input.length === 0);
    remove.hidden = !isOver || results === 0;
    retries = parts.flatMap((part) => part.retry ?? []);
    retry.hidden = retries.length === 0;
    zip.hidden = results < 2 || !isOver;
    setText(zip, msg('job.zip', { count: results }));
    // If a focused button is removed, the focus moves to the top of the page.
    if (hadFocus && document.activeElement !== null && !isShown(document.activeElement)) title.focus();
  }

  /** @param {readonly PartState[]} parts @param {string} now its state in words, for screen readers */
  function update(parts, now) {
    const { end, text, isMoving } = statusOfBatch(parts);
    setText(title, titleOf(parts));
    setText(badge, text);
    badge.dataset.status = end;
    bar.value = Math.floor(progressOf(parts) * 100);
    setAttribute(bar, 'aria-label', msg('job.progress', { files: filesText(filesOf(parts)) }));
    setText(percent, valueText({ percent: bar.value }));
    progress.hidden = !isMoving;
    setText(trouble, parts.map(({ trouble: each }) => each).find((each) => String(each) !== '') ?? '');
    const create = (/** @type {Row} */ row) => createRow(row, { about, onAgain, onFile });
    showEach(list, rows, batchRows(parts), ({ key }) => key, create);
    withResults = parts.filter(({ job }) => job.output.length > 0).map(({ job }) => job.id);
    showButtons(
      parts,
      parts.reduce((sum, { job }) => sum + job.output.length, 0),
    );
    if (now !== said) announce(`${title.textContent}: ${now}`);
    said = now;
  }

  return card;
}

/** @param {Element} element */
const isShown = (element) => element.isConnected && element.getClientRects().length > 0;
