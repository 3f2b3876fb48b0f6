import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { terminal } from './terminal.ts';

/** Reads a file, or standard input for `-`: as a stream, because it may be a socket, which cannot be opened by path. */
export async function readText(path: string): Promise<string> {
  return path === '-' ? text(terminal().stdin) : readFile(path, 'utf8');
}
