import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { execa } from 'execa';
import { expect, onTestFinished } from 'vitest';
import { CONVERTD } from '../cli/support.ts';
import { type Era, type Folders, PatientClient, serverEnvironment } from './support.ts';

export const KEY = 'a-key-of-the-tests-0123456789';
export const ABC = { base64: Buffer.from('abc').toString('base64'), filename: 'abc.txt' };

/** Starts the server on a free port of this machine and returns its address. */
export async function startServer(
  folders: Folders,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {},
): Promise<string> {
  const server = execa(CONVERTD, ['mcp', '--http', '127.0.0.1:0', ...args], {
    env: serverEnvironment(join(folders.working, 'data'), { MCP_KEY: KEY, ...env }),
    extendEnv: false,
    cwd: folders.working,
    reject: false,
    stderr: 'inherit',
  });
  onTestFinished(async () => {
    server.kill('SIGTERM');
    expect((await server).exitCode).toBe(0);
  });
  for await (const line of createInterface(server.stdout)) {
    const url = /serves MCP at (\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('the server did not start');
}

export async function httpClient(url: string, era: Era, key = KEY): Promise<Client> {
  const headers = { Authorization: `Bearer ${key}` };
  const client = new PatientClient(era);
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

/** Returns the HTTP status of a request with these headers; fetch would not send our own Host. */
export function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const all = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers };
    const sent = request(url, { method: 'POST', headers: all }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
