import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { ProgramLimits } from '../../../src/process/program-call.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { Project } from '../../formats/markup/project.ts';
import { readEnd, readStart } from './ends.ts';
import { errorOf, warnOfLog } from './log.ts';
import { type LatexProgram, latexProgram } from './programs.ts';

const GiB = 1024 ** 3;

/** TeX is a language to program in: a text may run forever, and fill its log. A book of 500 pages takes 20 seconds a run. */
const LIMITS: Partial<ProgramLimits> = {
  wallMs: 3 * 60_000,
  cpuSeconds: 120,
  memoryBytes: 2 * GiB,
  fileBytes: GiB,
  processes: 64,
};

/** References are right after two or three runs; some texts never settle. */
const MOST_RUNS = 4;

/**
 * TeX opens no files outside of its folder, by absolute paths or `..`; the sandbox holds if it does. Fonts are not made, which would start
 * programs. Lines of the log are not broken.
 */
const ENVIRONMENT = {
  openin_any: 'p',
  openout_any: 'p',
  shell_escape: 'f',
  MKTEXPK: '0',
  MKTEXTFM: '0',
  MKTEXMF: '0',
  max_print_line: '10000',
  error_line: '254',
  half_error_line: '238',
};

/** What an earlier run of another program may have left among the files of a text; its references (.bbl) are kept. */
const LEFT_BEHIND = ['.aux', '.bcf', '.idx', '.lof', '.log', '.lot', '.nav', '.out', '.pdf', '.toc'];

/** Files that TeX writes for its next run. */
const FOR_NEXT_RUN = ['.aux', '.bbl', '.ind', '.lof', '.lot', '.nav', '.out', '.toc'];

export interface LatexSource {
  readonly project: Project;
  /** The user's name of the input. */
  readonly filename: string;
  /** Default: pdflatex, unless the text needs XeTeX. */
  readonly program?: Typesetter;
}

type Typesetter = 'pdflatex' | 'xelatex';

interface Work extends Pick<LatexSource, 'project' | 'filename'> {
  /** Path of the text without its ending: that of the files that TeX writes. */
  readonly base: string;
  readonly context: WorkContext;
}

/**
 * Typesets a text with its files by LaTeX, in their folder, as often as its references need it, with its bibliography and index. The text
 * starts no program, and only files of its folder and of TeX Live are read.
 * @returns the path of the PDF
 * @throws ConversionError `input_damaged` with TeX's first error, `program_missing`, `limit_*`, `conversion_timeout`
 */
export async function typesetLatex({ program, ...source }: LatexSource, context: WorkContext): Promise<string> {
  const { folder, main } = source.project;
  const work: Work = { ...source, base: join(folder, basename(main, extname(main))), context };
  const asked = program ?? (await typesetterOf(join(folder, main)));
  const used = await firstRun(asked, work);
  await makeReferences(work);
  let state = '';
  for (let runs = 1; runs < MOST_RUNS; runs++) {
    const next = await stateOf(work.base);
    if (next === state && !RERUN.test(await readEnd(`${work.base}.log`))) break;
    state = next;
    context.progress((100 * runs) / MOST_RUNS);
    await run(used, work);
  }
  warnOfLog(await readEnd(`${work.base}.log`), source.filename, context);
  return `${work.base}.pdf`;
}

/** What packages write into the log if the text should be typeset once more. */
const RERUN = /Rerun to get|\(re\)run/;

/** Typesets a text for the first time, by XeTeX if pdfTeX finds that it needs that. Returns the program. */
async function firstRun(program: Typesetter, work: Work): Promise<Typesetter> {
  await Promise.all(LEFT_BEHIND.map((ending) => rm(work.base + ending, { force: true })));
  try {
    await run(program, work);
    return program;
  } catch (error) {
    if (program === 'xelatex' || !needsXetex(await readEnd(`${work.base}.log`), work.project)) throw error;
    return firstRun('xelatex', work);
  }
}

/** Whether pdfTeX has ended because it lacks what XeTeX has: Unicode fonts, and figures in EPS, which its driver has Ghostscript convert. */
function needsXetex(log: string, { files }: Project): boolean {
  if (NEEDS_XETEX.test(log)) return true;
  const hasEps = [...files.keys()].some((path) => /\.eps$/i.test(path));
  return hasEps && /File [`'][^']*' not found|Unknown graphics extension: \.e?ps/.test(log);
}

/** What packages write into the log if pdfTeX cannot do what they need. */
const NEEDS_XETEX = /requires either XeTeX or|XeTeX is required|requires (?:the )?XeLaTeX|must use XeTeX/i;

async function run(name: Typesetter, { project, base, filename, context }: Work): Promise<void> {
  const { exitCode } = await context.run({
    ...(await latexProgram(name)),
    args: ['-no-shell-escape', '-interaction=nonstopmode', '-halt-on-error', '-file-line-error', project.main],
    cwd: project.folder,
    env: ENVIRONMENT,
    limits: LIMITS,
    acceptExitCodes: 'any',
  });
  const isWritten = await exists(`${base}.pdf`);
  if (exitCode !== 0 || !isWritten) throw errorOf(await readEnd(`${base}.log`), project, filename);
}

/** Packages of XeTeX, or of it and LuaTeX; and people's own choice, as editors understand it. */
const OF_XETEX =
  /\\(?:usepackage|RequirePackage)\b.*\b(?:fontspec|unicode-math|polyglossia|xeCJK|mathspec|xltxtra|ctex)\b|\\documentclass.*\{ctex/;
const CHOICE = /^%\s*!TEX\s+(?:TS-)?program\s*=\s*(?:xe|lua)latex/i;

/** What of a text is looked at, bytes, and of each line, characters: pdfTeX says of others that they need XeTeX. */
const HEAD_BYTES = 64 * 1024;
const LINE_LENGTH = 500;

async function typesetterOf(path: string): Promise<Typesetter> {
  const lines = (await readStart(path, HEAD_BYTES)).split('\n').map((line) => line.slice(0, LINE_LENGTH));
  const isOfXetex = lines.some((line) => CHOICE.test(line) || OF_XETEX.test(line.replace(/(?<!\\)%.*/, '')));
  return isOfXetex ? 'xelatex' : 'pdflatex';
}

/** Makes the bibliography and the index that the text asks for. */
async function makeReferences(work: Work): Promise<void> {
  const { base, project } = work;
  const aux = await readEnd(`${base}.aux`);
  const databases = [...aux.matchAll(/^\\bibdata\{([^}\n]*)\}/gm)].flatMap(([, names = '']) => names.split(','));
  // Without their databases, references that came with the text (.bbl) are used as they are.
  const found = databases.filter((name) => project.files.has(`${name.trim()}.bib`));
  const isBiber = (await exists(`${base}.bcf`)) && [...project.files.keys()].some((path) => /\.bib$/i.test(path));
  if (isBiber) await help('biber', work);
  else if (found.length > 0) await help('bibtex', work);
  if (await exists(`${base}.idx`)) await help('makeindex', work);
}

/** Runs a program on what TeX has written. Its errors leave references unresolved, of which TeX warns. */
async function help(name: LatexProgram, { base, project, context }: Work): Promise<void> {
  await context.run({
    ...(await latexProgram(name)),
    args: [basename(base)],
    cwd: project.folder,
    env: ENVIRONMENT,
    limits: LIMITS,
    acceptExitCodes: 'any',
  });
}

/** Returns a digest of what TeX has written for its next run. */
async function stateOf(base: string): Promise<string> {
  const digest = createHash('sha256');
  for (const ending of FOR_NEXT_RUN) {
    digest.update(`${ending}\n`);
    if (!(await exists(base + ending))) continue;
    for await (const chunk of createReadStream(base + ending)) digest.update(chunk as Buffer);
  }
  return digest.digest('hex');
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
