import { checked, choice, list, listOf, text, wholeNumber, wrong } from './kinds.ts';

/* Access to the job service without an API key. Read by `convertd serve`. */

/** Allows `http://` only for a provider on this machine: elsewhere, an eavesdropper could log in as others. */
function issuerUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const isLocal = parsed !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(parsed.hostname);
  if (parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isLocal)) return url;
  throw wrong('the https:// URL of the provider', url);
}

function groupContract(item: string): readonly [group: string, contract: string] {
  const at = item.lastIndexOf('=');
  const [group, contract] = [item.slice(0, at).trim(), item.slice(at + 1).trim()];
  if (at > 0 && group !== '' && contract !== '') return [group, contract];
  throw wrong('pairs such as staff=standard, separated by commas', item);
}

export const ACCESS = {
  KEYLESS_CONTRACT: text({
    meaning: 'the contract of requests without a key; they all share one key, so everyone sees the jobs of all others',
    fallback: null,
    shown: 'none: every request needs a key',
    page: 'docs/security.md#without-a-key',
  }),
  KEYLESS_NETWORKS: list({
    meaning: 'where such requests may come from: addresses, networks, `loopback`, `private`, separated by commas',
    fallback: ['loopback'],
    shown: '`loopback`',
    page: 'docs/security.md#without-a-key',
  }),
  GOTENBERG_API: choice(['off', 'keys', 'open'])({
    meaning:
      "Gotenberg's interface at `/forms/…` on the same port: `keys` takes an API key, also as the password of basic authentication; `open` needs none, for a network whose clients are all trusted",
    fallback: 'off',
    page: 'docs/coming-from/gotenberg.md',
  }),
  OIDC_ISSUER: checked(issuerUrl)({
    meaning: 'the OpenID provider through which users log in to the page; needs `PUBLIC_URL`',
    fallback: null,
    shown: 'none: no login',
    page: 'docs/security.md#login',
  }),
  OIDC_CLIENT_ID: text({ meaning: 'the client id of this service at the provider', fallback: null }),
  OIDC_CLIENT_SECRET_FILE: text({
    meaning: 'file with the client secret',
    fallback: null,
    shown: 'none: a public client, with PKCE only',
  }),
  OIDC_CONTRACTS: listOf(groupContract)({
    meaning:
      'the contract of each group, `admins=unlimited, staff=standard`, separated by commas; the first match applies, `*` matches everyone who can log in; users without a match are refused',
    fallback: [],
    shown: 'none: nobody may log in',
  }),
  OIDC_OPERATORS: list({
    meaning: 'groups whose members administer the service, at `/admin`, separated by commas; they need a contract, too',
    fallback: [],
    shown: 'none',
    page: 'docs/service.md#administration',
  }),
  OIDC_GROUPS_CLAIM: text({ meaning: 'the claim that lists the groups of a user', fallback: 'groups' }),
  OIDC_SCOPES: text({
    meaning: 'the requested scopes, separated by spaces',
    fallback: 'openid profile email',
  }),
  OIDC_SESSION_HOURS: wholeNumber({ meaning: 'hours after which a login ends', fallback: 12 }),
};
