import { readFile } from 'node:fs/promises';
import { cryptLine } from './crypt.ts';
import { CHUNK_BYTES, digestFile } from './digest-file.ts';
import { listLine } from './lists.ts';
import { passwordOf } from './password-input.ts';
import type { DigestJob, HashJob } from './targets.ts';
import { type NamedFile, verifyFiles } from './verify.ts';
import type { Warning } from './warning.ts';

export interface HashResult {
  /** The digest in hex, the crypt line, a list, or a Verification as JSON, without a newline at the end. */
  readonly text: string;
  readonly warnings: readonly Warning[];
}

/** Computes a job over its files, in the worker process. `progress` gets each whole percent once. */
export async function runJob(
  job: HashJob,
  files: readonly NamedFile[],
  progress: (percent: number) => void = () => {},
): Promise<HashResult> {
  const [file] = files;
  if (file === undefined) throw new Error('a job has at least one file');
  const digest = digester(files, progress);
  switch (job.kind) {
    case 'password': {
      const { password, warnings } = passwordOf(await readFile(file.path), job.scheme);
      return { text: await cryptLine(password, job), warnings };
    }
    case 'digest':
      return { text: await digest(file, job), warnings: [] };
    case 'list': {
      const lines: string[] = [];
      for (const each of files) lines.push(listLine(await digest(each, job), each.name));
      return { text: lines.join('\n'), warnings: [] };
    }
    case 'verify': {
      const { files: verified, warnings } = await verifyFiles(file, files.slice(1), (each, algorithm) =>
        digest(each, { algorithm, hmac: null }),
      );
      return { text: JSON.stringify({ files: verified }, null, 2), warnings };
    }
  }
}

/** Returns what computes digests, and reports the part of all files that it has read. */
function digester(files: readonly NamedFile[], progress: (percent: number) => void) {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  let reported = 0;
  return async ({ path, size }: NamedFile, { algorithm, hmac }: Pick<DigestJob, 'algorithm' | 'hmac'>) => {
    const digest = await digestFile(path, algorithm, {
      isSmall: size <= CHUNK_BYTES,
      ...(hmac === null ? {} : { hmacKey: Buffer.from(hmac) }),
      onProgress(bytes) {
        const percent = Math.min(100, Math.floor((100 * (before + bytes)) / total));
        if (percent > reported) progress(percent);
        reported = Math.max(reported, percent);
      },
    });
    before += size;
    return digest;
  };
}
