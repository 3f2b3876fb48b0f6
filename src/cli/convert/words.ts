import { existsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isTarget, resolveTarget } from '../../catalog/index.ts';
import { TASKS } from '../../catalog/vocabulary.ts';
import { ConversionError, ConversionErrors } from '../../task/errors.ts';
import { badRequest } from '../bad-request.ts';
import { commandFor } from './advice.ts';

/** What the inputs are to become. One of the two is given, or both: `merge a.pdf b.pdf all.pdf`. */
export interface Wanted {
  /** A target as it was typed, or the extension of the output. */
  readonly target: string | null;
  /** A word of TASKS. */
  readonly task: string | null;
}

/** The parsed words of `convertd convert`. */
export interface Words {
  /** As they were typed; `-` is standard input. */
  readonly inputs: readonly string[];
  readonly wanted: Wanted;
  readonly place: Place;
}

/** Where the outputs go. */
export type Place =
  /** Null for the place from the settings, otherwise the current folder. */
  | { readonly kind: 'folder'; readonly location: string | null }
  /** One file with the name that was typed. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'stdout' };

export interface WordFlags {
  readonly to?: string;
  readonly output?: string;
}

/** Stands for standard input among inputs, for standard output as an output. */
export const STANDARD = '-';

/**
 * Tells inputs, target and output apart: `FILE… TARGET`, `FILE OUTPUT.EXTENSION`, or `FILE… --to TARGET`; also `FILE… TARGET OUTPUT` and
 * `TARGET FILE… [OUTPUT]`. A last `-` after an input is standard output. Throws ConversionErrors: `task_invalid`, which explains how to
 * write the command, and `target_unknown`.
 */
export function readWords(words: readonly string[], { to, output }: WordFlags): Words {
  const isNamed = output !== undefined && isFileName(output);
  const place: Place = isNamed ? { kind: 'file', path: output } : placeOf(output);
  if (to !== undefined) {
    const toStandard = words.at(-1) === STANDARD && words.length > 1;
    if (words.length === 0) throw missingWords('FILE');
    return {
      inputs: toStandard ? words.slice(0, -1) : words,
      wanted: wantedBy(to),
      place: toStandard ? onlyPlace({ kind: 'stdout' }, output) : place,
    };
  }
  const { inputs, wanted, last } = toldApart(isNamed && !isWanted(words.at(-1) ?? '') ? [...words, output] : words);
  const isFromFlag = last === null || (isNamed && last === output);
  return {
    inputs,
    wanted,
    place: isFromFlag ? place : onlyPlace(last === STANDARD ? { kind: 'stdout' } : placeNamed(last), output),
  };
}

/** Inputs, what they become, and a last word that says where to; null if there is none. */
interface Told {
  readonly inputs: readonly string[];
  readonly wanted: Wanted;
  readonly last: string | null;
}

function toldApart(typed: readonly string[]): Told {
  const words = typed.filter(
    (word, index) => !(FILLERS.test(word) && index === typed.length - 2 && index > 0 && !existsSync(word)),
  );
  const last = words.at(-1) ?? 'FILE';
  const before = words.slice(0, -1);
  const [first = '', second = ''] = [words[0], before.at(-1)];
  if (before.length === 0) throw missingWords(last);
  if (isWanted(last)) {
    const another = before.findLast((word, index) => index > 0 && isWanted(word) && !existsSync(word));
    if (another !== undefined)
      throw badRequest(`Give one target at a time: first "convertd ${first} ${another}", then ${last}.`);
    return { inputs: before, wanted: wantedBy(last), last: null };
  }
  if (before.length > 1 && isWanted(second) && !isFile(second)) {
    return { inputs: before.slice(0, -1), wanted: withNameOf(last, wantedBy(second)), last };
  }
  if (isWanted(first) && !existsSync(first)) {
    const isOutput = before.length > 1 && !existsSync(last);
    const wanted = wantedBy(first);
    return isOutput
      ? { inputs: before.slice(1), wanted: withNameOf(last, wanted), last }
      : { inputs: words.slice(1), wanted, last: null };
  }
  if (last === STANDARD) {
    throw badRequest(
      `Say what the file becomes, too: "convertd ${before.join(' ')} mp3 -"; the last - is standard output.`,
    );
  }
  const target = targetOfName(basename(last));
  if (target === null) throwUnknown(last, before);
  return { inputs: before, wanted: { target, task: null }, last };
}

/** Throws ConversionErrors `target_unknown` with the command for a task of this name, or with similar targets. */
function throwUnknown(word: string, inputs: readonly string[]): void {
  const command = commandFor(word, inputs);
  if (command === null) return void resolveTarget(word);
  const message = `There is no target "${word}". Type: ${command}`;
  throw new ConversionErrors([
    new ConversionError('target_unknown', message, { details: { target: word.slice(0, 100) } }),
  ]);
}

/** `convertd talk.wav to mp3`. */
const FILLERS = /^(?:to|as|into)$/i;

const isTask = (word: string): boolean => Object.hasOwn(TASKS, word.toLowerCase());

/** `*.mp3`, which the shell leaves as it is where there is no such file: the target. */
const patternTarget = (word: string): string => (/^\*\.(?=\w)/.test(word) ? word.slice(2) : word);

const isWanted = (word: string): boolean => isTarget(patternTarget(word)) || isTask(word);

function wantedBy(word: string): Wanted {
  const target = patternTarget(word);
  if (!isTarget(target) && isTask(word)) return { target: null, task: word.toLowerCase() };
  // Throws for a word that names none.
  resolveTarget(target);
  // Nobody can give metadata to write here: what the file has is meant.
  return { target: target.toLowerCase() === 'metadata' ? 'metadata/json' : target, task: null };
}

/** Adds the target of an output's name to a task. */
const withNameOf = (output: string, wanted: Wanted): Wanted =>
  wanted.target === null ? { ...wanted, target: targetOfName(basename(output)) } : wanted;

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

const isFolder = (path: string): boolean =>
  path.endsWith('/') || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Whether --output names a file rather than a folder: by the extension of a target, unless it is a folder here. */
const isFileName = (output: string): boolean =>
  !output.includes('://') && targetOfName(basename(output)) !== null && !isFolder(output);

const missingWords = (file: string) =>
  badRequest(
    `Give the files and then what they are to become: "convertd ${file} pdf", "convertd ${file} OUT.pdf" or "--to pdf".`,
  );

function placeOf(output: string | undefined): Place {
  if (output === STANDARD) return { kind: 'stdout' };
  return { kind: 'folder', location: output ?? null };
}

const placeNamed = (last: string): Place =>
  isFolder(last) ? { kind: 'folder', location: last } : { kind: 'file', path: last };

/** Returns the place that the words name; throws if --output names one, too. */
function onlyPlace<Named extends Place>(place: Named, output: string | undefined): Named {
  if (output === undefined) return place;
  const named = place.kind === 'file' ? place.path : STANDARD;
  const inside = place.kind === 'file' ? ` Write ${output.replace(/\/$/, '')}/${basename(place.path)} instead.` : '';
  throw badRequest(`"${named}" and --output both say where the output goes.${inside}`);
}

/** Returns the longest extension of a file name that is a target: `tar.gz` before `gz`. Null if there is none. */
export function targetOfName(name: string): string | null {
  const parts = name.toLowerCase().split('.').slice(1);
  const extensions = parts.map((_, index) => parts.slice(index).join('.'));
  return extensions.find((extension) => extension !== '' && isTarget(extension)) ?? null;
}

/** Splits the path of an output into folder and name. */
export const folderAndName = (path: string): { folder: string; name: string } => ({
  folder: dirname(path),
  name: basename(path),
});
