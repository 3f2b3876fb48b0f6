import { createHash } from 'node:crypto';
import { mkdir, readdir, realpath } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  type CallToolRequest,
  type CallToolResult,
  Client,
  type RequestOptions,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { CONVERTD, temporaryFolder } from '../cli/support.ts';
import { patience } from '../support/slowness.ts';

const PATIENCE_MS = patience(60_000);

export const TOOLS = ['convert', 'job_status', 'list_targets', 'to_markdown'];

/** How the official client detects which revision of the protocol a server supports. */
export const ERAS = ['legacy', 'auto'] as const;
export type Era = (typeof ERAS)[number];

/** The official client, with longer timeouts on a slow machine. */
export class PatientClient extends Client {
  constructor(mode?: Era) {
    super({ name: 'test', version: '1' }, mode && { versionNegotiation: { mode } });
  }

  override connect(transport: Transport): Promise<void> {
    return super.connect(transport, { timeout: PATIENCE_MS });
  }

  override callTool(request: CallToolRequest['params'], options: RequestOptions = {}): Promise<CallToolResult> {
    return super.callTool(request, { timeout: PATIENCE_MS, ...options });
  }
}

/** The working folder of a server, with one subfolder to read and one to write. */
export interface Folders {
  readonly working: string;
  readonly read: string;
  readonly write: string;
}

export async function makeFolders(): Promise<Folders> {
  const working = await realpath(await temporaryFolder());
  const folders = { working, read: join(working, 'in'), write: join(working, 'out') };
  await Promise.all([mkdir(folders.read), mkdir(folders.write)]);
  return folders;
}

/** Returns the folders of running tasks, which are in the folder of each process below DATA_DIR. */
export async function taskFolders(dataDir: string): Promise<string[]> {
  const paths = await readdir(join(dataDir, 'work'), { recursive: true });
  return paths.filter((path) => /^convertd-run-[^/]+\/convertd-[^/]+$/.test(path));
}

/** Environment of a process of the server. */
export function serverEnvironment(work: string, further: Record<string, string> = {}): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', DATA_DIR: work, ...further };
}

/** Returns a client of a server that it starts as a process, connected by standard input and output. */
export async function stdioClient(
  folders: Folders,
  { args, env = {}, era = 'legacy' }: { args?: readonly string[]; env?: Record<string, string>; era?: Era } = {},
): Promise<{ client: Client; transport: StdioClientTransport }> {
  const transport = new StdioClientTransport({
    command: CONVERTD,
    args: ['mcp', ...(args ?? ['--read', folders.read, '--write', folders.write])],
    env: serverEnvironment(join(folders.working, 'data'), env),
    cwd: folders.working,
    stderr: 'inherit',
  });
  const client = new PatientClient(era);
  onTestFinished(() => client.close());
  await client.connect(transport);
  return { client, transport };
}

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
export const base64 = (text: string): string => Buffer.from(text).toString('base64');
/** Arguments of `convert` for the digest of an input. */
export const digestOf = (input: Record<string, unknown>) => ({ inputs: [input], target: 'hash/sha256' });

/** Returns the text of an answer: all its text blocks. */
export const textOf = ({ content }: CallToolResult): string =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');

/** The bytes of the files in an answer. */
export const filesOf = ({ content }: CallToolResult): Buffer[] =>
  content.flatMap((block) => {
    if (block.type !== 'resource') return [];
    return [
      'blob' in block.resource ? Buffer.from(block.resource.blob, 'base64') : Buffer.from(block.resource.text ?? ''),
    ];
  });

/** Error codes of an answer. */
export const codesOf = ({ structuredContent }: CallToolResult): string[] =>
  ((structuredContent as { errors?: { code: string }[] } | undefined)?.errors ?? []).map(({ code }) => code);

/** Starts a web server for the test. @returns its address */
export async function webServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
