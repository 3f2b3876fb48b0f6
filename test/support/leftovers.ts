import { appendFileSync, chmodSync, mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { type BegunFile, FILES_LOG, LIKE_TMP } from '../../scripts/test/run-folder.ts';
import { removeFoldersOfFile } from './folders-of-file.ts';

/*
 * Gives this worker its own temporary folder and records which test file it begins, so that scripts/test/run-folder.ts can name
 * the file that left something behind.
 */
const run = process.env.TEST_RUN;
if (run !== undefined) {
  const begun: BegunFile = {
    worker: `worker-${process.env.VITEST_POOL_ID}`,
    file: relative(process.cwd(), expect.getState().testPath ?? ''),
    at: Date.now(),
  };
  process.env.TMPDIR = join(run, begun.worker);
  mkdirSync(process.env.TMPDIR, { recursive: true });
  chmodSync(process.env.TMPDIR, LIKE_TMP);
  appendFileSync(join(run, FILES_LOG), `${JSON.stringify(begun)}\n`);
}

afterAll(removeFoldersOfFile);
