import { announce, byId, setAttribute, setText } from '../shell/dom.js';
import { filesText } from '../shell/format.js';
import { msg } from '../shell/i18n.js';
import { takeDrops } from './dropped.js';
import { createFileRow } from './file-row.js';
import { createOrder } from './order.js';

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
 * @typedef {{ source: Source, element: HTMLLIElement, place: HTMLElement }} Chosen
 */

/**
 * The part of the page where files are dropped, chosen and named by URL.
 *
 * @param {import('../targets/guide.js').Guide} guide
 * @param {() => void} onChange
 */
export function createFiles({ formatOf, kindOf }, onChange) {
  const list = byId('files', HTMLUListElement);
  const choose = byId('choose');
  const input = byId('file-input', HTMLInputElement);
  const url = byId('url', HTMLInputElement);
  /** @type {Map<Element, Chosen>} in the order of the list */
  let chosen = new Map();
  const order = createOrder(list, (element, place) => {
    const others = [...list.children].filter((each) => each !== element);
    list.insertBefore(element, others[place] ?? null);
    const before = chosen;
    chosen = new Map(
      [...list.children].flatMap((each) => {
        const known = before.get(each);
        return known === undefined ? [] : [[each, known]];
      }),
    );
    onChange();
  });

  /** @param {Pick<Source, 'name'> & Partial<Source>} given */
  function add(given) {
    const format = formatOf(given.name);
    /** @type {Source} */
    const source = { size: null, file: null, url: '', inputId: null, format, password: '', ...given };
    const { name } = source;
    const row = createFileRow(source, kindOf(source.format), () => {
      const { element } = row;
      const next = element.nextElementSibling ?? element.previousElementSibling;
      chosen.delete(element);
      element.remove();
      const button = next?.querySelector('.remove');
      (button instanceof HTMLElement ? button : choose).focus();
      announce(msg('files.removed', { name }));
      onChange();
    });
    chosen.set(row.element, { source, element: row.element, place: row.place });
    order.attach(row.element, row.handle, name);
    list.append(row.element);
    setText(byId('files-error'), '');
    return { source, lock: row.lock, password: row.password };
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

  for (const [button, field] of [
    [choose, input],
    [byId('choose-folder'), byId('folder-input', HTMLInputElement)],
  ]) {
    button?.addEventListener('click', () => field?.click());
    if (!(field instanceof HTMLInputElement)) continue;
    field.addEventListener('change', () => {
      addFiles([...(field.files ?? [])].filter(({ name }) => !name.startsWith('.')));
      // Lets the same file fire another change event.
      field.value = '';
    });
  }
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
    /**
     * @param {readonly import('../jobs/batch.js').AgainSource[]} sources replace the present ones
     * @returns {{ source: Source, target: string }[]} with what they became before; empty: nothing
     */
    replace(sources) {
      this.clear();
      const added = sources.map(({ isLocked: locked, target = '', ...given }) => {
        const { source, lock, password } = add(given);
        lock.hidden = !locked;
        if (locked) setTimeout(() => password.focus());
        return { source, target };
      });
      onChange();
      return added;
    },
    /** @param {import('../shell/i18n.js').Message} message */
    complain(message) {
      setText(byId('files-error'), message);
    },
    clear() {
      chosen = new Map();
      list.replaceChildren();
      onChange();
    },
    /** @param {boolean} has whether there are files: the drop zone makes room for them */
    showCount(has) {
      byId('stage').classList.toggle('has-files', has);
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
