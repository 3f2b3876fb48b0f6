import { freshId, make } from '../shell/dom.js';
import { msg } from '../shell/i18n.js';

/** Widest change of the shape that is only rounding: pictures of other shapes do not lie on each other. */
const SHAPE_TOLERANCE = 0.02;

/**
 * Shows a picture before and after its conversion on each other, with a slider between them.
 *
 * @param {File} before
 * @param {string} url of the result
 * @param {string} filename of the result
 * @returns {Promise<HTMLElement | null>} null if the browser cannot show one of them, or if they differ in shape
 */
export async function createCompare(before, url, filename) {
  const address = URL.createObjectURL(before);
  const [was, is] = [make('img', { src: address, alt: '' }), make('img', { src: url, alt: '' })];
  const isSame = await Promise.all([was.decode(), is.decode()]).then(
    () => Math.abs(shapeOf(was) / shapeOf(is) - 1) < SHAPE_TOLERANCE,
    () => false,
  );
  // The picture keeps its pixels.
  URL.revokeObjectURL(address);
  if (!isSame) return null;
  const label = make('label', { for: freshId(), class: 'visually-hidden' }, msg('output.compare', { name: filename }));
  const slider = make('input', { id: label.htmlFor, type: 'range', min: 0, max: 100, value: 50 });
  was.className = 'before';
  const stage = make(
    'div',
    { class: 'compare-stage' },
    is,
    was,
    make('span', { class: 'compare-name', 'aria-hidden': 'true' }, msg('output.before')),
    make('span', { class: 'compare-name', 'aria-hidden': 'true' }, msg('output.after')),
    slider,
  );
  // The larger one says how large both are shown.
  stage.style.setProperty('--width', `${Math.max(was.naturalWidth, is.naturalWidth)}px`);
  stage.style.setProperty('--shape', String(shapeOf(is)));
  const show = () => stage.style.setProperty('--share', `${slider.value}%`);
  slider.addEventListener('input', show);
  show();
  return make('div', { class: 'compare' }, label, stage);
}

/** @param {HTMLImageElement} picture */
const shapeOf = ({ naturalWidth, naturalHeight }) => naturalWidth / Math.max(naturalHeight, 1);
