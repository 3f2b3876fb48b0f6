import { announce } from '../shell/dom.js';
import { msg } from '../shell/i18n.js';

/* Changing the order of files, by dragging a row's handle or by the arrow keys on it: it is the order of pages when they are merged. */

const STEPS = /** @type {Readonly<Record<string, number>>} */ ({ ArrowUp: -1, ArrowDown: 1 });

/**
 * @param {HTMLElement} list
 * @param {(row: Element, place: number) => void} onMove puts a row in another place, from 0
 * @returns {{ attach: (row: HTMLElement, handle: HTMLElement, name: string) => void }}
 */
export function createOrder(list, onMove) {
  const placeOf = (/** @type {Element} */ row) => [...list.children].indexOf(row);

  /** @param {Element} row @param {string} name */
  const say = (row, name) => announce(msg('files.moved', { name, place: placeOf(row) + 1, all: list.children.length }));

  /** @param {Element} row @param {number} y of the pointer @returns {number} its place there */
  function placeAt(row, y) {
    const above = [...list.children].filter((each) => {
      const { top, height } = each.getBoundingClientRect();
      return each !== row && y > top + height / 2;
    });
    return above.length;
  }

  /** @param {HTMLElement} row @param {HTMLElement} handle @param {string} name */
  function drag(row, handle, name) {
    const over = new AbortController();
    const { signal } = over;
    row.classList.add('dragged');
    // On the document: a row that moves loses a captured pointer.
    document.addEventListener(
      'pointermove',
      ({ clientY }) => {
        const place = placeAt(row, clientY);
        if (place !== placeOf(row)) onMove(row, place);
      },
      { signal },
    );
    for (const end of ['pointerup', 'pointercancel']) {
      document.addEventListener(
        end,
        () => {
          over.abort();
          row.classList.remove('dragged');
          handle.focus();
          say(row, name);
        },
        { signal },
      );
    }
  }

  return {
    attach(row, handle, name) {
      handle.addEventListener('keydown', (event) => {
        const step = STEPS[event.key];
        const place = placeOf(row) + (step ?? 0);
        if (step === undefined || place < 0 || place >= list.children.length) return;
        event.preventDefault();
        onMove(row, place);
        handle.focus();
        say(row, name);
      });
      handle.addEventListener('pointerdown', (event) => {
        if (event.button !== 0) return;
        // Otherwise the names would be selected.
        event.preventDefault();
        drag(row, handle, name);
      });
    },
  };
}
