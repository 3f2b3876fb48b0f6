import { announce, byId, freshId, make, setText } from './dom.js';
import { countText, sizeText } from './format.js';

/**
 * What a person chose to convert: a file of their own or one on the web.
 *
 * @typedef {object} Source
 * @property {string} name
 * @property {File | null} file
 * @property {string} url empty for a file
 * @property {string} password that opens it; empty: none
 */

/** The part of the page where files are dropped, chosen and named by URL. */
export function createFiles() {
  const list = byId('files', HTMLUListElement);
  const drop = byId('drop');
  const choose = byId('choose');
  const input = byId('file-input', HTMLInputElement);
  const url = byId('url', HTMLInputElement);
  /** @type {Map<HTMLLIElement, { source: Omit<Source, 'password'>, password: HTMLInputElement | null }>} */
  const chosen = new Map();

  /** @param {Omit<Source, 'password'>} source */
  function add(source) {
    const { name, file } = source;
    const id = freshId();
    const password =
      file === null ? null : make('input', { id, type: 'password', autocomplete: 'new-password', spellcheck: 'false' });
    const remove = make('button', { type: 'button', class: 'quiet', 'aria-label': `Remove ${name}` }, 'Remove');
    const item = make(
      'li',
      {},
      make(
        'div',
        { class: 'file-line' },
        make('span', { class: 'file-name' }, name),
        make('span', { class: 'muted' }, file === null ? 'from the web' : sizeText(file.size)),
        remove,
      ),
      password === null
        ? null
        : make(
            'details',
            { class: 'file-password' },
            make('summary', { 'aria-label': `Password of ${name}` }, 'Locked with a password?'),
            make('div', { class: 'field' }, make('label', { for: id }, `Password of ${name}`), password),
          ),
    );
    remove.addEventListener('click', () => {
      const next = item.nextElementSibling ?? item.previousElementSibling;
      chosen.delete(item);
      item.remove();
      const button = next?.querySelector('button');
      (button ?? choose).focus();
      announce(`${name} removed`);
    });
    chosen.set(item, { source, password });
    list.append(item);
    setText(byId('files-error'), '');
  }

  /** @param {Iterable<File>} files */
  function addFiles(files) {
    const before = chosen.size;
    for (const file of files) add({ name: file.name, file, url: '' });
    announce(`${countText(chosen.size - before, 'file')} added, ${chosen.size} in all`);
  }

  function addUrl() {
    const text = url.value.trim();
    if (text === '') return false;
    const parsed = URL.canParse(text) ? new URL(text) : null;
    if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
      setText(byId('url-error'), 'Give a whole address that begins with https:// or http://.');
      url.setAttribute('aria-invalid', 'true');
      url.focus();
      return false;
    }
    setText(byId('url-error'), '');
    url.removeAttribute('aria-invalid');
    const last = parsed.pathname.split('/').findLast((part) => part !== '');
    add({ name: last === undefined ? parsed.host : decodeName(last), file: null, url: text });
    url.value = '';
    announce('Address added');
    return true;
  }

  choose.addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    addFiles(input.files ?? []);
    // The same file again is a change again.
    input.value = '';
  });
  byId('url-add').addEventListener('click', () => {
    if (url.value.trim() === '') url.focus();
    else addUrl();
  });
  url.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    addUrl();
  });
  takeDrops(drop, addFiles);

  return {
    /** @returns {Source[] | null} in the order of the list; null, with the focus where the trouble is, where there is none */
    read() {
      if (url.value.trim() !== '' && !addUrl()) return null;
      if (chosen.size === 0) {
        setText(byId('files-error'), 'Choose a file, drop one here, or give the address of one.');
        choose.focus();
        return null;
      }
      return [...chosen.values()].map(({ source, password }) => ({ ...source, password: password?.value ?? '' }));
    },
    clear() {
      chosen.clear();
      list.replaceChildren();
    },
  };
}

/** @param {string} text */
function decodeName(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Files may be dropped anywhere on the page: beside the frame, a browser would open them instead.
 *
 * @param {HTMLElement} frame shows that they can
 * @param {(files: Iterable<File>) => void} onFiles
 */
function takeDrops(frame, onFiles) {
  const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files') ?? false;
  document.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    frame.classList.add('over');
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) frame.classList.remove('over');
  });
  document.addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    frame.classList.remove('over');
    onFiles(event.dataTransfer?.files ?? []);
  });
}
