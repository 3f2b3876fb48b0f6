import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import type { OpenApi } from './service-reference.ts';

/** Reads the OpenAPI description from a service that is started for it in a temporary folder and stopped again. */
export async function readSchema(root: string): Promise<OpenApi> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-docs-'));
  // Nothing is converted, so building the site needs no sandbox.
  const env = { DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', SANDBOX: 'off' };
  const service = execa(join(root, 'bin', 'convertd'), ['serve'], {
    cwd: folder,
    env,
    stderr: 'ignore',
    reject: false,
  });
  try {
    for await (const line of createInterface({ input: service.stdout })) {
      const url = /^convertd serves (\S+)$/.exec(line)?.[1];
      if (url === undefined) continue;
      const answer = await fetch(`${url}/v2/schema`);
      return (await answer.json()) as OpenApi;
    }
    throw new Error('convertd serve ended before it printed its address.');
  } finally {
    service.kill('SIGTERM');
    await service;
    await rm(folder, { recursive: true, force: true });
  }
}
