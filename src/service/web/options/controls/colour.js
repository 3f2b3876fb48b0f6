import { make } from '../../shell/dom.js';
import { msg } from '../../shell/i18n.js';
import { changed } from './control.js';
import { textControl } from './simple.js';

/**
 * A colour: typed in the catalog's notation, or chosen with the browser's colour picker.
 *
 * @param {import('./control.js').Definition} definition
 * @returns {import('./control.js').Control}
 */
export function colourControl(definition) {
  const text = textControl(definition);
  const { input } = text;
  const chooser = make('input', { type: 'color', 'aria-label': msg('colour.choose'), value: '#ffffff' });
  chooser.addEventListener('input', (event) => {
    event.stopPropagation();
    input.value = chooser.value;
    changed(input);
  });
  input.addEventListener('input', () => {
    if (/^#[0-9a-f]{6}$/i.test(input.value)) chooser.value = input.value;
  });
  const element = make('div', { class: 'line colour' }, input, chooser);
  return { ...text, element };
}
