import { make, setText } from '../../shell/dom.js';
import { msg } from '../../shell/i18n.js';
import { shortTime } from './times.js';

/* A film or a sound with a range on it. Its bytes come from the chosen file: nothing is sent for it. */

/**
 * @typedef {import('../../files/files.js').Source} Source
 * @typedef {{ start: number, end: number | null }} Range in seconds; without an end, up to the end of the recording
 */

/** Smallest step of the range in a film, seconds. Arrow keys move by it. */
export const FILM_STEP = 0.1;

/**
 * @param {number} step of the range in seconds
 * @param {(range: Range) => void} onChange when the person moves an end of the range
 * @returns {{ element: HTMLElement, show: (source: Source | null) => void, setRange: (range: Range) => void, range: () => Range }} range has
 *   an end if the recording says how long it is
 */
export function createPlayer(step, onChange) {
  /** @type {Source | null} */
  let shown = null;
  /** @type {HTMLMediaElement | null} */
  let media = null;
  let url = '';
  /** @type {Range} */
  let range = { start: 0, end: null };
  let stopAt = Number.POSITIVE_INFINITY;

  const place = make('div', { class: 'player-media' });
  const [from, to] = [slider(msg('part.start')), slider(msg('part.end'))];
  const track = make('div', { class: 'player-track' }, make('div', { class: 'player-kept' }), from, to);
  const status = make('p', { class: 'help', role: 'status' });
  const buttons = make(
    'div',
    { class: 'buttons' },
    make('button', { type: 'button', click: () => take('start', now(), true) }, msg('part.startHere')),
    make('button', { type: 'button', click: () => take('end', now(), true) }, msg('part.endHere')),
    make('button', { type: 'button', click: play }, msg('part.play')),
  );
  const controls = make('div', { class: 'stack' }, track, buttons);
  const element = make('div', { class: 'stack player', hidden: true }, place, controls, status);

  from.addEventListener('input', () => drag('start', from));
  to.addEventListener('input', () => drag('end', to));

  const now = () => media?.currentTime ?? 0;
  /** Seconds; 0 while it is unknown, and for recordings that do not say how long they are. */
  const length = () => (media !== null && Number.isFinite(media.duration) ? media.duration : 0);

  /** @param {'start' | 'end'} side @param {HTMLInputElement} input */
  function drag(side, input) {
    take(side, input.valueAsNumber);
    if (media !== null) media.currentTime = (side === 'start' ? range.start : range.end) ?? length();
  }

  /**
   * @param {'start' | 'end'} side
   * @param {number} wanted seconds
   * @param {boolean} [isFirm] whether the other side gives way; otherwise this one stops before it
   */
  function take(side, wanted, isFirm = false) {
    const seconds = Math.max(0, Math.round(wanted * 1000) / 1000);
    if (isFirm && side === 'start' && seconds >= (range.end ?? seconds + 1)) range = { ...range, end: null };
    if (isFirm && side === 'end' && seconds <= range.start) range = { ...range, start: 0 };
    const last = range.end ?? (length() || Number.POSITIVE_INFINITY);
    range =
      side === 'start'
        ? { ...range, start: Math.min(seconds, Math.max(0, last - step)) }
        : { ...range, end: isLast(seconds) ? null : Math.max(seconds, range.start + step) };
    draw();
    onChange(range);
  }

  /** @param {number} seconds */
  const isLast = (seconds) => length() > 0 && seconds >= length() - step / 2;

  function draw() {
    const all = length();
    track.hidden = all === 0;
    const end = range.end ?? all;
    for (const [input, seconds] of /** @type {const} */ ([
      [from, range.start],
      [to, end],
    ])) {
      // The end of a recording is rarely a multiple of the step.
      input.max = String(Math.ceil(all / step) * step);
      input.value = String(seconds);
      input.setAttribute('aria-valuetext', shortTime(seconds));
    }
    track.style.setProperty('--from', String(all === 0 ? 0 : range.start / all));
    track.style.setProperty('--to', String(all === 0 ? 1 : Math.min(1, end / all)));
    if (all > 0) {
      const lasts = shortTime(Math.max(0, Math.min(end, all) - range.start));
      setText(status, msg('part.kept', { from: shortTime(range.start), to: shortTime(end), length: lasts }));
    }
  }

  function play() {
    if (media === null) return;
    media.currentTime = range.start;
    stopAt = range.end ?? Number.POSITIVE_INFINITY;
    // A person can pause before it has begun.
    media.play().catch(() => {});
  }

  /** @param {import('../../shell/i18n.js').Message} label */
  function slider(label) {
    return make('input', { type: 'range', min: 0, max: 0, step, value: 0, 'aria-label': label });
  }

  /** @param {File} file */
  function load(file) {
    const { name } = file;
    url = URL.createObjectURL(file);
    // It plays sound, too; its picture is hidden as long as there is none.
    const made = make('video', { controls: true, preload: 'metadata', playsinline: true, 'aria-label': name });
    made.addEventListener('loadedmetadata', () => {
      controls.hidden = false;
      made.classList.toggle('sound', made.videoWidth === 0);
      draw();
    });
    made.addEventListener('timeupdate', () => {
      if (made.currentTime < stopAt || made.paused) return;
      made.pause();
      stopAt = Number.POSITIVE_INFINITY;
    });
    made.addEventListener('error', () => {
      place.hidden = true;
      controls.hidden = true;
      setText(status, msg('part.none', { name }));
    });
    made.src = url;
    media = made;
    place.hidden = false;
    controls.hidden = true;
    place.replaceChildren(made);
  }

  function unload() {
    media?.pause();
    media?.removeAttribute('src');
    media = null;
    if (url !== '') URL.revokeObjectURL(url);
    url = '';
    place.replaceChildren();
    setText(status, '');
  }

  return {
    element,
    show(source) {
      element.hidden = source === null;
      if (source === shown) return;
      shown = source;
      unload();
      if (source !== null && source.file !== null) load(source.file);
    },
    setRange(wanted) {
      range = wanted;
      draw();
    },
    range: () => ({ ...range, end: range.end ?? (length() || null) }),
  };
}
