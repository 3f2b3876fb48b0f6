import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Json } from '../service/support.ts';
import { waitFor } from '../worker/support.ts';
import type { Conversion } from './conversions.ts';

/** Address and API key of a service. */
export interface Access {
  readonly url: string;
  readonly key: string;
}

/** Sends one request and returns the parsed body, or null without a body. Throws if the status is not 2xx. */
export async function ask({ url, key }: Access, method: string, path: string, body?: object): Promise<Json> {
  const response = await fetch(url + path, {
    method,
    headers: { 'x-svc-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** Makes a job with one uploaded file. @returns the final document of the job */
export function convert(access: Access, conversion: Conversion, input: string): Promise<Json> {
  const { category, target, options = {} } = conversion;
  return convertAll(access, { category, target, options }, [input]);
}

/** A file to upload and the input engine that opens it. */
export interface Upload {
  readonly path: string;
  readonly engine: string;
  readonly options: object;
}

/** Path of a file to upload, a file with an input engine, or the document of an input that the service fetches. */
export type GivenInput = string | Upload | { readonly type: string; readonly [key: string]: unknown };

/** Makes a job of one conversion. @returns the final document of the job */
export async function convertAll(access: Access, conversion: object, inputs: readonly GivenInput[]): Promise<Json> {
  const job = await ask(access, 'POST', '/v2/jobs', {
    input: inputs.map(documentOf),
    conversion: [conversion],
    process: true,
  });
  for (const path of inputs.flatMap(uploaded)) await upload(access, job, path);
  return waitFor(async () => {
    const now = await ask(access, 'GET', `/v2/jobs/${job.id}`);
    return ['completed', 'failed', 'canceled'].includes(now.status) && now;
  }, JSON.stringify(conversion));
}

const isUpload = (input: GivenInput): input is Upload => typeof input !== 'string' && !('type' in input);

/** Paths of the files that are uploaded for an input. */
export function uploaded(input: GivenInput): string[] {
  if (typeof input === 'string') return [input];
  return isUpload(input) ? [input.path] : [];
}

function documentOf(input: GivenInput): object {
  if (typeof input === 'string') return { type: 'upload', filename: basename(input) };
  if (!isUpload(input)) return input;
  const { path, engine, options } = input;
  return { type: 'upload', filename: basename(path), engine, options };
}

async function upload({ url }: Access, job: Json, path: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([await readFile(path)]), basename(path));
  const sent = await fetch(`${url}/upload-file/${job.id}`, {
    method: 'POST',
    headers: { 'x-svc-token': job.token },
    body: form,
  });
  if (sent.status >= 300) throw new Error(`the upload was refused: ${sent.status} ${await sent.text()}`);
}

/** Downloads the only output of a job, without a key because the link is the credential. @returns its path below the folder */
export async function download(job: Json, folder: string): Promise<string> {
  if (job.status !== 'completed' || job.output.length !== 1)
    throw new Error(`no output: ${JSON.stringify(job.errors)}`);
  const [output] = job.output;
  const response = await fetch(output.uri);
  if (response.status !== 200) throw new Error(`${output.uri}: ${response.status}`);
  // In a separate folder, because the output may have its input's name.
  const path = join(await mkdtemp(join(folder, 'download-')), output.filename);
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
  return path;
}
