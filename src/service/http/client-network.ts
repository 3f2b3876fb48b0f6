import ipaddr from 'ipaddr.js';

/** A household or a server has a whole /64 of IPv6 addresses, and may use a different one for each request. */
const IPV6_PREFIX = 64;

/**
 * Returns what counts as one client: its IPv4 address, or the /64 of its IPv6 address. An IPv4 address written as an IPv6 one is the same
 * client.
 * @param address address of the connection, or of the client behind a trusted proxy; undefined if the connection is gone
 */
export function clientNetwork(address: string | undefined): string {
  // A link-local address has its interface after a %.
  const [plain = ''] = (address ?? '').split('%');
  if (!ipaddr.isValid(plain)) return 'unknown';
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_PREFIX}`).toString()}/${IPV6_PREFIX}`;
}
