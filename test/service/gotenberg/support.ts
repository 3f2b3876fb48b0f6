import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { dispositionFilename } from '../../../src/files/fetch/content-disposition.ts';
import { start } from '../local-service.ts';
import { testFolder } from '../outputs/files-support.ts';

/** A part of a form: a value, or a file with its name. */
type Part = readonly [field: string, value: string] | readonly [field: string, content: string | Buffer, name: string];

export interface GotenbergAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
  /** Name that the answer gives its file. */
  readonly filename: string | null;
}

/** Starts `convertd serve` with Gotenberg's interface, and a client of it. */
export async function startGotenberg(env: Record<string, string> = {}) {
  const started = await start({ GOTENBERG_API: 'open', ...env });
  const post = async (
    path: string,
    parts: readonly Part[],
    headers: Record<string, string> = {},
  ): Promise<GotenbergAnswer> => {
    const form = new FormData();
    for (const [field, content, name] of parts) {
      if (name === undefined) form.append(field, String(content));
      else form.append(field, new File([content], name));
    }
    return read(await fetch(started.serve.url + path, { method: 'POST', body: form, headers }));
  };
  const get = async (path: string, headers: Record<string, string> = {}): Promise<GotenbergAnswer> =>
    read(await fetch(started.serve.url + path, { headers }));
  return { ...started, post, get };
}

async function read(answer: Response): Promise<GotenbergAnswer> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const disposition = answer.headers.get('content-disposition');
  return {
    status: answer.status,
    headers: answer.headers,
    bytes,
    text: bytes.toString(),
    filename: disposition === null ? null : dispositionFilename(disposition),
  };
}

/** Writes bytes into a file for a program that looks at them. */
export async function saved(bytes: Buffer, name = 'result.pdf'): Promise<string> {
  const path = join(await testFolder(), name);
  await writeFile(path, bytes);
  return path;
}

/** Number of pages, by pdfinfo. */
export async function pagesOf(bytes: Buffer, ...args: string[]): Promise<number> {
  const { stdout } = await execa('pdfinfo', [...args, await saved(bytes)]);
  return Number(/^Pages: +(\d+)$/m.exec(stdout)?.[1]);
}

/** Text of a PDF, by pdftotext. */
export const textOf = async (bytes: Buffer): Promise<string> =>
  (await execa('pdftotext', [await saved(bytes), '-'])).stdout;

/** Names in a zip, by unzip. */
export const namesIn = async (bytes: Buffer): Promise<string[]> =>
  (await execa('unzip', ['-Z1', await saved(bytes, 'result.zip')])).stdout.split('\n').sort();
