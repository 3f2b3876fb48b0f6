import { readFile } from 'node:fs/promises';
import { cryptLine } from './crypt.ts';
import { CHUNK_BYTES, digestFile } from './digest-file.ts';
import { passwordOf } from './password-input.ts';
import type { HashJob } from './targets.ts';
import type { Warning } from './warning.ts';

export interface HashResult {
  /** The digest in hex or the crypt line, without a newline. */
  readonly line: string;
  readonly warnings: readonly Warning[];
}

/** Computes a job over the file at `path` of `size` bytes, in the worker process. `progress` gets each whole percent once. */
export async function runJob(
  job: HashJob,
  path: string,
  size: number,
  progress: (percent: number) => void = () => {},
): Promise<HashResult> {
  if (job.kind === 'password') {
    const { password, warnings } = passwordOf(await readFile(path), job.scheme);
    return { line: await cryptLine(password, job), warnings };
  }
  let reported = 0;
  const line = await digestFile(path, job.algorithm, {
    isSmall: size <= CHUNK_BYTES,
    ...(job.hmac === null ? {} : { hmacKey: Buffer.from(job.hmac) }),
    onProgress(bytes) {
      const percent = Math.min(100, Math.floor((100 * bytes) / size));
      if (percent > reported) progress(percent);
      reported = Math.max(reported, percent);
    },
  });
  return { line, warnings: [] };
}
