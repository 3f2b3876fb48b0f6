import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllowList } from '../../src/files/fetch/address-guard.ts';
import { runPipeline, runProgram } from '../../src/process/command.ts';
import type { ProgramCall, ProgramScope } from '../../src/process/program-call.ts';
import type { WarningCode } from '../../src/task/codes.ts';
import type { WorkContext } from '../../src/work/context.ts';

/** What an engine has done with its context so far. */
export interface EngineTask {
  readonly context: WorkContext;
  readonly warnings: { code: WarningCode; message: string; details: Record<string, unknown> }[];
  /** Codes of the warnings. */
  readonly codes: WarningCode[];
  readonly progress: number[];
  readonly calls: ProgramCall[];
}

/** The context of one task as the runner makes it: programs are sandboxed to the scope. */
export function engineTask(
  scope: ProgramScope,
  change: (call: ProgramCall) => ProgramCall | Promise<ProgramCall> = (call) => call,
): EngineTask {
  const heard: Omit<EngineTask, 'context'> = { warnings: [], codes: [], progress: [], calls: [] };
  const context: WorkContext = {
    workFolder: scope.workFolder,
    signal: scope.signal,
    allowedAddresses: parseAllowList(),
    progress: (percent) => heard.progress.push(percent),
    warn: (code, message, details = {}) => {
      heard.codes.push(code);
      heard.warnings.push({ code, message, details });
    },
    run: async (call) => {
      heard.calls.push(call);
      return runProgram(await change(call), scope);
    },
    pipe: (calls) => runPipeline(calls, scope),
  };
  return { context, ...heard };
}

/** A folder for one test file, removed at its end. */
export class ScratchFolder {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

/** @param purpose part of the folder's name */
export const makeScratchFolder = (purpose: string): Promise<string> =>
  mkdtemp(join(tmpdir(), `convertd-${purpose}-test-`));
