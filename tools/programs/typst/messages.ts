import { ConversionError } from '../../../src/task/errors.ts';
import { pluralize } from '../../../src/util/pluralize.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { Project } from '../../formats/markup/project.ts';
import type { TypstMessage } from './job.ts';

/** Longest message of the compiler that is quoted, characters. */
const LONGEST = 300;

/** Most messages in a warning. */
const EXAMPLES = 5;

/** Address at which the compiler would fetch a package: `…/preview/cetz-0.3.0.tar.gz`. */
const PACKAGE_ADDRESS = /\/preview\/([\w-]+)-(\d+\.\d+\.\d+)\.tar\.gz/;

type Main = Pick<Project, 'main'>;

/** Returns the error of a text that cannot be typeset, with the compiler's first message. */
export function errorOf(errors: readonly TypstMessage[], project: Main, filename: string): ConversionError {
  const log = errors.map((each) => quoted(each, project)).join('\n');
  const wanted = errors.map(({ text }) => PACKAGE_ADDRESS.exec(text)).find((found) => found !== null);
  if (wanted) {
    const name = `@preview/${wanted[1]}:${wanted[2]}`;
    const message = `${filename} imports the package ${name}, and packages are not fetched here. Put its files into a zip with the text, and import them by their path.`;
    return new ConversionError('input_damaged', message, { details: { package: name }, log });
  }
  const [first] = errors;
  if (first === undefined) return new ConversionError('input_damaged', `${filename} cannot be typeset as a PDF.`);
  const { line } = first;
  return new ConversionError('input_damaged', messageOf(first, project, filename), {
    ...(line !== null && { details: { line } }),
    log,
  });
}

const MISSING_FILE = /^file not found \(searched at (.+?)\)/;
const OUTSIDE = /^failed to load file \(access denied\)/;

function messageOf(first: TypstMessage, project: Main, filename: string): string {
  const place = placeOf(first, project);
  const where = place === null ? '' : ` in ${place}`;
  const [, missing] = MISSING_FILE.exec(first.text) ?? [];
  if (missing !== undefined) {
    return `${filename} asks for ${missing}${where}, which is not among the files of the input. Add it to a zip with the text.`;
  }
  if (OUTSIDE.test(first.text)) {
    return `${filename} asks for a file outside of its folder${where}. Put the text and all of its files into one folder of a zip.`;
  }
  return `${filename} has an error${where}: ${shortened(first)}.`;
}

/** Warns of what the compiler warns of, such as fonts that are not installed. */
export function warnOfMessages(
  warnings: readonly TypstMessage[],
  project: Main,
  filename: string,
  context: Pick<WorkContext, 'warn'>,
): void {
  if (warnings.length === 0) return;
  const different = [...new Set(warnings.map((each) => quoted(each, project)))];
  const list = different.slice(0, EXAMPLES).join('; ') + (different.length > EXAMPLES ? '; …' : '');
  const what = pluralize(warnings.length, 'warning', 'warnings');
  context.warn('output_limited', `${what} of Typst about ${filename}: ${list}.`, { warnings: warnings.length });
}

/** Warns of characters that no font has. */
export function warnOfMissing(missing: readonly string[], filename: string, context: Pick<WorkContext, 'warn'>): void {
  if (missing.length === 0) return;
  const what = pluralize(missing.length, `character of ${filename} is`, `characters of ${filename} are`);
  const message = `${what} in no font here, and shown as a box (${missing.slice(0, EXAMPLES).join(', ')}).`;
  context.warn('output_limited', message, { characters: missing.length });
}

/** Returns a message with its place: `unknown variable: x (line 3)`. */
function quoted(message: TypstMessage, project: Main): string {
  const place = placeOf(message, project);
  return place === null ? shortened(message) : `${shortened(message)} (${place})`;
}

function shortened({ text }: TypstMessage): string {
  const short = text.replace(/\s+/g, ' ').replace(/\.$/, '').trim();
  return short.length > LONGEST ? `${short.slice(0, LONGEST)}…` : short;
}

/** Returns the place of a message: `line 3`, and of another file than the main one `line 3 of parts/one.typ`; null if it has none. */
function placeOf({ file, line }: TypstMessage, { main }: Main): string | null {
  if (line === null) return file === null || file === main ? null : file;
  return file === null || file === main ? `line ${line}` : `line ${line} of ${file}`;
}
