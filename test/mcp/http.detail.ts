import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { convertd } from '../cli/support.ts';
import { ABC, httpClient, startServer } from './http-support.ts';
import { ERAS, filesOf, makeFolders, TOOLS, taskFolders, webServer } from './support.ts';

describe('convertd mcp --http', () => {
  it.each(ERAS)('offers the same tools and converts: %s', async (era) => {
    const folders = await makeFolders();
    const client = await httpClient(await startServer(folders), era);
    expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual(TOOLS);
    const progress: number[] = [];
    const answer = await client.callTool(
      { name: 'convert', arguments: { inputs: [ABC], target: 'hash/sha256' } },
      { onprogress: ({ progress: percent }) => progress.push(percent) },
    );
    expect(String(filesOf(answer)[0])).toContain(createHash('sha256').update('abc').digest('hex'));
    expect(progress.length).toBeGreaterThan(0);
    const started = await client.callTool({
      name: 'convert',
      arguments: { inputs: [ABC], target: 'hash/sha256', background: true },
    });
    const { job_id } = started.structuredContent as { job_id: string };
    const done = await client.callTool({ name: 'job_status', arguments: { job_id, wait_seconds: 50 } });
    expect(filesOf(done)).toEqual(filesOf(answer));
  });

  it('ends a conversion whose client goes away', async () => {
    const folders = await makeFolders();
    const asked = Promise.withResolvers<void>();
    const leftAlone = Promise.withResolvers<void>();
    const files = await webServer((_, response) => {
      response.writeHead(200, { 'Content-Length': '1000000' });
      response.write('a');
      response.on('close', () => leftAlone.resolve());
      asked.resolve();
    });
    const url = await startServer(folders, { env: { ALLOWED_ADDRESSES: new URL(files).host } });
    const client = await httpClient(url, 'auto');
    const cancel = new AbortController();
    const ask = { name: 'convert', arguments: { inputs: [{ url: `${files}/a.txt` }], target: 'hash/sha256' } };
    const call = client.callTool(ask, { signal: cancel.signal });
    await asked.promise;
    cancel.abort();
    await expect(call).rejects.toThrow();
    await leftAlone.promise;
  });

  it('forgets at once a conversion that waits for a slot and whose client goes away', async () => {
    const folders = await makeFolders();
    const asked: string[] = [];
    const files = await webServer(({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(200, { 'Content-Length': '1000000' });
      response.write('a');
    });
    const env = { ALLOWED_ADDRESSES: new URL(files).host, CONCURRENCY: '1' };
    const url = await startServer(folders, { env });
    const convert = async (name: string, signal?: AbortSignal) => {
      const client = await httpClient(url, 'auto');
      const ask = { name: 'convert', arguments: { inputs: [{ url: `${files}/${name}` }], target: 'hash/sha256' } };
      return client.callTool(ask, signal && { signal });
    };
    const running = () => taskFolders(join(folders.working, 'data'));
    convert('first.txt').catch(() => {});
    await expect.poll(() => asked).toEqual(['/first.txt']);
    const cancel = new AbortController();
    const folder = await running();
    const second = convert('second.txt', cancel.signal);
    await expect.poll(running).not.toEqual(folder);
    cancel.abort();
    await expect(second).rejects.toThrow();
    // The first conversion still has the slot.
    await expect.poll(running).toEqual(folder);
    expect(asked).toEqual(['/first.txt']);
  });

  it('does not start without a key, or with one that is short', async () => {
    const start = (env: Record<string, string>) =>
      convertd(['mcp', '--http', '0'], { env: { PATH: process.env.PATH, ...env }, extendEnv: false });
    expect(await start({})).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('MCP_KEY') });
    expect(await start({ MCP_KEY: 'short' })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('MCP_KEY'),
    });
  });
});
