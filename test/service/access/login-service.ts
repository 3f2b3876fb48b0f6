import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { startOidcServer } from '../../support/oidc-server.ts';
import { testFolder } from '../outputs/files-support.ts';
import { startTestService } from '../support.ts';

const PEOPLE = {
  ada: { name: 'Ada Lovelace', groups: ['staff'] },
  bob: { name: 'Bob', groups: ['admins', 'staff'] },
  eve: { name: 'Eve', groups: ['visitors'] },
  nobody: {},
};

/** Starts a service on a port that is known in advance, and a provider that redirects people to it. */
export async function startWithProvider(
  env: Record<string, string> = {},
  { claimsInIdToken = false, host = '127.0.0.1' }: { claimsInIdToken?: boolean; host?: string } = {},
) {
  const port = await freePort();
  const base = `http://${host}:${port}`;
  const provider = await startOidcServer({ redirectUri: `${base}/v2/login/callback`, people: PEOPLE, claimsInIdToken });
  const secretFile = join(await testFolder(), 'client-secret');
  await writeFile(secretFile, `${provider.clientSecret}\n`);
  const { service, stop } = await startTestService(
    {
      PUBLIC_URL: base,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET_FILE: secretFile,
      OIDC_CONTRACTS: 'admins=unlimited, staff=standard',
      ...env,
    },
    port,
  );
  return { service, provider, base, stop: () => Promise.all([stop(), provider.stop()]) };
}
