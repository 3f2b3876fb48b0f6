import type { WarningCode } from '../../src/task/codes.ts';

/** A warning given before anything is converted. */
export interface Notice {
  readonly code: WarningCode;
  readonly message: string;
  readonly option: string;
}
