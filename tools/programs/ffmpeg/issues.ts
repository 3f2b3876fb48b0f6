import type { ErrorCode, WarningCode } from '../../../src/task/codes.ts';
import { ConversionError } from '../../../src/task/errors.ts';

/** Something to report to the user without failing: pure functions collect it, the engine passes it to the runner. */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
  readonly details: Record<string, unknown>;
}

/** The requested value of one option. */
interface Asked {
  readonly option: string;
  readonly value: unknown;
}

/** An option value that is listed but not available here. `allowed`: available values. */
export function unsupported(asked: Asked, reason: string, allowed: readonly unknown[]): ConversionError {
  const instead = allowed.length === 0 ? 'leave the option out' : `possible here: ${allowed.join(', ')}`;
  return optionError(
    'option_unsupported',
    asked,
    `Option ${asked.option} cannot be ${asked.value}: ${reason}; ${instead}.`,
    {
      allowed,
    },
  );
}

/** Options that exclude each other. */
export function conflict(options: readonly string[], reason: string): ConversionError {
  return new ConversionError('option_conflict', `Options ${options.join(' and ')} cannot be combined: ${reason}.`, {
    details: { option: options[0], options },
  });
}

/** The nearest possible value was used instead of the requested one. */
export function adjusted(asked: Asked, used: unknown, reason: string): Warning {
  return {
    code: 'option_adjusted',
    message: `Option ${asked.option}: ${used} was used instead of ${asked.value}, because ${reason}.`,
    details: { option: asked.option, value: asked.value, used },
  };
}

export function noEffect(option: string, reason: string): Warning {
  return {
    code: 'option_no_effect',
    message: `Option ${option} has no effect: ${reason}.`,
    details: { option },
  };
}

/** The result is less than the user could expect, for a reason that is not an option. */
export function limited(message: string, details: Record<string, unknown> = {}): Warning {
  return { code: 'output_limited', message, details };
}

function optionError(
  code: ErrorCode,
  asked: Asked,
  message: string,
  details: Record<string, unknown>,
): ConversionError {
  return new ConversionError(code, message, { details: { option: asked.option, value: asked.value, ...details } });
}
