import { ApiError, addInput, createJob, downloadAddress, fetchJob, startJob } from '../access/api.js';
import { upload } from '../jobs/upload.js';
import { isFinal, statusOf } from '../shell/format.js';
import { msg } from '../shell/i18n.js';

/*
 * Pictures of pages, and of formats that browsers cannot show, made by the service. The file is uploaded once for them: the later
 * conversion uses the same input.
 */

/** @typedef {import('../files/files.js').Source} Source */

/** Marks the jobs, so that they are not listed among the person's jobs. */
export const PREVIEW = { purpose: 'preview' };

/** Number of pages shown. */
const MOST = 60;
const WIDTH = 150;
const LOOK_MS = 400;

/** @type {WeakMap<Source, Map<string, Promise<{ urls: string[], isCut: boolean }>>>} */
const made = new WeakMap();

/** @param {import('../../documents/schemas.ts').JobDocument} job */
export const isPreview = (job) =>
  job.conversion.length > 0 && job.conversion.every(({ metadata }) => metadata.purpose === PREVIEW.purpose);

/**
 * @param {Source} source
 * @param {{ category: string, target: string, options: Record<string, unknown> }} conversion
 * @returns {Promise<{ urls: string[], isCut: boolean }>}
 * @throws {Error} with a message for the person
 */
async function make(source, conversion) {
  const job = await createJob([{ ...conversion, metadata: PREVIEW }]);
  const signal = new AbortController().signal;
  if (source.inputId !== null) await addInput(job.id, { type: 'input_id', source: source.inputId });
  else if (source.file !== null) {
    source.inputId = await upload(job, source.file, { password: source.password, onProgress: () => {}, signal });
  }
  let state = await startJob(job.id);
  while (!isFinal(statusOf(state))) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    state = await fetchJob(job.id);
  }
  const [problem] = state.errors;
  if (state.output.length === 0) throw new Error(problem?.message ?? String(msg('pages.none')));
  return { urls: state.output.map(downloadAddress), isCut: state.output.length >= MOST };
}

/** @param {Source} source @param {string} key @param {() => ReturnType<typeof make>} begin @returns {ReturnType<typeof make>} */
function once(source, key, begin) {
  const known = made.get(source) ?? new Map();
  made.set(source, known);
  const pictures = known.get(key) ?? begin();
  known.set(key, pictures);
  // A failure may be retried, for example with a password.
  pictures.catch((/** @type {unknown} */ error) => {
    known.delete(key);
    return error instanceof ApiError;
  });
  return pictures;
}

/**
 * Small pictures of the first 60 pages of a document.
 *
 * @param {Source} source
 */
export const picturesOf = (source) =>
  once(source, 'pages', () =>
    make(source, {
      category: 'operation',
      target: 'thumbnail',
      options: { pages: `1-${MOST}`, width: WIDTH, thumbnail_target: 'png', allow_multiple_outputs: true },
    }),
  );

/** Formats that browsers show themselves. */
const SHOWN = new Set(['jpg', 'png', 'gif', 'webp', 'avif', 'bmp', 'svg', 'ico', 'apng']);

/**
 * Returns the URL of this picture in full size, for a browser.
 *
 * @param {Source} source
 * @returns {Promise<string>}
 */
export async function pictureOf(source) {
  if (source.file !== null && SHOWN.has(source.format)) return URL.createObjectURL(source.file);
  const { urls } = await once(source, 'whole', () =>
    make(source, { category: 'image', target: 'jpg', options: { quality: 60, allow_multiple_outputs: true } }),
  );
  return urls[0] ?? '';
}
