import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { WorkContext } from '../../src/work/context.ts';
import { ask, closeOfficePools, warmPool } from '../../tools/programs/libreoffice/pool.ts';
import { createBenchRunner } from '../bench-runner.ts';

/** A way to convert office files to PDF. */
export interface Contestant {
  readonly name: string;
  /** @param lane number of the simultaneous conversion, from 0 */
  convert(input: string, lane: number): Promise<void>;
  /** Bytes of memory when idle; null if nothing stays. */
  memory(): Promise<number | null>;
  stop(): Promise<void>;
}

/** `soffice --convert-to`, started for each file. Each lane has its own profile: two cannot share one. */
export async function cold(folder: string): Promise<Contestant> {
  return {
    name: 'soffice --convert-to',
    async convert(input, lane) {
      const profile = `-env:UserInstallation=file://${join(folder, `cold-profile-${lane}`)}`;
      const to = join(folder, `cold-${lane}`);
      const args = [profile, '--headless', '--convert-to', 'pdf', '--outdir', to, input];
      await execa('soffice', args, { stdio: 'ignore' });
      await rm(join(to, `${basename(input, extname(input))}.pdf`));
    },
    memory: async () => null,
    stop: async () => {},
  };
}

const CLIENT = fileURLToPath(new URL('pipe_client.py', import.meta.url));
/** PDF export filter by the extension of the file. */
export const EXPORT: Readonly<Record<string, string>> = {
  doc: 'writer_pdf_Export',
  docx: 'writer_pdf_Export',
  xls: 'calc_pdf_Export',
  xlsx: 'calc_pdf_Export',
  ppt: 'impress_pdf_Export',
  pptx: 'impress_pdf_Export',
};

interface Client {
  readonly process: ChildProcess;
  readonly answers: AsyncIterator<string>;
}

/** One soffice that stays and listens on a pipe, with a client for each lane. */
export async function pipe(folder: string, lanes: number): Promise<Contestant> {
  const name = `convertd-bench-${process.pid}`;
  const profile = `-env:UserInstallation=file://${join(folder, 'pipe-profile')}`;
  // The first start with a new profile ends with a restart, which soffice performs and soffice.bin leaves to it.
  await execa('soffice', [profile, '--headless', '--terminate_after_init'], { stdio: 'ignore' });
  const office = spawn(
    '/usr/lib/libreoffice/program/soffice.bin',
    [profile, ...['--headless', '--norestore', '--nologo', `--accept=pipe,name=${name};urp;`]],
    { stdio: 'ignore' },
  );
  const clients: Client[] = [];
  for (let lane = 0; lane < lanes; lane += 1) clients.push(await startClient(name));
  return {
    name: 'one soffice over a pipe',
    async convert(input, lane) {
      const client = clients[lane];
      if (client === undefined) throw new Error(`no lane ${lane}`);
      const output = join(folder, `pipe-${lane}.pdf`);
      client.process.stdin?.write(`${JSON.stringify({ input, output, filter: EXPORT[extname(input).slice(1)] })}\n`);
      const answer = JSON.parse((await client.answers.next()).value);
      if (answer.error !== undefined) throw new Error(`${basename(input)}: ${answer.error}`);
    },
    memory: () => residentBytes(office.pid ?? 0),
    async stop() {
      for (const client of clients) client.process.kill();
      office.kill('SIGKILL');
      await once(office, 'exit');
    },
  };
}

async function startClient(name: string): Promise<Client> {
  const child = spawn('/usr/bin/python3', [CLIENT, name], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: Interface = createInterface({ input: child.stdout });
  const answers = lines[Symbol.asyncIterator]();
  await answers.next();
  return { process: child, answers };
}

/** convertd's LibreOffice worker process alone: a file in, a PDF out, over the pipe. */
export async function officePool(folder: string): Promise<Contestant> {
  const pool = await warmPool();
  await pool.warmUp();
  const { signal } = new AbortController();
  const context = { workFolder: folder, signal, progress: () => {}, warn: () => {} } as unknown as WorkContext;
  return {
    name: "convertd's pool",
    async convert(input, lane) {
      const store = [{ name: `pool-${lane}.pdf`, filter: EXPORT[extname(input).slice(1)] ?? '' }];
      await ask(pool, { input, name: basename(input), load: { filter: null }, store }, folder, context);
    },
    memory: poolMemory,
    stop: closeOfficePools,
  };
}

/** convertd's runner as in a worker: from the task to the stored output with its checksum. */
export async function convertd(folder: string): Promise<Contestant> {
  const runner = await createBenchRunner(folder);
  await (await warmPool()).warmUp();
  return {
    name: 'convertd',
    async convert(input, lane) {
      const output = join(folder, `convertd-${lane}`);
      await mkdir(output, { recursive: true });
      await runner.run(input, 'pdf', {}, output);
    },
    memory: poolMemory,
    async stop() {
      await closeOfficePools();
      await runner.close();
    },
  };
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

/** Returns the memory of the worker process, its parked child and their supervisor. */
async function poolMemory(): Promise<number> {
  const { stdout } = await execa('pgrep', ['-f', 'office_server.py'], { reject: false });
  const sizes = await Promise.all(stdout.split('\n').map((pid) => privateBytes(Number(pid))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns its proportional share of memory: the worker process and its parked child share most pages. */
async function privateBytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024;
}
