import { dropAllJobs } from '../jobs/kept-jobs.js';
import { byId, setText } from '../shell/dom.js';
import { msg, msgIfAny } from '../shell/i18n.js';
import { startAccountPanel } from './account-panel.js';
import { ApiError, address, endSession, fetchJobs } from './api.js';
import { forgetKey, isRemembered, readKey, saveKey } from './key.js';
import { canAct, currentSession, refreshSession } from './session.js';

/**
 * The parts of the page that identify the person: by a key, by signing in or, if no key is needed, not at all.
 *
 * @param {() => void} onChange
 */
export function createAccount(onChange) {
  const panel = byId('key-panel');
  const input = byId('key', HTMLInputElement);
  const error = byId('key-error');
  const leave = byId('account-leave');

  function show() {
    const { via, name, login } = currentSession();
    const hasKey = readKey() !== null;
    panel.hidden = canAct();
    byId('login').hidden = !login;
    byId('key-title').hidden = login;
    byId('account').hidden = !canAct();
    leave.hidden = !hasKey && via !== 'session';
    setText(leave, hasKey ? msg('key.forget') : msg('login.leave'));
    setText(
      byId('account-who'),
      hasKey
        ? msg(isRemembered() ? 'key.remembered' : 'key.kept')
        : via === 'session'
          ? msg('login.as', { name: name ?? '' })
          : msg('login.keyless'),
    );
  }

  /** @param {string | import('../shell/i18n.js').Message} message */
  function complain(message) {
    setText(error, message);
    if (String(message) === '') input.removeAttribute('aria-invalid');
    else {
      input.setAttribute('aria-invalid', 'true');
      input.focus();
    }
  }

  byId('key-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const key = input.value.trim();
    if (key === '') return complain(msg('key.empty'));
    // A key must be a valid header value.
    if (!/^[!-~]+$/.test(key)) return complain(msg('key.characters'));
    try {
      await fetchJobs(1, key);
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      return complain(refused.status === 401 ? msg('key.wrong') : refused.message);
    }
    saveKey(key, byId('key-remember', HTMLInputElement).checked);
    input.value = '';
    complain('');
    show();
    onChange();
    byId('choose').focus();
  });
  byId('login-go').addEventListener('click', () => location.assign(address('v2/login')));
  leave.addEventListener('click', async () => {
    const hadKey = readKey() !== null;
    forgetKey();
    // The next user of the browser must not see unfinished uploads.
    const dropped = dropAllJobs();
    show();
    onChange();
    if (!hadKey) {
      const { redirect } = await endSession().catch(() => ({ redirect: null }));
      await dropped;
      if (redirect !== null) return location.assign(redirect);
    }
    await refreshSession();
    show();
    onChange();
    (panel.hidden ? byId('choose') : input).focus();
  });

  startAccountPanel();

  // The address after signing in says what went wrong.
  const failure = msgIfAny(`login.${/^#login=(\w+)$/.exec(location.hash)?.[1]}`);
  if (failure !== null) {
    setText(byId('login-error'), failure);
    history.replaceState(null, '', location.pathname);
  }
  show();

  /**
   * Asks for a key, or for another one if the service does not accept this one.
   *
   * @param {import('../shell/i18n.js').Message} message
   */
  async function ask(message) {
    forgetKey();
    await refreshSession();
    show();
    onChange();
    complain(message);
  }

  return {
    ask,
    /** Shows who the page acts as, and asks if its key is not valid: one of an old link, or a revoked one. */
    start() {
      show();
      if (readKey() !== null && currentSession().via === null) void ask(msg('key.expired'));
    },
  };
}
