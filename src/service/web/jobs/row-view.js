import { createThumbnail } from '../files/thumbnail.js';
import { createOutputView } from '../results/output-view.js';
import { make, setText, showEach } from '../shell/dom.js';
import { msg } from '../shell/i18n.js';

/**
 * @typedef {import('./rows.js').Row} Row
 * @typedef {import('./rows.js').RowIssue} RowIssue
 */

/**
 * A file of a batch with its results beside it and its problems below.
 *
 * @param {Row} first
 * @param {Pick<import('./batch-card.js').CardActions, 'about' | 'onAgain' | 'onFile'>} actions
 * @returns {{ element: HTMLLIElement, update: (row: Row) => void }}
 */
export function createRow(first, { about, onAgain, onFile }) {
  const { format, kind } = about(String(first.name));
  const picture = createThumbnail({ name: String(first.name), format, file: first.file }, kind);
  const name = make('span', { class: 'file-name' });
  const size = make('span', { class: 'muted' });
  const note = make('span', { class: 'note' });
  const issues = make('ul', { class: 'issues', 'aria-label': msg('row.problemsOf', { name: first.name }) });
  const outputs = make('ul', { class: 'outputs', 'aria-label': msg('row.resultsOf', { name: first.name }) });
  const input = make('input', { type: 'file', hidden: true });
  const choose = make('button', { type: 'button', hidden: true, click: () => input.click() });
  const unlock = make('button', { type: 'button', hidden: true }, msg('row.unlock'));
  const element = make(
    'li',
    { class: 'row' },
    make(
      'div',
      { class: 'row-main' },
      make('div', { class: 'file-line' }, picture, make('span', { class: 'file-text' }, name, size), note),
      outputs,
    ),
    issues,
    make('div', { class: 'buttons' }, choose, unlock, input),
  );
  /** @type {Row} */
  let row = first;
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file !== undefined && row.lost !== null) onFile(row.lost, file);
    input.value = '';
  });
  unlock.addEventListener('click', () => onAgain(row.lockedInput));
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
      showEach(issues, issueViews, row.issues, ({ isError, message }) => `${isError} ${message}`, createIssue);
      issues.hidden = row.issues.length === 0;
      choose.hidden = row.lost === null;
      setText(choose, msg('row.choose', { name: row.name }));
      unlock.hidden = row.lockedInput === null;
      showEach(
        outputs,
        outputViews,
        row.outputs,
        ({ id }) => id,
        (output) => createOutputView(output, about(output.filename).kind, { size: row.size, file: row.file }),
      );
      outputs.hidden = row.outputs.length === 0;
    },
  };
}

/** @param {RowIssue} issue */
function createIssue({ isError, message, advice }) {
  const element = make(
    'li',
    { class: isError ? 'issue is-error' : 'issue is-warning' },
    advice && make('p', { class: 'advice' }, advice),
    make('strong', {}, msg(isError ? 'row.problem' : 'row.note')),
    ' ',
    message,
  );
  return { element, update: () => {} };
}
