import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { SlideOptions } from '../catalog/options/slide.ts';
import type { AddressAllowList } from '../files/fetch/address-guard.ts';
import type { DetectedFormat } from '../files/formats/detected-format.ts';
import type { ProgramCall, ProgramResult } from '../process/program-call.ts';
import type { WarningCode } from '../task/codes.ts';

/** A fetched and identified input. Engines read it and never change it. */
export interface LocalInput {
  readonly id: string;
  /** Absolute path of a regular file without links; a local `file:` source may be outside the work folder. Programs may read it. */
  readonly path: string;
  /** The user's name for it: a bare name without folder, safe to create in our own folder. */
  readonly filename: string;
  /** Bytes, more than 0. */
  readonly size: number;
  /** Format by content, or null if nothing recognises it. */
  readonly format: DetectedFormat | null;
  readonly decryptPassword: string | null;
  /** How the client wants it shown, if it is a slide of a film. */
  readonly slide?: SlideOptions;
}

/** What the runner provides to an engine for one task. */
export interface WorkContext {
  /** Empty folder for this task only; the only place its programs can write to. Removed after the task. */
  readonly workFolder: string;
  readonly signal: AbortSignal;
  /** What the address guard allows besides public addresses: for tools that open web pages. */
  readonly allowedAddresses: AddressAllowList;
  /** Reports percent done, 0 to 100. Call as often as convenient: the runner throttles. */
  progress(percent: number): void;
  /** Tells the user that something was ignored, adjusted or lost. `details.option` names the option if there is one. */
  warn(code: WarningCode, message: string, details?: Record<string, unknown>): void;
  /** Runs one native program, sandboxed to the work folder and able to read this task's inputs. */
  run(call: ProgramCall): Promise<ProgramResult>;
  /** Runs programs joined stdout to stdin; the results are in the same order. */
  pipe(calls: readonly ProgramCall[]): Promise<ProgramResult[]>;
}

/** Returns the context for a part of the work, with progress from `from` to `to` percent of the whole. */
export function within(context: WorkContext, from: number, to: number): WorkContext {
  return { ...context, progress: (percent) => context.progress(from + ((to - from) * percent) / 100) };
}

/** Creates a new, empty folder inside the work folder of a task, with that prefix. */
export function partFolder(context: WorkContext, prefix: string): Promise<string> {
  return mkdtemp(join(context.workFolder, `${prefix}-`));
}

/** Warns that a password was given for an input that opens without. */
export function warnOfUnusedPassword({ filename }: LocalInput, context: WorkContext): void {
  context.warn('option_no_effect', `The decrypt_password was not used: ${filename} is not protected.`, {
    option: 'decrypt_password',
  });
}
