import { homedir } from 'node:os';
import { type LocalConfig, readLocalConfig } from '../config.ts';
import { type Environment, readSettings } from '../settings/read.ts';
import { MCP } from '../settings/schema.ts';
import { allowedFolders, type Folders } from './folders.ts';

/** Flags of `convertd mcp`. */
export interface McpFlags {
  /** Folders whose files may be converted. */
  readonly read?: readonly string[];
  /** Folders in which outputs may be saved. */
  readonly write?: readonly string[];
  /** `HOST:PORT` or `PORT` for HTTP. Default: standard input and output. */
  readonly http?: string;
}

/** Address of the HTTP server, and who may use it. */
export interface HttpConfig {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly key: string;
  /** Host names, without ports, allowed in `Host` and `Origin` of a request; IPv6 in brackets. */
  readonly hostnames: readonly string[];
}

export interface McpConfig extends Omit<LocalConfig, 'outputStore'> {
  readonly folders: Folders;
  /** Null for standard input and output. */
  readonly http: HttpConfig | null;
}

/** Throws Error with a readable message if a setting or a flag is wrong. */
export function readMcpConfig(env: Environment, flags: McpFlags, cores: number): McpConfig {
  const settings = readSettings(env, MCP);
  const { outputStore: _, ...local } = readLocalConfig(env, cores);
  const http = flags.http === undefined ? null : httpConfig(flags.http, settings.MCP_KEY, settings.MCP_ALLOWED_HOSTS);
  const folders = allowedFolders(flags, { working: process.cwd(), home: homedir(), isRemote: http !== null });
  return { ...local, folders, http };
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** Addresses that stand for all addresses of this machine; no request names them. */
const EVERY_ADDRESS = ['0.0.0.0', '[::]'];

function httpConfig(address: string, key: string | null, further: readonly string[]): HttpConfig {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(address) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65_535) {
    throw new Error(`--http must be HOST:PORT or PORT, not "${address}"`);
  }
  if (key === null) {
    throw new Error('--http needs a key: set MCP_KEY (`openssl rand -hex 32` makes one), and give it to the clients');
  }
  const bare = host.replace(/^\[|\]$/g, '');
  const name = bare.includes(':') ? `[${bare}]` : bare;
  const own = EVERY_ADDRESS.includes(name) ? [] : [name];
  return { host: bare, port, key, hostnames: [...new Set([...LOOPBACK, ...own, ...further])] };
}
