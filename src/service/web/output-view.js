import { downloadAddress } from './api.js';
import { freshId, make, setText } from './dom.js';
import { sizeText } from './format.js';
import { createPreview, previewKind } from './preview.js';

/** @typedef {import('../documents/schemas.ts').OutputDocument} Output */

/** Header and cookie of interface.md, Authentication. */
const PASSWORD_COOKIE = 'x-svc-download-password';
/** Over plain HTTP a browser would drop a cookie that is for HTTPS alone. */
const SECURE = location.protocol === 'https:' ? '; Secure' : '';

/**
 * One result: its name and size, a preview where the browser can show it, the download.
 *
 * @param {Output} output
 * @returns {{ element: HTMLLIElement, update: (output: Output) => void, download: () => Promise<void> }}
 */
export function createOutputView(output) {
  const { filename } = output;
  const url = downloadAddress(output);
  const kind = previewKind(output.content_type);
  const problem = make('p', { class: 'error', role: 'alert' });
  const place = make('div', { id: freshId(), class: 'preview-place', hidden: true });
  const lock = make('div');
  const download = make(
    'button',
    { type: 'button', class: 'primary', 'aria-label': `Download ${filename}` },
    'Download',
  );
  const preview =
    kind === null
      ? null
      : make(
          'button',
          { type: 'button', 'aria-expanded': 'false', 'aria-controls': place.id, 'aria-label': `Preview ${filename}` },
          'Preview',
        );

  /**
   * Does something with the file once it is available; asks for its password where it has one.
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
      setText(problem, 'Too many requests or wrong passwords. Wait a minute and try again.');
    } else if (answer?.status === 410) {
      setText(problem, 'This file has expired or was removed. Convert again to get it back.');
    } else {
      setText(problem, 'The file cannot be fetched now. Check the connection and try again.');
    }
  }

  const save = () =>
    withAccess(() => {
      const link = make('a', { href: url, download: filename });
      document.body.append(link);
      link.click();
      link.remove();
    });

  download.addEventListener('click', save);
  preview?.addEventListener('click', () => {
    if (!place.hidden) {
      place.hidden = true;
      // Media stop, and a file in memory is let go.
      for (const frame of place.querySelectorAll('iframe')) URL.revokeObjectURL(frame.src);
      place.replaceChildren();
      preview.setAttribute('aria-expanded', 'false');
      return;
    }
    withAccess(async () => {
      if (kind === null) return;
      const shown = await createPreview(kind, url, filename, (message) => setText(problem, message)).catch(() => null);
      if (shown === null) return setText(problem, 'The preview cannot be fetched now. Try again.');
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
      make('span', { class: 'file-name' }, filename),
      make('span', { class: 'muted' }, sizeText(output.size)),
      make('span', { class: 'buttons' }, preview, download),
    ),
    lock,
    problem,
    place,
  );
  return { element, update: () => {}, download: save };
}

/**
 * @param {HTMLElement} place
 * @param {(password: string) => void} onPassword
 */
function askPassword(place, onPassword) {
  const again = place.childElementCount > 0;
  const id = freshId();
  const input = make('input', { id, type: 'password', autocomplete: 'off', required: true });
  const form = make(
    'form',
    { class: 'field' },
    make('label', { for: id }, again ? 'That password does not open it. Try another:' : 'Password of this download'),
    make('div', { class: 'line' }, input, make('button', { type: 'submit' }, 'Open')),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onPassword(input.value);
  });
  place.replaceChildren(form);
  input.focus();
}
