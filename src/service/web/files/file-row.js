import { freshId, make, setText } from '../shell/dom.js';
import { msg } from '../shell/i18n.js';
import { isLocked } from './locked.js';
import { createThumbnail } from './thumbnail.js';

/**
 * The row of a chosen file: its picture, name and size, a place for its target, and its password if it is locked.
 *
 * @param {import('./files.js').Source} source
 * @param {string} kind
 * @param {() => void} onRemove
 */
export function createFileRow(source, kind, onRemove) {
  const { name, size, file, url } = source;
  const id = freshId();
  const password = make('input', { id, type: 'password', autocomplete: 'new-password', spellcheck: 'false' });
  password.addEventListener('input', () => {
    source.password = password.value;
  });
  const lock = make(
    'div',
    { class: 'field lock', hidden: true },
    make('label', { for: id }, msg('files.password', { name })),
    password,
    make('p', { class: 'help' }, msg('files.passwordHelp')),
  );
  const handle = make('button', { type: 'button', class: 'handle', 'aria-label': msg('files.move', { name }) });
  const remove = make('button', { type: 'button', class: 'remove', 'aria-label': msg('files.remove', { name }) });
  remove.addEventListener('click', onRemove);
  const place = make('span', { class: 'file-target' });
  const about = make('span', { class: 'muted' });
  if (size !== null) setText(about, msg('size', { size: { bytes: size } }));
  else setText(about, url === '' ? '' : msg('files.web'));
  const element = make(
    'li',
    {},
    make(
      'div',
      { class: 'file-line' },
      handle,
      createThumbnail(source, kind),
      make('span', { class: 'file-text' }, make('span', { class: 'file-name' }, name), about),
      place,
      remove,
    ),
    lock,
  );
  if (file !== null) {
    isLocked(file).then(
      (locked) => {
        lock.hidden = !locked;
      },
      () => {},
    );
  }
  return { element, handle, place, lock, password };
}
