import type { WarningCode } from '../../src/task/codes.ts';

/** A warning on its way to the user; see WorkContext.warn. */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
  readonly details?: Record<string, unknown>;
}
