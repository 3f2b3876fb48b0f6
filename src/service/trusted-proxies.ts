import { BlockList, isIP } from 'node:net';

/** Whether a peer of this address may say on whose behalf it asks. It has the type of Fastify's `trustProxy`. */
export type TrustsAddress = (address: string) => boolean;

/** Names of common networks; RFC 1122 3.2.1.3, RFC 1918, RFC 4193, RFC 4291. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Reads the value of TRUSTED_PROXIES: addresses, networks (`10.1.0.0/16`), `loopback` and `private`.
 * @returns null if there are none: no proxy is trusted
 * @throws Error that names the invalid item
 */
export const parseTrustedProxies = (items: readonly string[]): TrustsAddress | null =>
  parseNetworks('TRUSTED_PROXIES', items);

/**
 * Like `parseTrustedProxies`, for another setting.
 * @returns null if there are none
 * @throws Error that names the setting and the invalid item
 */
export function parseNetworks(setting: string, items: readonly string[]): TrustsAddress | null {
  if (items.length === 0) return null;
  const networks = new BlockList();
  for (const item of items.flatMap((each) => NAMED[each.toLowerCase()] ?? [each])) addNetwork(setting, networks, item);
  return (address) => {
    const family = isIP(address);
    return family !== 0 && networks.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

function addNetwork(setting: string, networks: BlockList, item: string): void {
  const [address = '', prefix, ...rest] = item.split('/');
  const family = isIP(address);
  const widest = family === 6 ? 128 : 32;
  const bits = prefix === undefined ? widest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (family === 0 || rest.length > 0 || !(bits <= widest)) {
    throw new Error(`${setting} must be addresses, networks such as 10.1.0.0/16, loopback or private, not "${item}"`);
  }
  networks.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4');
}
