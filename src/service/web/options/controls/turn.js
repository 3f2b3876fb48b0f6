import { make } from '../../shell/dom.js';
import { msg } from '../../shell/i18n.js';
import { changed } from './control.js';
import { numberControl } from './simple.js';

/**
 * An angle: a number, and buttons for quarters.
 *
 * @param {import('./control.js').Definition} definition
 * @returns {import('./control.js').Control}
 */
export function turnControl(definition) {
  const number = numberControl(definition);
  const { input } = number;
  const turn = (/** @type {number} */ by) => () => {
    const angle = ((Number(input.value) || 0) + by + 360) % 360;
    input.value = angle === 0 ? '' : String(angle);
    changed(input);
  };
  const element = make(
    'div',
    { class: 'line' },
    input,
    make('button', { type: 'button', class: 'icon', 'aria-label': msg('rotate.left'), click: turn(-90) }, '↺'),
    make('button', { type: 'button', class: 'icon', 'aria-label': msg('rotate.right'), click: turn(90) }, '↻'),
  );
  return { ...number, element };
}
