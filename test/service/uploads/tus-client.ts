import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';

/** What tus-js-client, a client that is not ours, makes of an upload. */

export interface Sent {
  /** Where the upload is: its Location. */
  readonly url: string;
  /** Headers of the last answer. */
  header(name: string): string | undefined;
}

/** Sends bytes, or the rest of them where `uploadUrl` names an upload that has begun; rejects with what the client reports. */
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

/** Sends bytes until so many of them have been accepted, and gives up in the middle. @returns where the upload is */
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

/** The status and the body of the answer that made the client give up. */
export async function refusal(sending: Promise<unknown>): Promise<{ status: number | undefined; name: unknown }> {
  const error = await sending.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DetailedError)) throw new Error(`not refused: ${error}`);
  const body = error.originalResponse?.getBody();
  return { status: error.originalResponse?.getStatus(), name: body ? JSON.parse(body).name : null };
}
