// The process that makes SVGs smaller: one job a line, see pool-protocol.ts.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { optimize } from 'svgo';
import { inputPath, serveRequests } from '../../../src/process/pool/pool-protocol.ts';
import { INPUT, OUTPUT, type SvgJob } from './job.ts';

await serveRequests(async (message) => {
  const { folder, precision } = message as typeof message & SvgJob;
  const text = await readFile(inputPath(message, INPUT), 'utf8');
  let smaller: string;
  try {
    smaller = optimize(text, { multipass: true, floatPrecision: precision }).data;
  } catch (error) {
    // A drawing that it cannot read, or that breaks its style parser, stays as it is.
    return { written: false, reason: error instanceof Error ? error.message : String(error) };
  }
  await writeFile(join(folder, OUTPUT), smaller);
  return { written: true };
});
