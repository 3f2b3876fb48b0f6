import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { client } from './client/client.gen.ts';
import {
  getDownload,
  getJob,
  getJobs,
  headUpload,
  type Input,
  type Job,
  type JobStatus,
  type NewJob,
  type Output,
  patchUpload,
  postConvert,
  postJobs,
  postUpload,
} from './client/index.ts';

/*
 * A client author's program that uses the generated client: where it runs, the folder `client` is next to this file (see
 * ../generated-client.ts). The compiler checks it with the strict settings of the repository; it has no cast and no `any`.
 */

const { BASE_URL = '', API_KEY = '', FILE = '', TARGET = '', DOWNLOAD = '' } = process.env;
const UPLOAD_ID = 'upload-1';
const FINAL: readonly JobStatus[] = ['completed', 'failed', 'canceled'];
const POLL_MS = 200;

client.setConfig({
  baseUrl: BASE_URL,
  auth: ({ name }) => (name === 'X-Svc-Api-Key' ? API_KEY : undefined),
  throwOnError: true,
});

/** Returns the status code: a status is a string, or an object for some clients. */
const codeOf = ({ status }: Job): JobStatus => (typeof status === 'string' ? status : status.code);

async function create(): Promise<Job> {
  const body: NewJob = {
    input: [{ type: 'upload', filename: basename(FILE) }],
    conversion: [{ target: TARGET }],
    process: true,
  };
  const request = { body, headers: { 'Idempotency-Key': 'order-4711' }, throwOnError: true } as const;
  const { data: job } = await postJobs(request);
  const { data: again } = await postJobs(request);
  if (!job || !again || again.id !== job.id) throw new Error('repeating the request did not give the same job');
  return job;
}

/** Uploads the file as a form, asks how much has arrived, and repeats the upload as bytes, which stores nothing. */
async function upload({ id }: Job): Promise<Input> {
  const path = { job_id: id };
  const named = { 'X-Svc-Upload-Uuid': UPLOAD_ID };
  const file = new File([await readFile(FILE)], basename(FILE));
  await postUpload({ path, headers: named, body: { file }, throwOnError: true });
  const { response } = await headUpload({ path, headers: named, throwOnError: true });
  const arrived = Number(response.headers.get('upload-offset'));
  if (arrived !== file.size) throw new Error(`${arrived} bytes of ${file.size} have arrived`);
  const headers = { ...named, 'Upload-Offset': 0, 'Upload-Length': file.size };
  const { data: input } = await patchUpload({ path, headers, body: file, throwOnError: true });
  if (!input) throw new Error('the whole file was sent, and some is still missing');
  return input;
}

async function finish(id: string): Promise<Job> {
  for (;;) {
    const { data: job } = await getJob({ path: { job_id: id }, throwOnError: true });
    if (FINAL.includes(codeOf(job))) return job;
    await setTimeout(POLL_MS);
  }
}

async function download({ id, filename }: Output): Promise<Uint8Array> {
  const { data: file } = await getDownload({ path: { output_id: id, filename }, throwOnError: true });
  return new Uint8Array(await file.arrayBuffer());
}

async function list(): Promise<Job[]> {
  const { data: jobs } = await getJobs({ query: { status: 'completed', page: 1 }, throwOnError: true });
  return jobs ?? [];
}

/** Converts with one request. The response is the file, or the job if the conversion takes longer than the request waits. */
async function convertInOneCall(): Promise<Uint8Array> {
  const file = new File([await readFile(FILE)], basename(FILE));
  const { data: result } = await postConvert({ path: { target: TARGET }, body: { file: [file] }, throwOnError: true });
  if (!(result instanceof Blob)) throw new Error(`the answer is the job ${result.id}`);
  return new Uint8Array(await result.arrayBuffer());
}

/** Refusals are typed too: without `throwOnError` they are values. */
async function refused(): Promise<number | undefined> {
  const { error } = await getJob({ path: { job_id: 'none' }, throwOnError: false });
  return error?.code;
}

const created = await create();
const input = await upload(created);
const job = await finish(created.id);
const [output] = job.output;
if (codeOf(job) !== 'completed' || output === undefined) {
  throw new Error(
    `the job is ${codeOf(job)}: ${job.errors.map(({ code, message }) => `${code} ${message}`).join(' ')}`,
  );
}
if (!output.source.input.includes(input.id)) throw new Error('the output is of another input');
const bytes = await download(output);
if (Buffer.compare(bytes, await convertInOneCall()) !== 0) throw new Error('one call gives another file than the job');
await writeFile(DOWNLOAD, bytes);
const listed = (await list()).some(({ id }) => id === job.id);
const { filename, size } = output;
console.log(JSON.stringify({ job: job.id, filename, size, listed, refusal: await refused() }));
