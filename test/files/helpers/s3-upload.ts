import { openOutputStore } from '../../../src/files/stores/open-output-store.ts';
/** Stores a file and prints the result and the peak memory of this process, in bytes. Arguments: file, store. */
import { peakMemory } from '../../support/peak-memory.ts';

const [file = '', location = ''] = process.argv.slice(2);
const { signal } = new AbortController();
const stored = await openOutputStore(location).put(file, {
  filename: 'a',
  contentType: 'application/octet-stream',
  signal,
});
console.log(JSON.stringify({ ...stored, memory: peakMemory() }));
