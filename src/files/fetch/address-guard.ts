import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/**
 * Decides which network addresses a download may connect to. Users provide the URLs, so without the guard they could reach everything this
 * machine can: its own services, the cluster's, a cloud's metadata. Only public unicast addresses are allowed. All ports are: people serve
 * files on any port, and a GET request without line breaks harms no other protocol.
 */
export interface AddressGuard {
  /**
   * Returns null if a connection to `address`, made for `host` and `port`, is allowed; else the reason. The reason is only for the log: it
   * reveals what a private host name resolves to.
   * @param address IPv4 or IPv6 in any notation, as in the DNS answer or the URL
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
 * Public by its range, but the machine's own cloud host answers: Azure's WireServer and DNS
 * (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
 */
const CLOUD_HOST_ADDRESSES = new Set(['168.63.129.16']);

/** All public unicast IPv6 addresses: https://www.iana.org/assignments/ipv6-address-space */
const GLOBAL_UNICAST_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
/** RFC 6052: the well-known prefix of NAT64; the last 32 bits are the IPv4 address of the destination. */
const NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];
/** RFC 4291 2.5.5.2. */
const IPV4_MAPPED: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('::ffff:0:0'), 96];

/** Returns a guard that allows public addresses and what the operator exempts. */
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

/** RFC 5214: an interface identifier that contains an IPv4 address, private or not. */
function isIsatap(address: ipaddr.IPv6): boolean {
  return (address.parts[4] === 0 || address.parts[4] === 0x0200) && address.parts[5] === 0x5efe;
}

/** This machine's addresses: a public one would bypass a firewall in front of it. Read each time, because addresses change. */
function ownAddresses(): Set<string> {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return new Set(own.map(({ address }) => parseAddress(address)?.toString() ?? address));
}

/** Returns the IPv4 address that a connection to this IPv6 address really goes to. Tunnels (6to4, Teredo) are refused instead. */
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
 * Reads the value of ALLOWED_ADDRESSES: networks (`10.1.0.0/16`, `fd00::/8`), single addresses, and `host:port` (`minio:9000`,
 * `[::1]:8080`), separated by commas. A `host:port` allows any address that this host name resolves to.
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

/** Normalises the host with the URL parser, as for the URLs of inputs. */
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
