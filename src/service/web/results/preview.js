import { make } from '../shell/dom.js';
import { msg } from '../shell/i18n.js';

/* Shows results in the page. The content of a converted file is untrusted: it never becomes a document of this page's origin. */

/** Bytes shown of a text. */
const TEXT_BYTES = 64 * 1024;

/** @typedef {'image' | 'audio' | 'video' | 'pdf' | 'text'} Kind */

/** Images that browsers show. An SVG used as an image runs no scripts. */
const IMAGES = /^image\/(png|jpeg|gif|webp|avif|bmp|x-ms-bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)$/;
const TEXTS = /^(text\/|application\/(json|xml|javascript)$)|\+(json|xml)$/;

/**
 * @param {string} contentType
 * @returns {Kind | null} null: it cannot be shown here
 */
export function previewKind(contentType) {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (IMAGES.test(type)) return 'image';
  if (/^(audio|video)\//.test(type)) {
    const kind = type.startsWith('audio/') ? 'audio' : 'video';
    return document.createElement(kind).canPlayType(type) === '' ? null : kind;
  }
  if (type === 'application/pdf') return 'pdf';
  return TEXTS.test(type) ? 'text' : null;
}

/**
 * @param {Kind} kind
 * @param {string} url of the download, which this browser may fetch
 * @param {string} filename
 * @param {(message: import('../shell/i18n.js').Message) => void} onFailure
 * @returns {Promise<HTMLElement>}
 */
export async function createPreview(kind, url, filename, onFailure) {
  const failed = () => onFailure(msg('output.notShown'));
  switch (kind) {
    case 'image':
      return make('img', {
        src: url,
        alt: msg('output.previewOf', { name: filename }),
        class: 'preview',
        error: failed,
      });
    case 'audio':
    case 'video':
      return make(kind, {
        src: url,
        controls: true,
        preload: 'metadata',
        class: 'preview',
        'aria-label': filename,
        error: failed,
      });
    case 'pdf': {
      const bytes = await (await fetch(url)).blob();
      // The type is set here, not by the answer, so only the PDF viewer opens it.
      const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
      return make('iframe', {
        src: address,
        title: msg('output.previewOf', { name: filename }),
        class: 'preview page',
      });
    }
    case 'text': {
      const response = await fetch(url, { headers: { Range: `bytes=0-${TEXT_BYTES - 1}` } });
      const bytes = new Uint8Array(await response.arrayBuffer()).subarray(0, TEXT_BYTES);
      const text = new TextDecoder().decode(bytes);
      const more = bytes.length === TEXT_BYTES ? '\n…' : '';
      return make(
        'pre',
        { class: 'preview', tabindex: 0, role: 'region', 'aria-label': msg('output.previewOf', { name: filename }) },
        `${text}${more}`,
      );
    }
  }
}
