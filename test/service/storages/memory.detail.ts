import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { useS3 } from '../../support/use-s3.ts';
import { azureStorage } from './azure.ts';
import { ftpStorage } from './ftp.ts';
import { googleStorage } from './google.ts';
import { s3Storage } from './s3.ts';
import type { TestStorage } from './storage.ts';

const MIB = 1024 ** 2;
const s3 = useS3('zeros');

test.each<[string, () => Promise<TestStorage>]>([
  ['S3', () => s3Storage(s3, 'zeros')],
  ['Azure Blob Storage', azureStorage],
  ['Google Cloud Storage', googleStorage],
  ['FTP', ftpStorage],
])('a delivery to %s takes no more memory where the file is larger', async (_name, open) => {
  const storage = await open();
  onTestFinished(storage.stop);
  const script = fileURLToPath(new URL('./put-zeros.ts', import.meta.url));
  const memory = async (bytes: number): Promise<number> => {
    const input = JSON.stringify({ type: storage.type, ...storage.describe('zeros') });
    const { stdout } = await execa(process.execPath, [script, String(bytes)], { input });
    expect((await storage.read('zeros'))?.length).toBe(bytes);
    return Number(stdout);
  };
  const [small, large] = [await memory(50 * MIB), await memory(250 * MIB)];
  // Usually 1 to 20 MiB of garbage that is not yet collected. A delivery that kept the file in memory would use 200.
  expect((large - small) / MIB).toBeLessThan(60);
});
