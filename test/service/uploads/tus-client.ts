import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';

/** Uploads by tus-js-client, a foreign client. */

export interface Sent {
  /** URL of the upload, from its Location. */
  readonly url: string;
  /** Returns a header of the last response. */
  header(name: string): string | undefined;
}

/** Sends bytes, or the rest of them if `uploadUrl` names a begun upload; rejects with the client's error. */
export function send(bytes: Buffer, options: UploadOptions): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      retryDelays: null,
      ...options,
      onError: reject,
      onSuccess: ({ lastResponse }) =>
        resolve({ url: upload.url ?? '', header: (name) => lastResponse.getHeader(name) }),
    });
    upload.start();
  });
}

/** Sends bytes until this many are accepted, then aborts. @returns the URL of the upload */
export function sendAndAbort(bytes: Buffer, acceptedBytes: number, options: UploadOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      retryDelays: null,
      ...options,
      onError: reject,
      onSuccess: () => reject(new Error('the upload came to its end')),
      onChunkComplete: (_size, accepted) => {
        if (accepted >= acceptedBytes) upload.abort().then(() => resolve(upload.url ?? ''), reject);
      },
    });
    upload.start();
  });
}

/** Returns the status and body of the response because of which the client gave up. */
export async function refusal(sending: Promise<unknown>): Promise<{ status: number | undefined; name: unknown }> {
  const error = await sending.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DetailedError)) throw new Error(`not refused: ${error}`);
  const body = error.originalResponse?.getBody();
  return { status: error.originalResponse?.getStatus(), name: body ? JSON.parse(body).name : null };
}
