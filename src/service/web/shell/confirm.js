import { byId, setText } from './dom.js';

/**
 * Asks before something that cannot be undone.
 *
 * @param {import('./i18n.js').Message} question
 * @param {import('./i18n.js').Message} action label of the button that agrees
 * @returns {Promise<boolean>}
 */
export function confirm(question, action) {
  const dialog = byId('confirm', HTMLDialogElement);
  setText(byId('confirm-question'), question);
  setText(byId('confirm-yes'), action);
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}
