import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INSTALLATION, installed } from '../../src/process/installation.ts';
import { createPoolOnDemand } from '../../src/process/pool/pool-on-demand.ts';
import type { PoolCommand } from '../../src/process/pool/pool-options.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { OPENSSL } from './algorithms.ts';
import { digestFile } from './digest-file.ts';
import type { HashJob } from './targets.ts';
import type { Warning } from './warning.ts';
import type { PoolHashJob } from './worker-process.ts';

const COMMAND: PoolCommand = {
  path: process.execPath,
  args: [installed('engines/hash/worker-process.ts')],
  readable: INSTALLATION,
  inputsByPath: true,
  limits: { memoryBytes: 512 * 1024 ** 2, fileBytes: 1024 ** 2 },
};

/** Largest file whose digest is computed in this process, and bytes at a time: some tenths of a millisecond of its event loop. */
const SMALL_BYTES = 4 * 1024 ** 2;
const SMALL_CHUNK = 128 * 1024;

const pool = createPoolOnDemand({ name: 'digests', command: COMMAND });

/**
 * Computes a job over inputs in a sandboxed process; the text is written to a file named `output` in the work folder. OpenSSL's digests of
 * small files are computed here: starting the process takes longer by far.
 */
export async function compute(
  job: HashJob,
  inputs: readonly LocalInput[],
  output: string,
  context: WorkContext,
): Promise<readonly Warning[]> {
  const { signal, workFolder } = context;
  const [input] = inputs;
  if (input !== undefined && job.kind === 'digest' && OPENSSL.has(job.algorithm) && input.size <= SMALL_BYTES) {
    const line = await digestFile(input.path, job.algorithm, {
      ...(job.hmac === null ? {} : { hmacKey: Buffer.from(job.hmac) }),
      chunkBytes: SMALL_CHUNK,
      signal,
    });
    await writeFile(join(workFolder, output), `${line}\n`);
    return [];
  }
  const files = inputs.map(({ filename, size }) => ({ name: filename, size }));
  const payload: PoolHashJob = { job, files, output };
  return pool.request<readonly Warning[]>(
    { ...payload },
    {
      inputs: Object.fromEntries(inputs.map(({ path }, index) => [`${index}`, path])),
      outputFolder: workFolder,
      signal,
      onProgress: (percent) => context.progress(percent),
    },
  );
}

/** Ends the idle worker processes. */
export const closePools = (): Promise<void> => pool.close();
