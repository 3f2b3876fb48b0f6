import { STATUS_CODES } from 'node:http';
import { dispositionFilename } from '../../../files/fetch/content-disposition.ts';
import { safeFilename } from '../../../files/filename.ts';
import { ConversionError } from '../../../task/errors.ts';
import type { CallInputs } from '../../convert/inputs.ts';
import { ServiceError } from '../../errors.ts';
import { type OutboundClient, webUrl } from '../outbound.ts';
import { Refusal } from '../refusal.ts';
import { plainFilename } from './filenames.ts';
import type { Form, FormFile } from './form.ts';
import { isObject, jsonProblem } from './go-json.ts';

/** A file that the server is to fetch. */
interface Download {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Field that the file counts for. */
  readonly field: string;
}

/** Most files of one request. */
const MOST = 100;

export interface DownloadRun {
  readonly client: OutboundClient;
  readonly inputs: CallInputs;
  /** Sent with each request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Fetches the files that the field `downloadFrom` lists, and adds them to the form.
 * @throws Refusal 400, 403; ServiceError 402, 413
 */
export async function downloadFiles(form: Form, run: DownloadRun): Promise<void> {
  const text = form.value('downloadFrom');
  if (text === undefined) return;
  const files: FormFile[] = [];
  for (const [index, download] of readDownloads(text).entries()) files.push(await fetchFile(download, index, run));
  form.addFilesBefore(files);
}

function readDownloads(text: string): Download[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw wrongList(jsonProblem(text));
  }
  if (!Array.isArray(read) || !read.every(isObject) || read.length > MOST) {
    throw wrongList(`it must be a list of at most ${MOST} objects, each with a url`);
  }
  return read.map(({ url, extraHttpHeaders, embedded, field }) => ({
    url: typeof url === 'string' ? url.trim() : '',
    headers: isObject(extraHttpHeaders)
      ? Object.fromEntries(Object.entries(extraHttpHeaders).map(([name, value]) => [name.toLowerCase(), String(value)]))
      : {},
    field:
      field === 'watermark' || field === 'stamp'
        ? field
        : field === 'embedded' || embedded === true
          ? 'embeds'
          : 'files',
  }));
}

async function fetchFile({ url: text, headers, field }: Download, index: number, run: DownloadRun): Promise<FormFile> {
  const { client, inputs, signal } = run;
  if (text === '') throw new Refusal(400, `Invalid 'downloadFrom' form field entry ${index}: URL must be set`);
  const url = webUrl(text);
  if (url === null) throw new Refusal(403, 'Forbidden');
  try {
    return await client.send(
      { url, method: 'GET', headers: { ...headers, ...run.headers }, signal },
      async ({ status, headers: answered, body }) => {
        if (status !== 200) {
          body.destroy();
          throw new Refusal(
            400,
            `Unable to download file from '${text}': got status: '${status} ${STATUS_CODES[status] ?? ''}'`,
          );
        }
        const filename = nameIn(String(answered['content-disposition'] ?? ''), text);
        await inputs.addFile(safeFilename(filename), body);
        const stored = inputs.inputs.at(-1);
        if (stored === undefined) throw new Error('a file was added, but is not there');
        return { field, filename, stored };
      },
    );
  } catch (error) {
    if (error instanceof Refusal || error instanceof ServiceError || signal.aborted) throw error;
    if (!(error instanceof Error && 'code' in error)) throw error;
    const problem = error instanceof ConversionError ? error.message : String(error.code);
    throw new Refusal(400, `Unable to download file from '${text}': ${problem}`, error);
  }
}

/** Throws Refusal 400 without a name. */
function nameIn(disposition: string, url: string): string {
  if (disposition === '') throw new Refusal(400, `No 'Content-Disposition' header from '${url}'`);
  const filename = plainFilename(dispositionFilename(disposition) ?? '');
  if (filename !== '') return filename;
  throw new Refusal(400, `Invalid 'Content-Disposition' header '${disposition}' from '${url}': no filename`);
}

const wrongList = (problem: string) => new Refusal(400, `Invalid 'downloadFrom' form field value: ${problem}`);
