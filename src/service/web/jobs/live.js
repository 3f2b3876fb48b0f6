import { ApiError, fetchEvents } from '../access/api.js';
import { canAct } from '../access/session.js';

/*
 * Changes of this person's jobs by any tab or program, from one stream of server-sent events (HTML, 9.2) per tab. It is closed while the
 * page is hidden: browsers have six connections to a service, for all tabs together.
 */

/**
 * @typedef {import('../../documents/schemas.ts').JobDocument} Job
 * @typedef {import('../access/api.js').Thread} Thread
 *
 * @typedef {object} Listener
 * @property {(job: Job) => void} [onJob]
 * @property {(jobId: string, threads: Thread[]) => void} [onThreads]
 * @property {(isOpen: boolean) => void} [onState]
 */

/** Time without data after which the connection is dead: the service sends a comment every 15 seconds. */
const SILENCE_MS = 45_000;
const RETRY_MS = 2000;
/** Pause after the service refuses a stream: others wait for one, or it is an older version. */
const REFUSED_MS = 60_000;

/** @type {Set<Listener>} */
const listeners = new Set();
let isOpen = false;
/** @type {AbortController | null} */
let current = null;
/** @type {string | null} */
let lastId = null;

export const isLive = () => isOpen;

/** @param {Listener} listener @returns {() => void} ends it */
export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {boolean} open */
function setOpen(open) {
  if (isOpen === open) return;
  isOpen = open;
  for (const { onState } of [...listeners]) onState?.(open);
}

/** Starts the stream, or restarts it for another person. */
export function restartLive() {
  current?.abort();
  lastId = null;
  setOpen(false);
  if (!canAct() || document.visibilityState !== 'visible') {
    current = null;
    return;
  }
  const stop = new AbortController();
  current = stop;
  run(stop.signal);
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') restartLive();
  else {
    current?.abort();
    setOpen(false);
  }
});

/** @param {AbortSignal} signal */
async function run(signal) {
  while (!signal.aborted) {
    let wait = RETRY_MS;
    try {
      await read(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status === 401) return setOpen(false);
      if (error instanceof ApiError && error.status !== 0) wait = REFUSED_MS;
    }
    if (signal.aborted) return;
    setOpen(false);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** @param {AbortSignal} signal */
async function read(signal) {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const response = await fetchEvents('v2/jobs/events', lastId, AbortSignal.any([signal, silence.signal]));
  if (response.body === null) return;
  setOpen(true);
  let text = '';
  try {
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      text += part;
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) handle(parseFrame(frame));
    }
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param {string} frame the lines of an event
 * @returns {{ event: string, data: string, id: string | null }}
 */
export function parseFrame(frame) {
  const found = { event: 'message', data: '', id: /** @type {string | null} */ (null) };
  for (const line of frame.split('\n')) {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name === 'event') found.event = value;
    if (name === 'id') found.id = value;
    if (name === 'data') found.data += found.data === '' ? value : `\n${value}`;
  }
  return found;
}

/** @param {ReturnType<typeof parseFrame>} frame */
function handle({ event, data, id }) {
  if (id !== null) lastId = id;
  if (data === '') return;
  const value = JSON.parse(data);
  for (const { onJob, onThreads } of [...listeners]) {
    if (event === 'job') onJob?.(value);
    if (event === 'threads') onThreads?.(value.job_id, value.threads);
  }
}
