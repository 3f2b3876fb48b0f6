/**
 * Lints the Python files of this checkout with Ruff, and checks their format, by the rules of pyproject.toml.
 *
 *     node scripts/lint-python.ts [--write]
 *
 * Prints `file:line:column: rule: message` for each finding and ends with 1 if there are any. `--write` formats the files first.
 *
 * Ruff runs as WebAssembly from npm, so that a machine with nothing but Node can lint. It gets one text at a time and no path:
 * `per-file-ignores` are applied here.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-nodejs';
import { parse } from 'smol-toml';

/** The part of `[tool.ruff]` that this script reads. */
interface RuffOptions {
  readonly lint: {
    readonly ignore: readonly string[];
    readonly 'per-file-ignores': Readonly<Record<string, readonly string[]>>;
  };
}

const ROOT = join(import.meta.dirname, '..');

function readOptions(): RuffOptions {
  const project = parse(readFileSync(join(ROOT, 'pyproject.toml'), 'utf8')) as unknown as {
    tool: { ruff: RuffOptions };
  };
  return project.tool.ruff;
}

/** Returns the files that Git does not ignore, including new ones. */
function pythonFiles(): string[] {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.py'];
  const listed = execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' });
  return listed.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)));
}

/** Patterns of `per-file-ignores` are folders (`test/**`) or files. */
function ignoredRules(file: string, options: RuffOptions): string[] {
  const fits = (pattern: string) =>
    pattern.endsWith('/**') ? file.startsWith(pattern.slice(0, -2)) : file === pattern;
  return Object.entries(options.lint['per-file-ignores']).flatMap(([pattern, rules]) => (fits(pattern) ? rules : []));
}

/** Returns the workspace for a file: one for each set of rules. */
function workspaces(options: RuffOptions): (file: string) => Workspace {
  const made = new Map<string, Workspace>();
  const { 'per-file-ignores': _, ...lint } = options.lint;
  return (file) => {
    const ignored = ignoredRules(file, options);
    const key = ignored.join(' ');
    const workspace =
      made.get(key) ??
      new Workspace({ ...options, lint: { ...lint, ignore: [...lint.ignore, ...ignored] } }, PositionEncoding.Utf16);
    made.set(key, workspace);
    return workspace;
  };
}

/** Returns the findings in one file, a line each. */
function findings(file: string, workspace: Workspace, write: boolean): string[] {
  const path = join(ROOT, file);
  const original = readFileSync(path, 'utf8');
  const formatted = formattedBy(workspace, original);
  if (write && formatted !== original) writeFileSync(path, formatted);
  const found = (workspace.check(write ? formatted : original) as Diagnostic[]).map(
    ({ code, message, start_location: at }) => `${file}:${at.row}:${at.column}: ${code ?? 'syntax'}: ${message}`,
  );
  const isFormatted = write || formatted === original;
  return isFormatted ? found : [...found, `${file}:1:1: format: not formatted; npm run format does it`];
}

/** Returns the text unchanged if it is not valid Python; `check` then reports the syntax error. */
function formattedBy(workspace: Workspace, text: string): string {
  try {
    return workspace.format(text);
  } catch {
    return text;
  }
}

const options = readOptions();
const workspaceOf = workspaces(options);
const write = process.argv.includes('--write');
const all = pythonFiles().flatMap((file) => findings(file, workspaceOf(file), write));
for (const line of all) console.error(line);
process.exitCode = all.length > 0 ? 1 : 0;
