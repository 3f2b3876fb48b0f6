import { ConversionError, ConversionErrors } from '../task/errors.ts';

/** What is wrong with the words of a command line, all of it together. */
export const badRequest = (...messages: string[]): ConversionErrors =>
  new ConversionErrors(messages.map((message) => new ConversionError('task_invalid', message)));
