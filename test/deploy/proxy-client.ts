import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execa } from 'execa';
import { expect } from 'vitest';
import { curl, md5sum } from '../service/outputs/files-support.ts';
import type { JobView } from '../service/serve-support.ts';
import { testFolder, waitFor } from '../worker/support.ts';

/** The name under which a test continues an upload. */
const UPLOAD_ID = 'one';
const FINAL = ['completed', 'failed', 'canceled'];

/** A client of the service that knows only the address of its proxy. It transfers files with curl. */
export class ProxyClient {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  get(path: string): Promise<Response> {
    return fetch(this.#url + path, { headers: { 'x-svc-api-key': this.#key } });
  }

  /** Makes a job that packs one upload as gz, and starts when the upload is complete. */
  async createJob(): Promise<JobView> {
    const answer = await fetch(`${this.#url}/v2/jobs`, {
      method: 'POST',
      headers: { 'x-svc-api-key': this.#key, 'content-type': 'application/json' },
      body: JSON.stringify({
        input: [{ type: 'upload', filename: 'noise.bin' }],
        conversion: [{ category: 'archive', target: 'gz' }],
        process: true,
      }),
    });
    expect(answer.status).toBe(201);
    return (await answer.json()) as JobView;
  }

  /** Resolves with the job when it has ended. */
  final(id: string): Promise<JobView> {
    return waitFor(async () => {
      const job = (await (await this.get(`/v2/jobs/${id}`)).json()) as JobView;
      return FINAL.includes(job.status) && job;
    }, `job ${id} to end`);
  }

  /** Uploads a file. @returns the HTTP status */
  async upload({ id, token }: JobView, file: string): Promise<number> {
    const answer = await curl('-H', `X-Svc-Token: ${token}`, '-F', `file=@${file}`, `${this.#url}/upload-file/${id}`);
    return answer.status;
  }

  /** Begins an upload and breaks the connection. @returns the number of bytes that the service reports */
  async cutUpload({ id, token }: JobView, file: string): Promise<number> {
    const url = `${this.#url}/upload-file/${id}`;
    const headers = ['-H', `X-Svc-Token: ${token}`, '-H', `X-Svc-Upload-Uuid: ${UPLOAD_ID}`];
    const offset = async () => Number((await curl('-I', ...headers, url)).headers['upload-offset']);
    // The upload takes a minute.
    const uploading = execa('curl', ['-s', '--limit-rate', '100K', ...headers, '-F', `file=@${file}`, url], {
      reject: false,
    });
    await waitFor(offset, 'the service to have the beginning of the upload');
    uploading.kill('SIGKILL');
    await uploading;
    return waitFor(async () => {
      const before = await offset();
      await setTimeout(100);
      return before === (await offset()) && before;
    }, 'the service to hear that the client has gone');
  }

  /** Sends the rest of an upload. @returns the HTTP status */
  async resumeUpload({ id, token }: JobView, file: string, offset: number): Promise<number> {
    const bytes = await readFile(file);
    const { status } = await fetch(`${this.#url}/upload-file/${id}`, {
      method: 'PATCH',
      headers: {
        'x-svc-token': token,
        'x-svc-upload-uuid': UPLOAD_ID,
        'upload-offset': String(offset),
        'upload-length': String(bytes.length),
        'content-type': 'application/octet-stream',
      },
      body: bytes.subarray(offset),
    });
    return status;
  }
}

/** Downloads the output of a job and unpacks it with gunzip. @returns the path of the unpacked file */
export async function downloadUnpacked({ output: [output] }: JobView): Promise<string> {
  const file = join(await testFolder(), 'noise.bin.gz');
  await execa('curl', ['--silent', '--show-error', '--fail', '--output', file, output?.uri ?? '']);
  const received = { size: (await stat(file)).size, checksum: await md5sum(file) };
  expect(received).toEqual({ size: output?.size, checksum: output?.checksum });
  await execa('gunzip', [file]);
  return file.slice(0, -'.gz'.length);
}
