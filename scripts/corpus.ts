/**
 * `npm run corpus [-- category…]`: every file of CORPORA_DIR through every target of the engines that can take it. Each must
 * either convert to something that an outside program reads, or end with a documented error of the input; a crash, a hang,
 * an `internal` error or an unreadable output fails the run.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { ThreadReport } from '../src/task/types.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const TIMEOUT_SECONDS = 120;

/** What each category is tried with: which corpus folders, which targets, and how an outsider checks an output. */
const PLANS: Record<string, { folders: string[]; targets: string[]; verify: (path: string) => Promise<void> }> = {
  hash: { folders: ['archive', 'audio', 'office', 'pdf'], targets: ['sha256', 'tiger192'], verify: verifyDigest },
  audio: {
    folders: ['audio', 'image', 'archive'],
    targets: ['mp3', 'flac', 'wav', 'opus', 'm4a'],
    verify: verifyAudio,
  },
  archive: { folders: ['archive', 'office', 'ebook'], targets: ['zip', '7z', 'gz'], verify: verifyArchive },
  document: { folders: ['office', 'pdf'], targets: ['pdf', 'docx', 'xlsx', 'txt'], verify: verifyDocument },
};

/** What is a target already: nothing to try. */
const SAME = (file: string, target: string) => extname(file) === `.${target}`;

/** Errors that mean the file was understood and refused, or could not be converted for a reason that is told. */
const REFUSALS = /^(input_|option_unsupported|conversion_failed|limit_)/;

const CHECK_PARTS = `
import sys, zipfile, xml.dom.minidom
package = zipfile.ZipFile(sys.argv[1])
assert package.testzip() is None
parts = [name for name in package.namelist() if name.endswith(('.xml', '.rels'))]
assert '[Content_Types].xml' in parts
for name in parts: xml.dom.minidom.parseString(package.read(name))`;

interface Outcome {
  file: string;
  category: string;
  target: string;
  /** `converted`, an error code, or what is wrong. */
  result: string;
  ok: boolean;
  seconds: number;
}

const corpora = process.env.CORPORA_DIR;
if (corpora === undefined) {
  console.log(
    'CORPORA_DIR names no folder: nothing to run. Point it at folders of real files named archive, audio, image, office, pdf, ebook.',
  );
  process.exit(0);
}
const wanted = process.argv.slice(2);
const outcomes: Outcome[] = [];
for (const [category, plan] of Object.entries(PLANS)) {
  if (wanted.length > 0 && !wanted.includes(category)) continue;
  const files = (await Promise.all(plan.folders.map((folder) => listFiles(join(resolve(corpora), folder))))).flat();
  const jobs = files
    .flatMap((file) => plan.targets.map((target) => ({ file, target })))
    .filter(({ file, target }) => category !== 'document' || !SAME(file, target));
  await inParallel(jobs, async ({ file, target }) => {
    outcomes.push(await tryFile(file, category, target, plan.verify));
  });
}
report(outcomes);
process.exitCode = outcomes.some((outcome) => !outcome.ok) ? 1 : 0;

async function tryFile(
  file: string,
  category: string,
  target: string,
  verify: (path: string) => Promise<void>,
): Promise<Outcome> {
  const output = await mkdtemp(join(tmpdir(), 'convertd-corpus-'));
  const started = performance.now();
  const outcome = (result: string, ok: boolean) => ({
    file,
    category,
    target,
    result,
    ok,
    seconds: (performance.now() - started) / 1000,
  });
  try {
    const args = [
      'convert',
      file,
      `${category}/${target}`,
      '--output',
      output,
      '--json',
      '--timeout',
      String(TIMEOUT_SECONDS),
    ];
    const run = await execa(join(ROOT, 'bin', 'convertd'), args, {
      reject: false,
      timeout: 2 * TIMEOUT_SECONDS * 1000,
    });
    if (run.timedOut) return outcome('hangs', false);
    const report: ThreadReport = JSON.parse(run.stdout.trim().split('\n').at(-1) ?? '');
    const exposed = [...report.errors, ...report.warnings].find((issue) =>
      /\n\s+at |\/tmp\/|node_modules/.test(issue.message),
    );
    if (exposed !== undefined) return outcome(`message exposes internals: ${exposed.message}`, false);
    if (report.status !== 'completed') {
      const code = report.errors[0]?.code ?? 'no error code';
      return outcome(code, REFUSALS.test(code));
    }
    for (const { filename } of report.output) await verify(join(output, filename));
    return outcome('converted', true);
  } catch (error) {
    return outcome(`invalid: ${error instanceof Error ? error.message.split('\n')[0] : error}`, false);
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

async function verifyDigest(path: string): Promise<void> {
  const { stdout } = await execa('grep', ['-cE', '^[0-9a-f]{48,64}$', path]);
  if (stdout !== '1') throw new Error('not one digest');
}

/** Decodes all of it: a header alone proves nothing. */
async function verifyAudio(path: string): Promise<void> {
  const { stderr } = await execa('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:a:0', '-f', 'null', '-']);
  if (stderr !== '') throw new Error(stderr);
}

async function verifyArchive(path: string): Promise<void> {
  await execa('bsdtar', path.endsWith('.gz') ? ['-tf', path, '--format=raw'] : ['-tf', path]).catch(() =>
    execa('gzip', ['-t', path]),
  );
}

/** By programs that did not write it: a PDF whole and with pages, an Office file with every part well-formed, a text in UTF-8. */
async function verifyDocument(path: string): Promise<void> {
  if (path.endsWith('.pdf')) {
    await execa('qpdf', ['--check', path]);
    const { stdout } = await execa('pdfinfo', [path]);
    if (!/^Pages:\s+[1-9]/m.test(stdout)) throw new Error('a PDF without pages');
  } else if (path.endsWith('.txt')) {
    await execa('iconv', ['-f', 'utf-8', '-t', 'utf-16', path], { encoding: 'buffer' });
  } else {
    await execa('/usr/bin/python3', ['-c', CHECK_PARTS, path]);
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function inParallel<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  const takeNext = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, takeNext));
}

function report(all: Outcome[]): void {
  const groups = Map.groupBy(all, ({ category, target }) => `${category}/${target}`);
  for (const [name, group] of groups) {
    const results = [...Map.groupBy(group, (outcome) => (outcome.ok ? outcome.result : 'WRONG'))]
      .map(([result, list]) => `${result} ${list.length}`)
      .sort();
    console.log(`${name.padEnd(16)} ${String(group.length).padStart(4)} files: ${results.join(', ')}`);
  }
  for (const { file, category, target, result } of all.filter((outcome) => !outcome.ok)) {
    console.log(`WRONG ${category}/${target} ${basename(file)}: ${result}`);
  }
  const slowest = all.toSorted((a, b) => b.seconds - a.seconds)[0];
  if (slowest) console.log(`slowest: ${basename(slowest.file)} to ${slowest.target}, ${slowest.seconds.toFixed(1)} s`);
}
