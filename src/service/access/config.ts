import { readFileSync } from 'node:fs';
import type { ACCESS } from '../../settings/access.ts';
import type { ValuesOf } from '../../settings/read.ts';
import type { Contracts } from '../keys/contracts.ts';
import { parseNetworks, type TrustsAddress } from '../trusted-proxies.ts';

/** Requests that need no key. */
export interface KeylessConfig {
  readonly contract: string;
  /** Whether a client of this address needs no key. */
  readonly isFrom: TrustsAddress;
}

/** Logins by an OpenID provider. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  readonly scopes: string;
  readonly groupsClaim: string;
  /** The first group that a person belongs to decides; `*` is everyone. */
  readonly contracts: readonly (readonly [group: string, contract: string])[];
  /** Groups whose members administer the service. */
  readonly operators: readonly string[];
  readonly sessionMs: number;
}

/** Gotenberg's interface. */
export interface GotenbergConfig {
  /** Whether its requests need a key; without, whoever reaches the port may convert. */
  readonly needsKey: boolean;
  /** Contract of requests that need no key. */
  readonly contract: string;
}

export interface AccessConfig {
  readonly keyless: KeylessConfig | null;
  readonly gotenberg: GotenbergConfig | null;
  readonly oidc: OidcConfig | null;
}

interface Surroundings {
  readonly contracts: Contracts;
  readonly publicUrl: string | null;
  readonly hasTrustedProxies: boolean;
}

const HOUR_MS = 3_600_000;

/** Throws Error that names the setting and what it should contain. */
export const accessConfig = (settings: ValuesOf<typeof ACCESS>, surroundings: Surroundings): AccessConfig => ({
  keyless: keylessConfig(settings, surroundings),
  gotenberg: gotenbergConfig(settings),
  oidc: oidcConfig(settings, surroundings),
});

function keylessConfig(
  { KEYLESS_CONTRACT: contract, KEYLESS_NETWORKS: networks }: ValuesOf<typeof ACCESS>,
  { contracts, publicUrl, hasTrustedProxies }: Surroundings,
): KeylessConfig | null {
  if (contract === null) return null;
  requireContract('KEYLESS_CONTRACT', contract, contracts);
  const everywhere = networks.find((network) => /\/0+$/.test(network));
  if (everywhere !== undefined) {
    throw new Error(
      `KEYLESS_NETWORKS must not cover every address (${everywhere}): name the networks whose clients need no key`,
    );
  }
  // The service itself speaks no TLS.
  if (publicUrl?.startsWith('https:') && !hasTrustedProxies) {
    throw new Error(
      'KEYLESS_CONTRACT behind a proxy (PUBLIC_URL is https://) needs TRUSTED_PROXIES: without it, every request seems to come ' +
        'from the address of the proxy. The proxy must send X-Forwarded-For',
    );
  }
  const isFrom = parseNetworks('KEYLESS_NETWORKS', networks);
  if (isFrom === null) throw new Error('KEYLESS_NETWORKS must name the networks whose clients need no key');
  return { contract, isFrom };
}

/** Gotenberg has no limits, so requests without a key have none either unless KEYLESS_CONTRACT sets some. */
function gotenbergConfig({
  GOTENBERG_API: mode,
  KEYLESS_CONTRACT: contract,
}: ValuesOf<typeof ACCESS>): GotenbergConfig | null {
  return mode === 'off' ? null : { needsKey: mode === 'keys', contract: contract ?? 'unlimited' };
}

function oidcConfig(settings: ValuesOf<typeof ACCESS>, { contracts, publicUrl }: Surroundings): OidcConfig | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CONTRACTS: groups } = settings;
  if (issuer === null) return null;
  if (clientId === null) throw new Error('OIDC_CLIENT_ID is not set: OIDC_ISSUER needs it');
  if (publicUrl === null) {
    throw new Error(
      'PUBLIC_URL is not set: OIDC_ISSUER needs it, as the provider sends people back to PUBLIC_URL/v2/login/callback',
    );
  }
  if (groups.length === 0) {
    throw new Error('OIDC_CONTRACTS is not set: say which groups have which contract, as in staff=standard, or *=free');
  }
  for (const [, contract] of groups) requireContract('OIDC_CONTRACTS', contract, contracts);
  if (!settings.OIDC_SCOPES.split(' ').includes('openid')) throw new Error('OIDC_SCOPES must have openid among them');
  return {
    issuer,
    clientId,
    clientSecret: clientSecret(settings.OIDC_CLIENT_SECRET_FILE),
    scopes: settings.OIDC_SCOPES,
    groupsClaim: settings.OIDC_GROUPS_CLAIM,
    contracts: groups,
    operators: settings.OIDC_OPERATORS,
    sessionMs: settings.OIDC_SESSION_HOURS * HOUR_MS,
  };
}

function clientSecret(path: string | null): string | null {
  if (path === null) return null;
  let secret: string;
  try {
    secret = readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new Error(`OIDC_CLIENT_SECRET_FILE cannot be read (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
  if (secret === '') throw new Error('OIDC_CLIENT_SECRET_FILE names an empty file');
  return secret;
}

function requireContract(setting: string, name: string, contracts: Contracts): void {
  if (contracts.has(name)) return;
  throw new Error(`${setting} names the contract "${name}", which is none of ${[...contracts.keys()].join(', ')}`);
}
