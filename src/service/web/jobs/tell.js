import { setText } from '../shell/dom.js';
import { msg } from '../shell/i18n.js';

/* Tells how batches go to a person who looks elsewhere: in the title of the tab and, if they asked for it, by a notification. */

/**
 * @typedef {object} BatchEnd
 * @property {import('./rows.js').Text} text its status in words
 * @property {string | import('../shell/i18n.js').Message} title
 * @property {string} spoken status and results in words
 *
 * @typedef {{ title: HTMLElement }} Card
 */

const NAME = document.title;
const titleElement = /** @type {HTMLTitleElement} */ (document.querySelector('title'));

/** @type {Map<Card, { done: number, files: number }>} */
const running = new Map();
/** @type {Set<Card>} */
const wanted = new Set();
/** How the last one ended that ended unseen. @type {import('./rows.js').Text | null} */
let ended = null;

const isHidden = () => document.visibilityState === 'hidden';

function showTitle() {
  const files = [...running.values()].reduce((sum, each) => sum + each.files, 0);
  const done = [...running.values()].reduce((sum, each) => sum + each.done * each.files, 0);
  if (files > 0)
    setText(titleElement, msg('title.state', { state: { percent: Math.floor((done / files) * 100) }, name: NAME }));
  else if (ended !== null) setText(titleElement, msg('title.state', { state: ended, name: NAME }));
  else setText(titleElement, NAME);
}

document.addEventListener('visibilitychange', () => {
  if (isHidden()) return;
  ended = null;
  showTitle();
});

/** @param {Card} card @param {{ done: number, files: number }} progress done: share, up to 1 */
export function tellProgress(card, progress) {
  running.set(card, progress);
  showTitle();
}

/** @param {Card} card of a batch that has ended, or waits for the person @param {BatchEnd} end */
export function tellEnd(card, { text, title, spoken }) {
  running.delete(card);
  if (isHidden()) ended = text;
  showTitle();
  if (wanted.delete(card) && isHidden()) notify(card, String(title), spoken);
}

/** @param {Card} card that is no longer shown */
export function tellGone(card) {
  running.delete(card);
  wanted.delete(card);
  showTitle();
}

/** Whether this browser may notify, or may be asked. On pages over plain HTTP, it refuses without asking. */
export const canNotify = () => 'Notification' in window && isSecureContext && Notification.permission !== 'denied';

/**
 * Notifies of the end of a batch. Call it for a click only: the browser may ask the person.
 *
 * @param {Card} card
 * @returns {Promise<boolean>} false if the person, or their browser, refuses
 */
export async function askToNotify(card) {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  wanted.add(card);
  return true;
}

/** @param {Card} card */
export const dropNotify = (card) => wanted.delete(card);

/** @param {Card} card @param {string} title @param {string} body */
function notify(card, title, body) {
  try {
    const shown = new Notification(title, { body, tag: card.title.id });
    shown.addEventListener('click', () => {
      window.focus();
      card.title.focus();
      shown.close();
    });
  } catch {
    // Browsers of phones have notifications of service workers only.
  }
}
