import { ApiError, fetchJobs } from './api.js';
import { byId, setText } from './dom.js';
import { forgetKey, isRemembered, readKey, saveKey } from './key.js';

/**
 * The part of the page where the API key is given and forgotten.
 *
 * @param {() => void} onChange
 */
export function createKeyPanel(onChange) {
  const panel = byId('key-panel');
  const input = byId('key', HTMLInputElement);
  const error = byId('key-error');

  function show() {
    const has = readKey() !== null;
    panel.hidden = has;
    byId('key-state').hidden = !has;
    setText(byId('key-where'), isRemembered() ? 'Key remembered in this browser' : 'Key kept for this tab');
  }

  /** @param {string} message */
  function complain(message) {
    setText(error, message);
    if (message === '') input.removeAttribute('aria-invalid');
    else {
      input.setAttribute('aria-invalid', 'true');
      input.focus();
    }
  }

  byId('key-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const key = input.value.trim();
    if (key === '') return complain('Paste a key first.');
    // What is not a header value is not a key either.
    if (!/^[!-~]+$/.test(key)) return complain('A key has letters, digits and signs only, no spaces.');
    try {
      await fetchJobs(1, key);
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      return complain(refused.status === 401 ? 'This key is not valid here. Check that it is whole.' : refused.message);
    }
    saveKey(key, byId('key-remember', HTMLInputElement).checked);
    input.value = '';
    complain('');
    show();
    onChange();
    byId('choose').focus();
  });
  byId('key-forget').addEventListener('click', () => {
    forgetKey();
    show();
    onChange();
    input.focus();
  });
  show();

  return {
    /**
     * Asks for a key, or for another where the service does not take this one.
     *
     * @param {string} message
     */
    ask(message) {
      forgetKey();
      show();
      onChange();
      complain(message);
    },
  };
}
