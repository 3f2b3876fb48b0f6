import { announce, byId, freshId, make, setAttribute, setText } from '../shell/dom.js';
import { extensionOf, filesText } from '../shell/format.js';
import { msg } from '../shell/i18n.js';
import { isLocked } from './locked.js';

/**
 * A chosen input: a file of the person, one on the web, or one that the service already has.
 *
 * @typedef {object} Source
 * @property {string} name
 * @property {number | null} size bytes, if they are known
 * @property {File | null} file
 * @property {string} url empty for others than files on the web
 * @property {string | null} inputId of what the service has
 * @property {string} format probable format, by the name
 * @property {string} password that opens it; empty: none
 *
 * @typedef {{ source: Source, element: HTMLLIElement, place: HTMLElement, password: () => string }} Chosen
 */

/**
 * The part of the page where files are dropped, chosen and named by URL.
 *
 * @param {(name: string) => string} formatOf
 * @param {() => void} onChange
 */
export function createFiles(formatOf, onChange) {
  const list = byId('files', HTMLUListElement);
  const choose = byId('choose');
  const input = byId('file-input', HTMLInputElement);
  const url = byId('url', HTMLInputElement);
  /** @type {Map<HTMLLIElement, Chosen>} */
  const chosen = new Map();

  /** @param {Pick<Source, 'name'> & Partial<Source>} given */
  function add(given) {
    /** @type {Source} */
    const source = {
      size: null,
      file: null,
      url: '',
      inputId: null,
      format: formatOf(given.name),
      password: '',
      ...given,
    };
    const { name, file, size } = source;
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
    const remove = make(
      'button',
      { type: 'button', class: 'quiet icon', 'aria-label': msg('files.remove', { name }) },
      '×',
    );
    const place = make('span', { class: 'file-target' });
    const about = make('span', { class: 'muted' });
    if (size !== null) setText(about, msg('size', { size: { bytes: size } }));
    else setText(about, source.url === '' ? '' : msg('files.web'));
    const element = make(
      'li',
      {},
      make(
        'div',
        { class: 'file-line' },
        make('span', { class: 'file-kind', 'aria-hidden': 'true' }, extensionOf(name).slice(0, 4) || '?'),
        make('span', { class: 'file-text' }, make('span', { class: 'file-name' }, name), about),
        place,
        remove,
      ),
      lock,
    );
    remove.addEventListener('click', () => {
      const next = element.nextElementSibling ?? element.previousElementSibling;
      chosen.delete(element);
      element.remove();
      (next?.querySelector('button') ?? choose).focus();
      announce(msg('files.removed', { name }));
      onChange();
    });
    chosen.set(element, { source, element, place, password: () => password.value });
    list.append(element);
    setText(byId('files-error'), '');
    if (file !== null) {
      isLocked(file).then(
        (locked) => {
          lock.hidden = !locked;
        },
        () => {},
      );
    }
    return { source, lock, password };
  }

  /** @param {Iterable<File>} files */
  function addFiles(files) {
    const before = chosen.size;
    for (const file of files) add({ name: file.name, file, size: file.size });
    announce(msg('files.added', { added: filesText(chosen.size - before), all: chosen.size }));
    onChange();
  }

  function addUrl() {
    const text = url.value.trim();
    if (text === '') return false;
    const parsed = URL.canParse(text) ? new URL(text) : null;
    if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
      setText(byId('url-error'), msg('files.urlWrong'));
      url.setAttribute('aria-invalid', 'true');
      url.focus();
      return false;
    }
    setText(byId('url-error'), '');
    url.removeAttribute('aria-invalid');
    const last = parsed.pathname.split('/').findLast((part) => part !== '');
    add({ name: last === undefined ? parsed.host : decodeName(last), url: text });
    url.value = '';
    announce(msg('files.urlAdded'));
    onChange();
    return true;
  }

  choose.addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    addFiles(input.files ?? []);
    // Lets the same file fire another change event.
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
  takeDrops(byId('drop'), addFiles);
  // Pasted screenshots, or files copied elsewhere.
  document.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.files ?? [];
    if (pasted.length > 0) addFiles(pasted);
  });

  return {
    chosen: () => [...chosen.values()],
    sources: () => [...chosen.values()].map(({ source }) => source),
    /** @returns {boolean} false if there is nothing to convert; the focus then moves to the problem */
    check() {
      if (url.value.trim() !== '' && !addUrl()) return false;
      if (chosen.size > 0) return true;
      setText(byId('files-error'), msg('files.none'));
      choose.focus();
      return false;
    },
    /** @param {readonly (Pick<Source, 'name'> & Partial<Source> & { isLocked?: boolean })[]} sources replace the present ones */
    replace(sources) {
      this.clear();
      for (const { isLocked: locked = false, ...source } of sources) {
        const { lock, password } = add(source);
        lock.hidden = !locked;
        if (locked) setTimeout(() => password.focus());
      }
      onChange();
    },
    /** @param {import('../shell/i18n.js').Message} message */
    complain(message) {
      setText(byId('files-error'), message);
    },
    clear() {
      chosen.clear();
      list.replaceChildren();
      onChange();
    },
    /** @param {boolean} has whether there are files: the drop zone makes room for them */
    showCount(has) {
      byId('drop').classList.toggle('has-files', has);
      setAttribute(list, 'aria-label', msg('files.list'));
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
 * Accepts files anywhere on the page: outside of the frame, a browser would otherwise open them.
 *
 * @param {HTMLElement} frame highlighted during the drag
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
