import { make } from '../../shell/dom.js';
import { canShowPages, createPagePicker } from '../page-picker.js';

/**
 * A button that opens pictures of the pages of the first file that has some.
 *
 * @param {import('../../shell/i18n.js').Message} label
 * @param {() => readonly import('../../files/files.js').Source[]} sources
 * @param {import('../page-picker.js').PageUse} use
 * @returns {{ button: HTMLElement, place: HTMLElement, isPossible: () => boolean, close: () => void }} `place` holds the pictures
 */
export function pagePickerToggle(label, sources, use) {
  const button = make('button', { type: 'button', class: 'quiet', 'aria-expanded': 'false' }, label);
  const place = make('div', { class: 'picker-place', hidden: true });
  const source = () => sources().find(canShowPages);
  /** @param {readonly HTMLElement[]} shown */
  const show = (shown) => {
    place.replaceChildren(...shown);
    place.hidden = shown.length === 0;
    button.setAttribute('aria-expanded', String(!place.hidden));
  };
  const close = () => show([]);
  button.addEventListener('click', () => {
    const chosen = source();
    if (!place.hidden || chosen === undefined) close();
    else show([createPagePicker(chosen, use).element]);
  });
  return { button, place, isPossible: () => source() !== undefined, close };
}
