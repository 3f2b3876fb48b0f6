import { packageVersion } from '../../src/process/packages.ts';
import type { ProgramDescription } from '../../src/process/programs.ts';
import { HASH_TARGETS } from './targets.ts';

const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'hash-wasm': ['adler32', 'blake3', 'blowfish', 'crc64', 'md4', 'xxh128', 'xxh3', 'xxh32', 'xxh64'],
  'apache-md5': ['apache-htpasswd'],
  'unix-crypt-td-js': ['std-des'],
};

/** Describes Node itself, which includes OpenSSL and zlib, and the npm packages that a few targets need. */
export async function describePrograms(): Promise<ProgramDescription[]> {
  const packages = Object.entries(PACKAGES).map(async ([name, targets]) => ({
    name,
    version: await packageVersion(name),
    package: name,
    need: 'required' as const,
    neededFor: targets.map((target) => `hash/${target}`),
  }));
  const node = {
    name: 'node',
    version: `${process.versions.node} (OpenSSL ${process.versions.openssl}, zlib ${process.versions.zlib})`,
    package: 'node',
    need: 'required' as const,
    neededFor: HASH_TARGETS.map((target) => `hash/${target}`),
  };
  return [node, ...(await Promise.all(packages))];
}
