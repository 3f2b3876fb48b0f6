/* Facts in words. Pure functions. */

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/**
 * @param {number} bytes
 * @returns {string} such as `1.4 MB`
 */
export function sizeText(bytes) {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`;
}

/**
 * @param {string} timestamp of a document: UTC, without a zone
 * @param {number} now ms
 * @returns {string} such as `5 minutes ago`
 */
export function agoText(timestamp, now) {
  const minutes = Math.round((now - Date.parse(`${timestamp}Z`)) / 60_000);
  const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  if (minutes < 1) return 'just now';
  return minutes < 60 ? relative.format(-minutes, 'minute') : relative.format(-Math.round(minutes / 60), 'hour');
}

/**
 * @param {number} count
 * @param {string} noun in the singular; its plural has an s
 */
export const countText = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Words that are written otherwise than with a capital first letter. */
const WRITTEN = /** @type {Readonly<Record<string, string>>} */ ({
  ocr: 'OCR',
  pdf: 'PDF',
  dpi: 'DPI',
  vbr: 'variable bitrate',
  ebu: '(EBU)',
  pcm: 'PCM',
  tts: 'of speech',
  stt: 'of transcription',
  hmac: 'HMAC',
  toc: 'table of contents',
  url: 'URL',
  coverart: 'cover art',
  bitdepth: 'bit depth',
});

/**
 * The name of an option for people.
 *
 * @param {string} name such as `audio_bitrate`
 * @returns {string} such as `Audio bitrate`
 */
export function optionLabel(name) {
  const words = name.split('_').map((word) => WRITTEN[word] ?? word);
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * @typedef {import('../documents/schemas.ts').JobDocument} Job
 * @param {Job} job
 * @returns {string} the name of its status, in either of the forms that the service has
 */
export const statusOf = (job) => (typeof job.status === 'string' ? job.status : job.status.code);

/** @param {string} status */
export const isFinal = (status) => status === 'completed' || status === 'failed' || status === 'canceled';

const STATUS_TEXT = /** @type {Readonly<Record<string, string>>} */ ({
  incomplete: 'Not started',
  ready: 'Not started',
  queued: 'Waiting for its turn',
  downloading: 'Fetching files',
  processing: 'Converting',
  completed: 'Done',
  failed: 'Failed',
  canceled: 'Canceled',
});

/** @param {string} status */
export const statusText = (status) => STATUS_TEXT[status] ?? status;
