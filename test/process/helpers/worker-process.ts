// A worker process that does what each job says.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serveRequests } from '../../../src/process/pool/pool-protocol.ts';
import { ConversionError } from '../../../src/task/errors.ts';

/** Longer than any test waits. */
const HOUR_MS = 3_600_000;

if (process.argv.includes('never-ready')) await wait(HOUR_MS);
if (process.argv.includes('dies')) process.exit(1);
/** Identifies the process, because in process namespaces all have the same id. */
const identity = randomUUID();
const held: Buffer[] = [];

await serveRequests(async (job, progress) => {
  switch (job.do) {
    case 'answer':
      return { value: job.value, identity };
    case 'progress':
      for (const percent of [10, 50, 90]) progress(percent);
      return null;
    case 'read':
      return readFileSync(
        String(job.path).startsWith('/') ? String(job.path) : join(job.folder, String(job.path)),
        'utf8',
      );
    case 'write-input':
      writeFileSync(join(job.folder, 'input'), 'attacked');
      return null;
    case 'write':
      writeFileSync(join(job.folder, 'result'), readFileSync(join(job.folder, 'input'), 'utf8').toUpperCase());
      return null;
    case 'list':
      return readdirSync(job.folder);
    case 'paths':
      return job.inputs;
    case 'leave':
      writeFileSync(join(job.folder, 'left'), 'of the job before');
      if (job.fail) throw new Error('after it had left something');
      return null;
    case 'replace-folder':
      renameSync(job.folder, `${job.folder}-away`);
      symlinkSync(String(job.path), job.folder);
      return null;
    case 'refuse':
      throw new ConversionError('input_damaged', 'The input is damaged.', { details: { at: 7 }, log: 'for the log' });
    case 'fail':
      throw new Error('a defect of the host');
    case 'chatter':
      console.log('a library talks');
      return 'answered';
    case 'crash':
      process.kill(process.pid, 'SIGSEGV');
      return wait(HOUR_MS);
    case 'exit':
      return process.exit(0);
    case 'hang':
      progress(0);
      return wait(HOUR_MS);
    case 'spin':
      for (;;);
    case 'wait':
      progress(0);
      while (!existsSync(join(job.folder, 'end'))) await wait(20);
      return identity;
    case 'grow':
      held.push(Buffer.alloc(Number(job.bytes), 1));
      if (job.hang) await wait(HOUR_MS);
      return identity;
    default:
      throw new Error(`no such behaviour: ${String(job.do)}`);
  }
});
