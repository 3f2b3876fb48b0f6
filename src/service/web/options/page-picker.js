import { freshId, make, setAttribute, setText } from '../shell/dom.js';
import { msg } from '../shell/i18n.js';
import { picturesOf } from './pictures.js';

/* Shows the pages of a document as pictures, to pick or to turn. */

/**
 * @typedef {import('../files/files.js').Source} Source
 *
 * @typedef {object} PageUse
 * @property {(pages: number[]) => void} [onPick] gets the picked pages in their order
 * @property {(angles: ReadonlyMap<number, number>) => void} [onTurn] gets the turned pages and by how much, clockwise
 */

/** @param {Source} source @returns {boolean} whether it has pages whose pictures the service can make */
export const canShowPages = ({ format, file, inputId }) =>
  ['pdf', 'djvu', 'ps'].includes(format) && (file !== null || inputId !== null);

/**
 * @param {Source} source
 * @param {PageUse} use
 * @returns {{ element: HTMLElement }}
 */
export function createPagePicker(source, { onPick, onTurn }) {
  const status = make('p', { class: 'help', role: 'status' }, msg('pages.loading'));
  const list = make('ul', { class: 'pages', 'aria-label': msg('pages.of', { name: source.name }) });
  const element = make('div', { class: 'page-picker', id: freshId() }, status, list);
  const picked = new Set();
  const angles = new Map();

  /** @param {string} url @param {number} page */
  function pageView(url, page) {
    const picture = make('img', { src: url, alt: '', loading: 'lazy' });
    const number = make('span', { class: 'page-number' }, String(page));
    const button = make(
      'button',
      {
        type: 'button',
        class: 'page',
        'aria-label': onPick ? msg('pages.page', { page }) : msg('pages.turn', { page }),
        'aria-pressed': onPick ? 'false' : null,
      },
      make('span', { class: 'page-picture' }, picture),
      number,
    );
    button.addEventListener('click', () => {
      if (onPick) {
        if (!picked.delete(page)) picked.add(page);
        button.setAttribute('aria-pressed', String(picked.has(page)));
        onPick([...picked].sort((a, b) => a - b));
        return;
      }
      const angle = ((angles.get(page) ?? 0) + 90) % 360;
      if (angle === 0) angles.delete(page);
      else angles.set(page, angle);
      button.dataset.angle = String(angle);
      setAttribute(
        button,
        'aria-label',
        angle === 0 ? msg('pages.turn', { page }) : msg('pages.turned', { page, angle }),
      );
      onTurn?.(angles);
    });
    return make('li', {}, button);
  }

  picturesOf(source)
    .then(({ urls, isCut }) => {
      list.replaceChildren(...urls.map((url, index) => pageView(url, index + 1)));
      setText(
        status,
        isCut ? msg('pages.cut', { shown: urls.length }) : msg(onPick ? 'pages.pickHelp' : 'pages.turnHelp'),
      );
    })
    .catch((error) => {
      status.className = 'error';
      setText(status, error instanceof Error && error.message !== '' ? error.message : msg('pages.none'));
    });
  return { element };
}
