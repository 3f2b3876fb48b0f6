import type { ProgramDescription } from '../process/programs.ts';
import type { SandboxDescription } from '../process/sandbox/sandbox.ts';

/** Ways to read an input that come from one folder. */
export interface InputReport {
  engines: string[];
  programs: ProgramDescription[];
}

/** Report on a category. An unavailable category is not examined: `reason` says why it is not offered. */
export type EngineReport = { category: string; programs: ProgramDescription[] } & (
  | { available: true }
  | { available: false; reason: string }
);

export interface DoctorReport {
  node: string;
  sandbox: SandboxDescription;
  engines: EngineReport[];
  inputs: InputReport[];
}
