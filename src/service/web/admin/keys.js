import { ApiError } from '../access/api.js';
import { madeKey } from '../access/made-key.js';
import { confirm } from '../shell/confirm.js';
import { announce, byId, make, setText } from '../shell/dom.js';
import { msg } from '../shell/i18n.js';
import { changeContract, createKey, fetchKeys, revokeKey } from './requests.js';

/** @typedef {import('./requests.js').Key} Key */

/** The list of all keys, with a form for a new one. */
export function createKeys() {
  const list = byId('keys', HTMLUListElement);
  const form = byId('new-key', HTMLFormElement);
  const withRevoked = byId('keys-revoked', HTMLInputElement);
  const contracts = byId('new-contract', HTMLSelectElement);
  const error = byId('keys-error');
  /** @type {Key[]} */
  let keys = [];

  /**
   * Does something and shows the list as it is then.
   *
   * @param {() => Promise<unknown>} act
   */
  async function attempt(act) {
    setText(error, '');
    try {
      await act();
      await refresh();
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      setText(error, refused.message);
    }
  }

  async function refresh() {
    keys = await fetchKeys();
    show();
  }

  function show() {
    const focused = document.activeElement?.id;
    list.replaceChildren(...keys.filter((key) => withRevoked.checked || key.revoked_at === null).map(item));
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @param {Key} key */
  function item(key) {
    const name = key.name || key.prefix;
    const isValid = key.revoked_at === null;
    return make(
      'li',
      {},
      make(
        'div',
        { class: 'about' },
        make('strong', {}, name),
        make('span', {}, ...facts(key).flatMap((fact, index) => (index === 0 ? [fact] : [' · ', fact]))),
      ),
      isValid && contractOf(key, name),
      isValid &&
        !key.own &&
        make(
          'button',
          {
            type: 'button',
            class: 'quiet danger',
            'aria-label': msg('keys.revokeOf', { name }),
            click: () => revoke(key, name),
          },
          msg('keys.revoke'),
        ),
    );
  }

  /** @param {Key} key @param {string} name */
  function contractOf(key, name) {
    const names = new Set([...[...contracts.options].map(({ value }) => value), key.contract]);
    const select = make(
      'select',
      { id: `contract-${key.id}`, class: 'small', 'aria-label': msg('admin.contractOf', { name }) },
      ...[...names].map((value) => make('option', { value, selected: value === key.contract }, value)),
    );
    select.addEventListener('change', () =>
      attempt(async () => {
        await changeContract(key.id, select.value);
        announce(msg('admin.contractChanged', { name, contract: select.value }));
      }),
    );
    return select;
  }

  /** @param {Key} key @param {string} name */
  async function revoke(key, name) {
    if (!(await confirm(msg('keys.revokeAsk', { name }), msg('keys.revoke')))) return;
    await attempt(() => revokeKey(key.id));
    announce(msg('keys.gone', { name }));
    byId('keys-title').focus();
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const name = byId('new-name', HTMLInputElement);
    const account = byId('new-account', HTMLInputElement);
    const operator = byId('new-operator', HTMLInputElement);
    void attempt(async () => {
      const { key } = await createKey({
        name: name.value.trim(),
        contract: contracts.value,
        account: account.value.trim(),
        operator: operator.checked,
      });
      byId('made-key').replaceChildren(madeKey(key));
      form.reset();
    });
  });
  withRevoked.addEventListener('change', show);

  return {
    refresh,
    /** @param {readonly { name: string }[]} all */
    offer: (all) => {
      if (contracts.options.length > 0) return;
      contracts.append(...all.map(({ name }) => make('option', { value: name }, name)));
    },
  };
}

/** @param {Key} key */
function facts({ kind, prefix, account, operator, own, created_at: created, revoked_at: revoked, jobs }) {
  return [
    kind === 'login' ? msg('admin.kindLogin') : kind === 'keyless' ? msg('admin.kindKeyless') : `${prefix}…`,
    ...(own ? [msg('admin.own')] : []),
    ...(operator ? [msg('admin.operator')] : []),
    ...(account === null ? [] : [account]),
    msg('keys.created', { when: { date: created } }),
    ...(revoked === null ? [] : [msg('admin.revoked', { when: { date: revoked } })]),
    msg('admin.keyJobs', { count: jobs }),
  ];
}
