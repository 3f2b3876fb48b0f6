import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { createAddressGuard, parseAllowList } from '../../src/files/fetch/address-guard.ts';

const target = { host: 'example.org', port: 443 };
const refusal = (address: string, allowed = '', to = target): string | null =>
  createAddressGuard(parseAllowList(allowed)).refusal(address, to);

describe('without an allow list', () => {
  test.each([
    ...[
      '8.8.8.8',
      '1.1.1.1',
      '93.184.216.34',
      '100.63.255.255',
      '100.128.0.1',
      '172.15.0.1',
      '172.32.0.1',
      '169.253.1.1',
    ],
    ...['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2001:4860:4860::8888', '2620:fe::fe'],
    // IPv6 addresses that lead to a public IPv4 address.
    ...['::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '64:ff9b::808:808'],
  ])('%s is public', (address) => {
    expect(refusal(address)).toBeNull();
  });

  test.each([
    ['this network', '0.0.0.0', '0.1.2.3'],
    ['private', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
    ['shared address space (carrier-grade NAT)', '100.64.0.1', '100.127.255.255', '100.100.100.200'],
    ['loopback', '127.0.0.1', '127.1.2.3', '127.255.255.255'],
    ['link-local and cloud metadata', '169.254.0.1', '169.254.169.254'],
    ['protocol assignments', '192.0.0.1', '192.0.0.192'],
    ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmarking', '198.18.0.1', '198.19.255.255'],
    ['multicast', '224.0.0.1', '239.255.255.255'],
    ['reserved and broadcast', '240.0.0.1', '255.255.255.255'],
    ["the cloud host's own", '168.63.129.16', '::ffff:168.63.129.16'],
    ['unspecified and loopback of IPv6', '::', '::1', '0:0:0:0:0:0:0:1'],
    ['unique local', 'fc00::1', 'fd00:ec2::254'],
    ['link-local of IPv6', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
    ['site-local', 'fec0::1'],
    ['multicast of IPv6', 'ff02::1', 'ff0e::1'],
    ['IPv4-mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254'],
    ['IPv4-compatible', '::127.0.0.1', '::7f00:1', '::8.8.8.8'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::8.8.8.8'],
    ['6to4', '2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1'],
    ['Teredo', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['ISATAP', '2a00:1450::5efe:7f00:1', '2a00:1450::200:5efe:a00:1'],
    ['documentation of IPv6', '2001:db8::1', '3fff::1'],
    ['discard, ORCHID, benchmarking, SRv6', '100::1', '2001:20::1', '2001:2::1', '5f00::1'],
    ['not global unicast', '4000::1', '1::1', '100:0:0:1::1'],
    ['no address', 'localhost', '', 'unknown', '127.0.0.1:80'],
  ])('%s: refused', (_, ...addresses) => {
    for (const address of addresses) expect(refusal(address), address).not.toBeNull();
  });

  test('every address of this machine is refused', () => {
    const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    expect(own.length).toBeGreaterThan(0);
    for (const { address } of own) expect(refusal(address), address).not.toBeNull();
  });
});

describe('the allow list', () => {
  test.each([
    ['10.1.0.0/16', '10.1.2.3', true],
    ['10.1.0.0/16', '10.2.0.1', false],
    ['10.1.0.0/16', '::ffff:10.1.2.3', true],
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['fd00::/8', 'fd12::1', true],
    ['fd00::/8', 'fe80::1', false],
    ['::1', '::1', true],
    [' 10.0.0.0/8 , 192.168.0.0/16 ', '192.168.1.1', true],
    ['0.0.0.0/0', '169.254.169.254', true],
    ['0.0.0.0/0', 'fd00::1', false],
  ])('%s: %s passes: %s', (allowed, address, passes) => {
    expect(refusal(address, allowed) === null).toBe(passes);
  });

  test.each([
    ['minio:9000', 'minio', 9000, true],
    ['minio:9000', 'MinIO', 9000, true],
    ['minio:9000', 'minio', 9001, false],
    ['minio:9000', 'minio.evil.example', 9000, false],
    ['127.0.0.1:8080', '127.0.0.1', 8080, true],
    ['127.0.0.1:8080', '127.0.0.1', 8081, false],
    ['[::1]:8080', '[::1]', 8080, true],
    ['[::1]:8080', '::1', 8080, true],
    ['bücher.example:80', 'xn--bcher-kva.example', 80, true],
  ])('%s: %s port %i passes: %s', (allowed, host, port, passes) => {
    expect(refusal('10.0.0.1', allowed, { host, port }) === null).toBe(passes);
  });

  test.each(['localhost', '10.0.0.0/33', 'http://minio:9000', 'minio:99999', 'minio:', ':80', 'user@minio:80', '10.1'])(
    '"%s" is refused with its name in the message',
    (item) => {
      expect(() => parseAllowList(`10.0.0.0/8,${item}`)).toThrow(`"${item}"`);
    },
  );
});
