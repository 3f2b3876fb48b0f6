import { ConversionError } from '../../src/task/errors.ts';

/**
 * Returns the error for an npm package with native code that does not load: its binary for this platform is a separate package, which `npm
 * ci --omit=optional` leaves out.
 */
export function missingPackage(name: string, neededFor: string, error: unknown): ConversionError {
  const message = `The npm package ${name} does not load here, and ${neededFor} need it. Install it with the optional packages of its platform.`;
  const details = { program: name, package: name };
  return new ConversionError('program_missing', message, { details, log: String(error) });
}
