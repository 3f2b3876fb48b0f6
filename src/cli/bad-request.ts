import { ConversionError, ConversionErrors } from '../task/errors.ts';

/** All errors in the words of a command line, in one error. */
export const badRequest = (...messages: string[]): ConversionErrors =>
  new ConversionErrors(messages.map((message) => new ConversionError('task_invalid', message)));
