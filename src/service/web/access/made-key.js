import { announce, make, setText } from '../shell/dom.js';
import { msg } from '../shell/i18n.js';

/**
 * A new key, which is shown this once.
 *
 * @param {string} key
 */
export function madeKey(key) {
  // Browsers have a clipboard only where the connection is safe.
  const copy =
    navigator.clipboard &&
    make('button', { type: 'button', click: () => navigator.clipboard.writeText(key).then(done) }, msg('keys.copy'));
  const done = () => {
    setText(copy, msg('keys.copied'));
    announce(msg('keys.copied'));
  };
  return make('div', { class: 'made', role: 'status' }, make('p', {}, msg('keys.made')), make('code', {}, key), copy);
}
