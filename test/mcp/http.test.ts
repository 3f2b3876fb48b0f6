import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { httpClient, KEY, startServer, statusOf } from './http-support.ts';
import { codesOf, makeFolders, textOf } from './support.ts';

describe('convertd mcp --http', () => {
  it('answers nobody without the key, and no page of another host', async () => {
    const folders = await makeFolders();
    const url = await startServer(folders, { env: { MCP_ALLOWED_HOSTS: 'files.example.org' } });
    const withKey = { Authorization: `Bearer ${KEY}` };
    expect(await statusOf(url, withKey)).toBe(200);
    expect(await statusOf(url, {})).toBe(401);
    expect(await statusOf(url, { Authorization: `Bearer ${KEY}x` })).toBe(401);
    expect(await statusOf(url, { ...withKey, Host: 'evil.example.org' })).toBe(403);
    expect(await statusOf(url, { ...withKey, Origin: 'https://evil.example.org' })).toBe(403);
    expect(await statusOf(url, { ...withKey, Host: 'files.example.org' })).toBe(200);
    expect(await statusOf(url, { ...withKey, Origin: 'http://localhost:6274' })).toBe(200);
    expect(await statusOf(new URL('/other', url).href, withKey)).toBe(404);
    await expect(httpClient(url, 'legacy', 'wrong')).rejects.toThrow();
  });

  it('uses no files of its machine, unless folders were named', async () => {
    const folders = await makeFolders();
    await writeFile(join(folders.read, 'a.txt'), 'a');
    const ask = {
      name: 'convert',
      arguments: {
        inputs: [{ path: join(folders.read, 'a.txt') }],
        target: 'hash/sha256',
        output_folder: folders.write,
      },
    };
    const closed = await httpClient(await startServer(folders), 'legacy');
    expect(codesOf(await closed.callTool(ask))).toEqual(['output_store_refused']);
    const { output_folder: _, ...arguments_ } = ask.arguments;
    expect(codesOf(await closed.callTool({ ...ask, arguments: arguments_ }))).toEqual(['input_source_unsupported']);
    expect(await readdir(folders.write)).toEqual([]);
    const args = ['--read', folders.read, '--write', folders.write];
    const open = await httpClient(await startServer(folders, { args }), 'legacy');
    expect(textOf(await open.callTool(ask))).toContain('Saved');
    expect(await readdir(folders.write)).toHaveLength(1);
  });
});
