import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { fixture } from '../engines/document/support.ts';
import { isRunning } from '../process/helpers/find-processes.ts';
import {
  base64,
  codesOf,
  digestOf,
  ERAS,
  filesOf,
  makeFolders,
  sha256,
  stdioClient,
  TOOLS,
  taskFolders,
  textOf,
  webServer,
} from './support.ts';

describe('convertd mcp over standard input and output', () => {
  it.each(ERAS)('offers its tools and says which folders are allowed: %s', async (era) => {
    const folders = await makeFolders();
    const { client } = await stdioClient(folders, { era });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(TOOLS);
    expect(client.getInstructions()).toContain(folders.read);
    const answer = await client.callTool({ name: 'list_targets', arguments: { target: 'hash/sha256' } });
    expect(textOf(answer)).toContain('hash/sha256');
  });

  it('returns outputs in the answer, of a file and of base64', async () => {
    const folders = await makeFolders();
    await writeFile(join(folders.read, 'abc.txt'), 'abc');
    const { client } = await stdioClient(folders);
    for (const input of [{ path: 'in/abc.txt' }, { base64: base64('abc'), filename: 'abc.txt' }]) {
      const zipped = await client.callTool({ name: 'convert', arguments: { inputs: [input], target: 'gz' } });
      const [bytes] = filesOf(zipped);
      expect((await execa('gzip', ['-dc'], { input: bytes ?? '', encoding: 'utf8' })).stdout).toBe('abc');
    }
    expect(await taskFolders(join(folders.working, 'data'))).toEqual([]);
  });

  it('allows nothing where it was started in the home folder or above it', async () => {
    const folders = await makeFolders();
    const { client } = await stdioClient(folders, { args: [], env: { HOME: join(folders.working, 'home') } });
    await writeFile(join(folders.working, 'a.txt'), 'a');
    expect(client.getInstructions()).toContain('reads no files');
    const answer = await client.callTool({ name: 'convert', arguments: digestOf({ path: 'a.txt' }) });
    expect(codesOf(answer)).toEqual(['input_source_unsupported']);
  });

  it('refuses private addresses that the operator does not allow', async () => {
    const folders = await makeFolders();
    const url = await webServer((_, response) => response.end('abc'));
    const strict = await stdioClient(folders);
    const ask = { name: 'convert', arguments: digestOf({ url: `${url}/a.txt` }) };
    expect(codesOf(await strict.client.callTool(ask))).toEqual(['input_address_refused']);
    const open = await stdioClient(folders, { env: { ALLOWED_ADDRESSES: new URL(url).host } });
    expect(String(filesOf(await open.client.callTool(ask))[0])).toContain(sha256('abc'));
  });

  it('ends a conversion that its client cancels', async () => {
    const folders = await makeFolders();
    const asked = Promise.withResolvers<void>();
    const leftAlone = Promise.withResolvers<void>();
    const url = await webServer((_, response) => {
      response.writeHead(200, { 'Content-Length': '1000000' });
      response.write('a');
      response.on('close', () => leftAlone.resolve());
      asked.resolve();
    });
    const { client } = await stdioClient(folders, { env: { ALLOWED_ADDRESSES: new URL(url).host } });
    const cancel = new AbortController();
    const call = client.callTool(
      { name: 'convert', arguments: digestOf({ url: `${url}/a.txt` }) },
      { signal: cancel.signal },
    );
    await asked.promise;
    cancel.abort();
    await expect(call).rejects.toThrow();
    await leftAlone.promise;
    // The server still works, and nothing remains of the conversion.
    await client.listTools();
    await expect.poll(() => taskFolders(join(folders.working, 'data'))).toEqual([]);
  });

  it('reads a text in parts that are the whole together', async () => {
    const folders = await makeFolders();
    const whole = `${Array.from({ length: 40 }, (_, index) => `Paragraph ${index} with an 🐘 in it.`).join('\n\n')}\n`;
    await writeFile(join(folders.read, 'long.md'), whole);
    const { client } = await stdioClient(folders);
    const parts: string[] = [];
    let next: Record<string, unknown> | null = { input: { path: 'in/long.md' } };
    while (next !== null) {
      const answer = await client.callTool({ name: 'to_markdown', arguments: { ...next, max_characters: 300 } });
      const [text, note] = answer.content.map((block) => (block.type === 'text' ? block.text : ''));
      parts.push(text ?? '');
      const continuation = /continuation "([^"]+)"/.exec(note ?? '')?.[1];
      next = continuation === undefined ? null : { continuation };
    }
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.join('')).toBe(whole);
    expect(codesOf(await client.callTool({ name: 'to_markdown', arguments: { continuation: 'wrong.0' } }))).toEqual([
      'task_invalid',
    ]);
  });

  it('runs a conversion in the background, answers for it, and cancels it', async () => {
    const folders = await makeFolders();
    const asked = Promise.withResolvers<void>();
    const url = await webServer((_, response) => {
      response.writeHead(200, { 'Content-Length': '1000000' });
      response.write('a');
      asked.resolve();
    });
    const { client } = await stdioClient(folders, { env: { ALLOWED_ADDRESSES: new URL(url).host } });
    const start = async (input: Record<string, unknown>) => {
      const answer = await client.callTool({ name: 'convert', arguments: { ...digestOf(input), background: true } });
      return (answer.structuredContent as { job_id: string }).job_id;
    };
    const status = (further: Record<string, unknown>) => client.callTool({ name: 'job_status', arguments: further });
    const quick = await start({ base64: base64('abc') });
    const done = await status({ job_id: quick, wait_seconds: 50 });
    expect(String(filesOf(done)[0])).toContain(sha256('abc'));

    const slow = await start({ url: `${url}/a.txt` });
    await asked.promise;
    expect((await status({ job_id: slow })).structuredContent).toMatchObject({ status: 'processing', job_id: slow });
    const ended = await status({ job_id: slow, cancel: true });
    expect(codesOf(ended)).toEqual(['conversion_canceled']);
    expect(codesOf(await status({ job_id: 'none' }))).toEqual(['task_invalid']);
  });

  it('gives the figures of an output', async () => {
    const folders = await makeFolders();
    const { client } = await stdioClient(folders);
    const picture = { base64: (await readFile(fixture('gradient.png'))).toString('base64') };
    const answer = await client.callTool({
      name: 'convert',
      arguments: { inputs: [picture, picture], target: 'compare-image' },
    });
    const { outputs } = answer.structuredContent as { outputs: { metadata: Record<string, unknown> }[] };
    expect(Object.keys(outputs[0]?.metadata ?? {}).length).toBeGreaterThan(0);
    expect(textOf(answer)).toContain(JSON.stringify(outputs[0]?.metadata));
  });

  it('ends with its client, and leaves nothing', async () => {
    const folders = await makeFolders();
    const { client, transport } = await stdioClient(folders);
    const { pid } = transport;
    await client.callTool({ name: 'convert', arguments: { ...digestOf({ base64: base64('abc') }), background: true } });
    await client.close();
    expect(await isRunning(pid ?? 0)).toBe(false);
    await mkdir(join(folders.working, 'data', 'work'), { recursive: true });
    expect(await readdir(join(folders.working, 'data', 'work'))).toEqual([]);
  });
});
