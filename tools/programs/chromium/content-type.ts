import { isUtf8 } from 'node:buffer';
import { posix } from 'node:path';

/** Content types that browsers need: pictures, sound and fonts are detected by content. */
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  htm: 'text/html',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  mjs: 'text/javascript',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  vtt: 'text/vtt',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  xhtml: 'application/xhtml+xml',
  xml: 'application/xml',
};

const BINARIES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  oga: 'audio/ogg',
  ogv: 'video/ogg',
  wav: 'audio/wav',
  weba: 'audio/webm',
  webm: 'video/webm',
};

/**
 * Returns the content type of a file by its name. A text that is valid UTF-8 is declared as such, because many texts declare nothing and
 * browsers then guess another encoding; other texts keep their own declaration.
 */
export function contentTypeOf(path: string, content: Uint8Array): string {
  const extension = posix.extname(path).slice(1).toLowerCase();
  const text = TYPES[extension];
  if (text === undefined) return BINARIES[extension] ?? 'application/octet-stream';
  return isUtf8(content) ? `${text}; charset=utf-8` : text;
}

/** Returns the extension with its dot for a content type; empty for an unknown type. */
export function extensionOf(type: string): string {
  const found = Object.entries({ ...BINARIES, ...TYPES }).findLast(([, each]) => each === type);
  return found === undefined ? '' : `.${found[0]}`;
}
