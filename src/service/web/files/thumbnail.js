import { make } from '../shell/dom.js';
import { extensionOf } from '../shell/format.js';

/* A small picture of a chosen file, from its own bytes: nothing is sent for it. */

/** Formats of pictures that browsers show. */
const SHOWN = new Set(['apng', 'avif', 'bmp', 'gif', 'ico', 'jpg', 'png', 'svg', 'webp']);
/** Largest picture that is decoded for a thumbnail, bytes. */
const MOST_BYTES = 40_000_000;
/** Longest side of a thumbnail, pixels. */
const SIDE = 128;
/** Where a film is more likely to show something than at its start, seconds. */
const INTO_FILM = 1;

/**
 * The sign of a file's kind, in its colour.
 *
 * @param {string} name of the file
 * @param {string} kind
 */
export const createSign = (name, kind) =>
  make(
    'span',
    { class: 'thumbnail', 'data-kind': kind, 'aria-hidden': 'true' },
    make('span', { class: 'sign' }),
    make('span', { class: 'ending' }, extensionOf(name).slice(0, 5)),
  );

/**
 * Shows the sign of a file's kind, and its picture as soon as there is one.
 *
 * @param {{ name: string, format: string, file: File | null }} source
 * @param {string} kind
 * @returns {HTMLElement}
 */
export function createThumbnail({ name, format, file }, kind) {
  const element = createSign(name, kind);
  if (file !== null) {
    pictureOf(file, format, kind).then(
      (picture) => {
        if (picture !== null) element.replaceChildren(picture);
      },
      () => {},
    );
  }
  return element;
}

/** @param {File} file @param {string} format @param {string} kind @returns {Promise<HTMLCanvasElement | null>} */
async function pictureOf(file, format, kind) {
  if (SHOWN.has(format) && file.size <= MOST_BYTES) return fromImage(file);
  return kind === 'video' ? fromFilm(file) : null;
}

/** @param {File} file */
async function fromImage(file) {
  const url = URL.createObjectURL(file);
  try {
    // Not createImageBitmap, which refuses SVG.
    const image = make('img', { src: url, alt: '' });
    await image.decode();
    return drawn(image, image.naturalWidth, image.naturalHeight);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** @param {File} file @returns {Promise<HTMLCanvasElement | null>} null if the browser does not play it */
async function fromFilm(file) {
  const url = URL.createObjectURL(file);
  const film = make('video', { muted: true, preload: 'metadata', playsinline: true });
  try {
    const isReady = new Promise((resolve, reject) => {
      film.addEventListener('seeked', resolve, { once: true });
      film.addEventListener('error', reject, { once: true });
    });
    film.addEventListener('loadedmetadata', () => {
      film.currentTime = Math.min(INTO_FILM, film.duration / 2);
    });
    film.src = url;
    await isReady;
    return film.videoWidth === 0 ? null : drawn(film, film.videoWidth, film.videoHeight);
  } finally {
    film.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}

/** @param {CanvasImageSource} picture @param {number} width @param {number} height */
function drawn(picture, width, height) {
  const scale = Math.min(1, SIDE / Math.max(width, height, 1));
  const canvas = make('canvas', {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  });
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
