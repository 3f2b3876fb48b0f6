import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { localServices } from '../../src/cli/local-run.ts';
import { readTaskFile } from '../../src/cli/run.ts';
import { readLocalConfig } from '../../src/config.ts';
import { runAll, splitTask } from '../../src/runner/run-all.ts';
import type { OutputMetadata, Task } from '../../src/task/types.ts';
import { type ArchiveObservation, compareArchives, observeArchive } from './observe-archive.ts';
import { type AudioObservation, compareAudio, observeAudio } from './observe-audio.ts';
import { type BookObservation, observeBook } from './observe-book.ts';
import { type DocumentObservation, observeDocument } from './observe-document.ts';
import { type DrawingObservation, observeDrawing } from './observe-drawing.ts';
import { compareImages, type ImageObservation, observeImage } from './observe-image.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** Expected result of a case: codes of errors and warnings, and observations of each output instead of its bytes. */
export interface Expectation {
  status: string;
  warnings: string[];
  errors: string[];
  outputs: ExpectedOutput[];
}

interface ExpectedOutput {
  filename: string;
  content_type: string;
  /** Digest of the exact bytes, only if the target is deterministic. */
  sha256?: string;
  metadata?: OutputMetadata;
  is: Observation;
}

type Observation =
  | { text: string }
  | { audio: AudioObservation }
  | { archive: ArchiveObservation }
  | { book: BookObservation }
  | { document: DocumentObservation }
  | { image: ImageObservation }
  | { drawing: DrawingObservation };

/** Returns every `fixtures/<category>/<case>` with a task, as `category/case`. */
export async function listCases(): Promise<string[]> {
  const files = await readdir(FIXTURES, { recursive: true });
  return files
    .filter((file) => /^[^/]+\/[^/]+\/task\.json$/.test(file))
    .map((file) => file.slice(0, -'/task.json'.length))
    .sort();
}

/** Returns the targets of a category's cases. */
export async function goldenTargets(category: string): Promise<string[]> {
  const cases = (await listCases()).filter((name) => name.startsWith(`${category}/`));
  const tasks = await Promise.all(cases.map((name) => readTaskFile(join(FIXTURES, name, 'task.json'))));
  return tasks.map(({ conversion }) => conversion.target);
}

/** Runs a case like `convertd run`, in this process, and returns the result. `log` gets the output of programs. */
export async function runCase(name: string, log: string[] = []): Promise<Expectation> {
  const file = join(FIXTURES, name, 'task.json');
  const output = await mkdtemp(join(tmpdir(), 'convertd-golden-'));
  try {
    const task = await readTaskFile(file);
    const config = readLocalConfig(process.env, 1);
    const services = await localServices(
      task,
      config,
      { output },
      { onReport: () => {}, onLog: (text) => log.push(text) },
    );
    const summary = await runAll(await splitTask(task), services, 1, new AbortController().signal);
    return {
      status: summary.status,
      warnings: summary.warnings.map((warning) => warning.code),
      errors: summary.errors.map((error) => error.code),
      outputs: await Promise.all(
        summary.output.map(async ({ filename, content_type, metadata }) => ({
          filename,
          content_type,
          ...(metadata === undefined ? {} : { metadata }),
          ...(isDeterministic(task) ? { sha256: await sha256(join(output, filename)) } : {}),
          is: await observe(task, join(output, filename)),
        })),
      ),
    };
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

export async function readExpectation(name: string): Promise<Expectation | null> {
  const text = await readFile(join(FIXTURES, name, 'expected.json'), 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}

export async function writeExpectation(name: string, expectation: Expectation): Promise<void> {
  await writeFile(join(FIXTURES, name, 'expected.json'), `${JSON.stringify(expectation, null, 2)}\n`);
}

/** Digests always have one right result, and archives are reproducible unless they contain a random salt. */
function isDeterministic({ conversion: { category, options } }: Task): boolean {
  return category === 'hash' || (category === 'archive' && options?.encrypt_password === undefined);
}

async function observe({ conversion: { category, options } }: Task, path: string): Promise<Observation> {
  if (path.endsWith('.zip') || category === 'archive') {
    const password = options?.encrypt_password;
    return { archive: await observeArchive(path, typeof password === 'string' ? password : undefined) };
  }
  if (path.endsWith('.pdf') && category === 'ebook') return { document: await observeDocument(path) };
  if (category === 'ebook' && !path.endsWith('.txt')) return { book: await observeBook(path) };
  if (category === 'document' && !path.endsWith('.txt')) return { document: await observeDocument(path) };
  if (category === 'audio' || path.endsWith('.mp3')) return { audio: await observeAudio(path) };
  if (category === 'image' || PICTURE.test(path)) return { image: await observeImage(path) };
  if (category === 'cad' && /\.d(?:wg|xf)$/.test(path))
    return { drawing: await observeDrawing(path, await magicOf(path)) };
  return { text: await readFile(path, 'utf8') };
}

/** Outputs of operations are recognised by their names. */
const PICTURE = /\.(?:gif|jpg|png)$/;

/** Returns the first letters of a file, which state the version of a DWG. */
const magicOf = async (path: string) => (await readFile(path)).toString('latin1', 0, 6);

const sha256 = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

/** Returns the differences, one a line; empty if the case is as expected. */
export function compareCases(expected: Expectation, actual: Expectation): string[] {
  const differences: string[] = [];
  for (const name of ['status', 'warnings', 'errors'] as const) {
    const [wanted, got] = [JSON.stringify(expected[name]), JSON.stringify(actual[name])];
    if (wanted !== got) differences.push(`${name}: expected ${wanted}, got ${got}`);
  }
  if (expected.outputs.length !== actual.outputs.length) {
    differences.push(`outputs: expected ${expected.outputs.length}, got ${actual.outputs.length}`);
  }
  expected.outputs.forEach((wanted, index) => {
    const got = actual.outputs[index];
    if (got !== undefined)
      differences.push(...compareOutputs(wanted, got).map((line) => `${wanted.filename}: ${line}`));
  });
  return differences;
}

function compareOutputs(expected: ExpectedOutput, actual: ExpectedOutput): string[] {
  const differences = (['filename', 'content_type', 'sha256'] as const)
    .filter((name) => expected[name] !== actual[name])
    .map((name) => `${name}: expected ${expected[name]}, got ${actual[name]}`);
  const [wanted, got] = [expected, actual].map(({ metadata }) => JSON.stringify(metadata));
  if (wanted !== got) differences.push(`metadata: expected ${wanted}, got ${got}`);
  if ('audio' in expected.is && 'audio' in actual.is)
    return [...differences, ...compareAudio(expected.is.audio, actual.is.audio)];
  if ('archive' in expected.is && 'archive' in actual.is) {
    return [...differences, ...compareArchives(expected.is.archive, actual.is.archive)];
  }
  if ('image' in expected.is && 'image' in actual.is) {
    return [...differences, ...compareImages(expected.is.image, actual.is.image)];
  }
  if (JSON.stringify(expected.is) !== JSON.stringify(actual.is)) {
    differences.push(`expected ${JSON.stringify(expected.is)}, got ${JSON.stringify(actual.is)}`);
  }
  return differences;
}
