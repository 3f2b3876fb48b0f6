import type { CallToolResult } from '@modelcontextprotocol/server';
import { ConversionError } from '../task/errors.ts';
import { type Logger, withStack } from '../telemetry/log.ts';
import { errorAnswer } from './answers.ts';

/** Returns the answer of a tool, whatever it throws: a known error is described, a defect is logged. */
export async function answering(log: Logger, work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    try {
      return errorAnswer(error);
    } catch {
      log.error({ err: withStack(error) }, 'a tool failed by a defect');
      return errorAnswer(
        new ConversionError('internal', 'The tool failed because of a bug in convertd; its log has the details.'),
      );
    }
  }
}
