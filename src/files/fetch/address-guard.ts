import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/**
 * Decides which network addresses a download may connect to. Users give the URLs, so without it they could reach whatever
 * this machine can: its own services, the cluster's, a cloud's metadata. Only public unicast addresses pass.
 * Ports are free: people serve files on any, and a GET request without line breaks in it harms no other protocol.
 */
export interface AddressGuard {
  /**
   * Null if a connection to `address`, made for `host` and `port`, is allowed; else the reason, for the log only: it
   * tells what a private host name resolves to.
   * @param address IPv4 or IPv6 in any notation, as DNS answered or as the URL says
   * @param host host name as in the URL, an IPv6 address with or without brackets
   */
  refusal(address: string, target: { readonly host: string; readonly port: number }): string | null;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** What the operator exempts from the guard; made by `parseAllowList`. */
export interface AddressAllowList {
  readonly networks: readonly (readonly [Address, number])[];
  /** `host:port`, lower case. */
  readonly hosts: ReadonlySet<string>;
}

/**
 * Public by its range, yet answered by the machine's own cloud host: Azure's WireServer and DNS
 * (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
 */
const CLOUD_HOST_ADDRESSES = new Set(['168.63.129.16']);

/** IPv6 that is public unicast at all: https://www.iana.org/assignments/ipv6-address-space */
const GLOBAL_UNICAST_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
/** RFC 6052: the well-known prefix of NAT64; the last 32 bits are the IPv4 address that is reached. */
const NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];
/** RFC 4291 2.5.5.2. */
const IPV4_MAPPED: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('::ffff:0:0'), 96];

/** A guard that lets public addresses pass, and what the operator allows. */
export function createAddressGuard(allow: AddressAllowList): AddressGuard {
  return {
    refusal(address, { host, port }) {
      if (allow.hosts.has(hostPort(host, port))) return null;
      const parsed = parseAddress(address);
      if (parsed === null) return `"${address}" is not an IP address`;
      const reached = embeddedIPv4(parsed) ?? parsed;
      if (isListed(parsed, allow) || isListed(reached, allow)) return null;
      const reason = refusedRange(reached);
      return reason === null ? null : `${address} is ${reason}`;
    },
  };
}

function refusedRange(address: Address): string | null {
  const range = address.range();
  if (range !== 'unicast') return `in a refused range (${range})`;
  if (address instanceof ipaddr.IPv6) {
    if (!address.match(GLOBAL_UNICAST_IPV6)) return 'outside the public IPv6 range';
    if (isIsatap(address)) return 'an ISATAP address';
  }
  const text = address.toString();
  if (CLOUD_HOST_ADDRESSES.has(text)) return "the cloud host's own address";
  if (ownAddresses().has(text)) return "this machine's own address";
  return null;
}

/** RFC 5214: an interface identifier that holds an IPv4 address, private or not. */
function isIsatap(address: ipaddr.IPv6): boolean {
  return (address.parts[4] === 0 || address.parts[4] === 0x0200) && address.parts[5] === 0x5efe;
}

/** A public address of this machine reaches what a firewall in front of it hides. Read again: addresses come and go. */
function ownAddresses(): Set<string> {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return new Set(own.map(({ address }) => parseAddress(address)?.toString() ?? address));
}

/** The IPv4 address that a connection to this IPv6 address really goes to. Tunnels (6to4, Teredo) are refused instead. */
function embeddedIPv4(address: Address): ipaddr.IPv4 | null {
  if (address instanceof ipaddr.IPv4) return null;
  if (!address.match(IPV4_MAPPED) && !address.match(NAT64)) return null;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

function isListed(address: Address, { networks }: AddressAllowList): boolean {
  return networks.some(([network, bits]) => {
    if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
    return network instanceof ipaddr.IPv6 && address.match(network, bits);
  });
}

/**
 * Read the value of ALLOWED_ADDRESSES: commas between networks (`10.1.0.0/16`, `fd00::/8`), single addresses, and
 * `host:port` (`minio:9000`, `[::1]:8080`). A `host:port` allows any address that this host name leads to.
 * @throws Error naming the item that is neither
 */
export function parseAllowList(text = ''): AddressAllowList {
  const networks: [Address, number][] = [];
  const hosts = new Set<string>();
  for (const item of text.split(',').map((part) => part.trim())) {
    if (item === '') continue;
    const network = parseNetwork(item);
    const host = network === null ? parseHostPort(item) : null;
    if (network !== null) networks.push(network);
    else if (host !== null) hosts.add(host);
    else throw new Error(`ALLOWED_ADDRESSES: "${item}" is neither a network (10.1.0.0/16), an address nor host:port.`);
  }
  return { networks, hosts };
}

function parseNetwork(text: string): [Address, number] | null {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = ipaddr.IPv4.isValidFourPartDecimal(text) || text.includes(':') ? parseAddress(text) : null;
  return address === null ? null : [address, address instanceof ipaddr.IPv4 ? 32 : 128];
}

/** The URL parser brings the host into the same form as it does for the URLs of inputs. */
function parseHostPort(text: string): string | null {
  const port = /:(\d{1,5})$/.exec(text)?.[1];
  if (port === undefined || !URL.canParse(`http://${text}`)) return null;
  const url = new URL(`http://${text}`);
  if (url.pathname !== '/' || url.username !== '' || url.search !== '' || Number(port) > 65535) return null;
  return hostPort(url.hostname, Number(port));
}

function hostPort(host: string, port: number): string {
  return `${host.replace(/^\[|\]$/g, '').toLowerCase()}:${port}`;
}

function parseAddress(text: string): Address | null {
  // The library reads this as IPv4-mapped, but it is the IPv4-compatible form (RFC 4291 2.5.5.1), which leads nowhere.
  if (/^::\d+\.\d+\.\d+\.\d+$/.test(text)) return null;
  return ipaddr.isValid(text) ? ipaddr.parse(text) : null;
}
