import { downloadAddress } from '../access/api.js';
import { createSign } from '../files/thumbnail.js';
import { freshId, make, setText } from '../shell/dom.js';
import { msg } from '../shell/i18n.js';
import { createCompare } from './compare.js';
import { createPreview, previewKind } from './preview.js';
import { createReceipt } from './receipt-view.js';
import { saveFrom } from './save.js';

/** @typedef {import('../../documents/schemas.ts').OutputDocument} Output */

/** Header and cookie of a download password (docs/interface.md, Access). */
const PASSWORD_COOKIE = 'x-svc-download-password';
/** Over plain HTTP, a browser would drop a cookie that is for HTTPS only. */
const SECURE = location.protocol === 'https:' ? '; Secure' : '';

/** Largest picture that is shown as a thumbnail without being asked for, in bytes. */
const THUMBNAIL_BYTES = 4_000_000;

/**
 * Shows one result: its picture, name and size, also compared with the input; a preview if the browser can show it, and the download.
 *
 * @param {Output} output
 * @param {string} fileKind of the result
 * @param {{ size: number | null, file: File | null }} before its input, if it is one file: bytes, and the file if this page has it
 * @returns {{ element: HTMLLIElement, update: (output: Output) => void }}
 */
export function createOutputView(output, fileKind, before) {
  const { filename } = output;
  const url = downloadAddress(output);
  const kind = previewKind(output.content_type);
  const problem = make('p', { class: 'error', role: 'alert' });
  const place = make('div', { id: freshId(), class: 'preview-place', hidden: true });
  const lock = make('div');
  const download = make(
    'button',
    { type: 'button', class: 'primary', 'aria-label': msg('output.downloadName', { name: filename }) },
    msg('output.download'),
  );
  const preview =
    kind === null
      ? null
      : make(
          'button',
          {
            type: 'button',
            'aria-expanded': 'false',
            'aria-controls': place.id,
            'aria-label': msg('output.previewName', { name: filename }),
          },
          msg('output.preview'),
        );

  /**
   * Calls `use` once the file is available; first asks for its password, if it has one.
   *
   * @param {() => void | Promise<void>} use
   */
  async function withAccess(use) {
    setText(problem, '');
    const answer = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (answer?.ok) {
      lock.replaceChildren();
      await use();
    } else if (answer?.status === 401) {
      askPassword(lock, (password) => {
        const path = new URL(url).pathname.split('/').slice(0, -1).join('/');
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP, and links send nothing else.
        document.cookie = `${PASSWORD_COOKIE}=${encodeURIComponent(password)}; path=${path}; SameSite=Strict${SECURE}`;
        withAccess(use);
      });
    } else if (answer?.status === 429) {
      lock.replaceChildren();
      setText(problem, msg('output.wait'));
    } else if (answer?.status === 410) {
      setText(problem, msg('output.gone'));
    } else {
      setText(problem, msg('output.unreachable'));
    }
  }

  /** @param {import('./preview.js').Kind} shownKind */
  async function previewOf(shownKind) {
    const compared =
      shownKind === 'image' && before.file !== null ? await createCompare(before.file, url, filename) : null;
    return compared ?? createPreview(shownKind, url, filename, (message) => setText(problem, message));
  }

  const save = () => withAccess(() => saveFrom(url, filename));

  download.addEventListener('click', save);
  preview?.addEventListener('click', () => {
    if (!place.hidden) {
      place.hidden = true;
      // Media stop, and a file in memory is released.
      for (const frame of place.querySelectorAll('iframe')) URL.revokeObjectURL(frame.src);
      place.replaceChildren();
      preview.setAttribute('aria-expanded', 'false');
      return;
    }
    withAccess(async () => {
      if (kind === null) return;
      const shown = await previewOf(kind).catch(() => null);
      if (shown === null) return setText(problem, msg('output.noPreview'));
      place.replaceChildren(shown);
      place.hidden = false;
      preview.setAttribute('aria-expanded', 'true');
    });
  });

  const element = make(
    'li',
    { class: 'output' },
    make(
      'div',
      { class: 'file-line' },
      thumbnail(output, fileKind, kind === 'image' ? url : null),
      make(
        'span',
        { class: 'file-text' },
        make('span', { class: 'file-name' }, filename),
        make('span', { class: 'muted' }, sizes(before.size, output.size)),
      ),
      make('span', { class: 'buttons' }, preview, download),
    ),
    output.receipt === undefined
      ? null
      : createReceipt(/** @type {import('./receipt-view.js').Receipt} */ (output.receipt), filename),
    lock,
    problem,
    place,
  );
  return { element, update: () => {} };
}

/** @param {number | null} before @param {number} after bytes */
function sizes(before, after) {
  const to = { bytes: after };
  if (before === null || before === 0) return msg('size', { size: to });
  const percent = Math.round((after / before - 1) * 100);
  const from = { bytes: before };
  if (percent < 0) return msg('output.smaller', { from, to, percent: { percent: -percent } });
  // A multiple of the size says little: a list of pages became a film.
  if (percent > 0 && percent < 1000) return msg('output.larger', { from, to, percent: { percent } });
  return msg('output.sizes', { from, to });
}

/** @param {Output} output @param {string} kind @param {string | null} url if browsers can show it as a picture */
function thumbnail({ filename, size }, kind, url) {
  const place = createSign(filename, kind);
  if (url === null || size > THUMBNAIL_BYTES) return place;
  const picture = make('img', { src: url, alt: '' });
  // A protected picture shows its kind until it is opened.
  picture.addEventListener('load', () => place.replaceChildren(picture));
  return place;
}

/**
 * @param {HTMLElement} place
 * @param {(password: string) => void} onPassword
 */
export function askPassword(place, onPassword) {
  const again = place.childElementCount > 0;
  const id = freshId();
  const input = make('input', { id, type: 'password', autocomplete: 'off', required: true });
  const form = make(
    'form',
    { class: 'field' },
    make('label', { for: id }, msg(again ? 'output.passwordWrong' : 'output.password')),
    make('div', { class: 'line' }, input, make('button', { type: 'submit' }, msg('output.open'))),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onPassword(input.value);
  });
  place.replaceChildren(form);
  input.focus();
}
