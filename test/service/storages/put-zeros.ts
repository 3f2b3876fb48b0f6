/**
 * Sends zeros to a storage and prints the peak memory of this process, in bytes. Argument: number of bytes to send. Standard input: JSON
 * with type, parameters and credentials.
 */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { openCloudFile } from '../../../src/files/cloud/providers.ts';
import { createAddressGuard, parseAllowList } from '../../../src/files/fetch/address-guard.ts';
import { peakMemory } from '../../support/peak-memory.ts';

const size = Number(process.argv[2]);
const { type, parameters, credentials } = JSON.parse(await text(process.stdin));
const chunk = Buffer.alloc(256 * 1024);

function* zeros(): Generator<Buffer> {
  for (let left = size; left > 0; left -= chunk.length) yield chunk.subarray(0, Math.min(left, chunk.length));
}

await openCloudFile(type, parameters, credentials).put(Readable.from(zeros(), { objectMode: false }), size, {
  guard: createAddressGuard(parseAllowList('127.0.0.1')),
  signal: new AbortController().signal,
  contentType: 'application/octet-stream',
  idleMs: 60_000,
});
console.log(peakMemory());
