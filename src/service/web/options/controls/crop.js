import { make, setText } from '../../shell/dom.js';
import { msg } from '../../shell/i18n.js';
import { pictureOf } from '../pictures.js';

/* The area of a picture to keep, drawn on it. The number fields below show the same area, for people who know it or use no pointer. */

/** @typedef {{ x: number, y: number, width: number, height: number }} Area in pixels of the picture */

/** Options of an area; targets have all of them or none. */
export const CROP_OPTIONS = /** @type {const} */ (['crop_origin_x', 'crop_origin_y', 'crop_width', 'crop_height']);

/** Smallest area, in CSS pixels; smaller ones are slips of the pointer. */
const SMALLEST = 4;

/**
 * @param {import('./control.js').Surroundings} around
 * @returns {{ element: HTMLElement, update: () => void, reset: () => void }}
 */
export function createCrop({ picture, setOther }) {
  const open = make('button', { type: 'button', 'aria-expanded': 'false' }, msg('crop.open'));
  const status = make('p', { class: 'help', role: 'status' });
  const image = make('img', { alt: '', draggable: 'false' });
  const frame = make('div', { class: 'crop-area', hidden: true });
  const stage = make('div', { class: 'crop-stage' }, image, frame);
  const place = make('div', { class: 'stack', hidden: true }, stage, status);
  const element = make('div', { class: 'stack crop' }, open, place);

  const scale = () => image.naturalWidth / image.clientWidth;

  /** @param {Area | null} area in CSS pixels of the shown picture */
  function draw(area) {
    frame.hidden = area === null;
    if (area === null) return;
    // The policy forbids style attributes, and lets scripts set single properties.
    frame.style.left = `${area.x}px`;
    frame.style.top = `${area.y}px`;
    frame.style.width = `${area.width}px`;
    frame.style.height = `${area.height}px`;
  }

  /** @param {Area | null} area in CSS pixels */
  function take(area) {
    const values =
      area === null
        ? [null, null, null, null]
        : [area.x, area.y, area.width, area.height].map((each) => Math.round(each * scale()));
    CROP_OPTIONS.forEach((name, index) => void setOther(name, values[index]));
    if (area === null) return setText(status, msg('crop.help'));
    setText(status, msg('crop.area', { width: values[2] ?? 0, height: values[3] ?? 0 }));
  }

  /** @param {PointerEvent} event */
  function pointOf(event) {
    const box = image.getBoundingClientRect();
    const within = (/** @type {number} */ value, /** @type {number} */ limit) => Math.min(Math.max(value, 0), limit);
    return { x: within(event.clientX - box.left, box.width), y: within(event.clientY - box.top, box.height) };
  }

  stage.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    const from = pointOf(event);
    stage.setPointerCapture(event.pointerId);
    const areaTo = (/** @type {PointerEvent} */ moved) => {
      const to = pointOf(moved);
      return {
        x: Math.min(from.x, to.x),
        y: Math.min(from.y, to.y),
        width: Math.abs(from.x - to.x),
        height: Math.abs(from.y - to.y),
      };
    };
    const move = (/** @type {PointerEvent} */ moved) => draw(areaTo(moved));
    const end = (/** @type {PointerEvent} */ last) => {
      stage.removeEventListener('pointermove', move);
      const area = areaTo(last);
      const isArea = area.width >= SMALLEST && area.height >= SMALLEST;
      draw(isArea ? area : null);
      take(isArea ? area : null);
    };
    stage.addEventListener('pointermove', move);
    stage.addEventListener('pointerup', end, { once: true });
  });

  open.addEventListener('click', async () => {
    place.hidden = !place.hidden;
    open.setAttribute('aria-expanded', String(!place.hidden));
    const source = picture();
    if (place.hidden || source === null) return;
    setText(status, msg('crop.loading'));
    try {
      image.src = await pictureOf(source);
      await image.decode();
      setText(status, msg('crop.help'));
    } catch (error) {
      setText(status, error instanceof Error && error.name === 'Error' ? error.message : msg('crop.none'));
    }
  });

  const update = () => {
    element.hidden = picture() === null;
  };
  update();
  return {
    element,
    update,
    reset() {
      draw(null);
      place.hidden = true;
      open.setAttribute('aria-expanded', 'false');
      update();
    },
  };
}
