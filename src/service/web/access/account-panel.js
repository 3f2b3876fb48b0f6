import { confirm } from '../shell/confirm.js';
import { announce, byId, freshId, make, setText } from '../shell/dom.js';
import { msg } from '../shell/i18n.js';
import { ApiError, request } from './api.js';
import { contractText } from './contract-text.js';
import { madeKey } from './made-key.js';
import { currentSession } from './session.js';

/* What the person, or the key in use, may do and has used, and the keys that the person has made. */

/**
 * @typedef {import('../../keys/contracts.ts').Contract & { used: { credits: number } }} Contract
 * @typedef {Awaited<ReturnType<typeof import('../../keys/account-routes.ts').readAccount>> & { operator: boolean }} Account
 * @typedef {import('../../keys/own-keys.ts').ShownOwnKey} OwnKey
 */

/** Makes the button in the header open the dialog. */
export function startAccountPanel() {
  const title = make('h2', { id: freshId(), tabindex: -1 }, msg('account.title'));
  const body = make('div', { class: 'account-body' });
  const error = make('p', { class: 'error', role: 'alert' });
  const dialog = make(
    'dialog',
    { class: 'account-dialog', 'aria-labelledby': title.id },
    make(
      'div',
      { class: 'heading' },
      title,
      make('button', { type: 'button', click: () => dialog.close() }, msg('account.close')),
    ),
    error,
    body,
  );
  document.body.append(dialog);

  byId('account-open').addEventListener('click', async () => {
    body.replaceChildren();
    setText(error, '');
    dialog.showModal();
    title.focus();
    await attempt(error, async () => {
      const [[contract], account] = await Promise.all([
        /** @type {Promise<Contract[]>} */ (read('v2/contracts')),
        /** @type {Promise<Account>} */ (read('page/account')),
      ]);
      const keys = currentSession().via === 'session' ? await ownKeys(error) : null;
      body.replaceChildren(...about(contract, account), ...(keys === null ? [] : [keys]));
    });
  });
}

/** @param {string} path */
const read = async (path) => (await request('GET', path)).json();

/**
 * Does something, and shows why it was refused.
 *
 * @param {HTMLElement} error
 * @param {() => Promise<unknown>} act
 */
async function attempt(error, act) {
  setText(error, '');
  try {
    await act();
  } catch (refused) {
    if (!(refused instanceof ApiError)) throw refused;
    setText(error, refused.message);
  }
}

/** @param {Contract | undefined} contract @param {Account} account */
function about(contract, { operator, jobs, failed_jobs: failed, results }) {
  /** @param {...(import('../shell/i18n.js').Message)} texts */
  const list = (...texts) => make('ul', {}, ...texts.map((text) => make('li', {}, text)));
  return [
    ...(contract === undefined
      ? []
      : [make('h3', {}, msg('account.contract', { name: contract.name })), list(...contractText(contract))]),
    make('h3', {}, msg('account.usage')),
    list(
      ...(contract === undefined ? [] : [creditsText(contract)]),
      msg('admin.keyJobs', { count: jobs }),
      ...(failed === 0 ? [] : [msg('account.failed', { count: failed })]),
      msg('account.kept', { results: msg('admin.outputs', { count: results.files, size: { bytes: results.bytes } }) }),
    ),
    ...(operator ? [make('a', { href: 'admin' }, msg('admin.title'))] : []),
  ];
}

/** @param {Contract} contract */
const creditsText = ({ credits_per_day: all, used: { credits } }) =>
  all === null
    ? msg('account.credits', { count: credits })
    : msg('account.creditsOf', { used: credits, all, left: Math.max(0, all - credits) });

/**
 * The keys that the person has made, with a form for a new one.
 *
 * @param {HTMLElement} error
 */
async function ownKeys(error) {
  const title = make('h3', { tabindex: -1 }, msg('account.keys'));
  const list = make('ul', { class: 'keys' });
  const made = make('div');
  const name = make('input', { id: freshId(), type: 'text', maxlength: 255, autocomplete: 'off', required: true });
  const form = make(
    'form',
    { class: 'field' },
    make('label', { for: name.id }, msg('keys.name')),
    make('div', { class: 'line' }, name, make('button', { type: 'submit' }, msg('keys.create'))),
  );

  async function refresh() {
    const keys = /** @type {OwnKey[]} */ (await read('page/account/keys'));
    list.replaceChildren(...keys.map(item));
  }

  /** @param {OwnKey} key */
  const item = (key) =>
    make(
      'li',
      {},
      make(
        'div',
        { class: 'about' },
        make('strong', {}, key.name),
        make('span', {}, `${key.prefix}…`, ' · ', msg('keys.created', { when: { date: key.created_at } })),
      ),
      make(
        'button',
        {
          type: 'button',
          class: 'quiet danger',
          'aria-label': msg('keys.revokeOf', { name: key.name }),
          click: () => revoke(key),
        },
        msg('keys.revoke'),
      ),
    );

  /** @param {OwnKey} key */
  async function revoke(key) {
    if (!(await confirm(msg('keys.revokeAsk', { name: key.name }), msg('keys.revoke')))) return;
    await attempt(error, async () => {
      await request('DELETE', `page/account/keys/${encodeURIComponent(key.id)}`);
      await refresh();
      announce(msg('keys.gone', { name: key.name }));
      title.focus();
    });
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(error, async () => {
      const body = { name: name.value.trim() };
      const { key } = await (await request('POST', 'page/account/keys', { body })).json();
      made.replaceChildren(madeKey(key));
      form.reset();
      await refresh();
    });
  });
  await refresh();
  return make(
    'section',
    { class: 'account-body' },
    title,
    make('p', { class: 'help' }, msg('account.keysHelp')),
    form,
    made,
    list,
  );
}
