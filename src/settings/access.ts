import { checked, list, listOf, text, wholeNumber, wrong } from './kinds.ts';

/* Who may use the job service without an API key. Read by `convertd serve`. */

/** `http://` is for a provider on this machine: anywhere else, who listens could log in as others. */
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
  throw wrong('pairs such as staff=standard, with commas between', item);
}

export const ACCESS = {
  KEYLESS_CONTRACT: text({
    meaning:
      'the contract of requests without a key; all of them share one key, so everyone who needs none sees the jobs of all others',
    fallback: null,
    shown: 'none: every request needs a key',
    page: 'docs/security.md#without-a-key',
  }),
  KEYLESS_NETWORKS: list({
    meaning: 'where such requests may come from: addresses, networks, `loopback`, `private`, with commas between',
    fallback: ['loopback'],
    shown: '`loopback`',
    page: 'docs/security.md#without-a-key',
  }),
  OIDC_ISSUER: checked(issuerUrl)({
    meaning: 'the OpenID provider by which people log in to the page; needs `PUBLIC_URL`',
    fallback: null,
    shown: 'none: nobody logs in',
    page: 'docs/security.md#login',
  }),
  OIDC_CLIENT_ID: text({ meaning: 'what the provider calls this service', fallback: null }),
  OIDC_CLIENT_SECRET_FILE: text({
    meaning: 'file with the secret that the provider gave',
    fallback: null,
    shown: 'none: a public client, by PKCE alone',
  }),
  OIDC_CONTRACTS: listOf(groupContract)({
    meaning:
      'the contract of each group, `admins=unlimited, staff=standard`, with commas between; the first that fits counts, `*` is everyone who can log in; who is in none is refused',
    fallback: [],
    shown: 'none: nobody may log in',
  }),
  OIDC_GROUPS_CLAIM: text({ meaning: 'the claim that has the groups of a person', fallback: 'groups' }),
  OIDC_SCOPES: text({
    meaning: 'what the provider is asked for, with spaces between',
    fallback: 'openid profile email',
  }),
  OIDC_SESSION_HOURS: wholeNumber({ meaning: 'how long a login lasts', fallback: 12 }),
};
