/** Downloads a loopback URL into a file and prints the peak memory of this process, in bytes. */
import { createAddressGuard, parseAllowList } from '../../../src/files/fetch/address-guard.ts';
import { fetchToFile } from '../../../src/files/fetch/fetch.ts';
import { peakMemory } from '../../support/peak-memory.ts';

const [url = '', path = ''] = process.argv.slice(2);
const guard = createAddressGuard(parseAllowList('127.0.0.1'));
await fetchToFile(new URL(url), path, { guard, signal: new AbortController().signal });
console.log(peakMemory());
