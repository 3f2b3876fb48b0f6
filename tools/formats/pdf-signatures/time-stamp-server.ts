import { Agent, request } from 'undici';
import { createAddressGuard } from '../../../src/files/fetch/address-guard.ts';
import { AddressRefusedError, guardedConnector } from '../../../src/files/fetch/guarded-connector.ts';
import { describeUrl } from '../../../src/files/fetch/http-request.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { startTimeLimit } from '../../../src/util/time-limit.ts';
import type { WorkContext } from '../../../src/work/context.ts';

/** Time that a server has, ms. */
const ANSWER_MS = 20_000;

/** Largest answer, bytes: real ones have some 5 KiB. */
const LARGEST = 1024 ** 2;

/**
 * Sends a request to a time stamp server (RFC 3161, 3.4), by the address guard, and returns its answer, which is not checked here. Throws
 * ConversionError `option_invalid` if the address may not be asked, and `input_download_failed`, which is tried again later, if there is
 * no answer.
 */
export async function requestTimeStamp(server: URL, body: Buffer, context: WorkContext): Promise<Buffer> {
  const guard = createAddressGuard(context.allowedAddresses);
  const agent = new Agent({ connect: guardedConnector({ guard, timeoutMs: ANSWER_MS }), allowH2: false });
  const limit = startTimeLimit(ANSWER_MS, context.signal);
  try {
    const headers = { 'content-type': 'application/timestamp-query', 'user-agent': 'convertd' };
    const answer = await request(server, { method: 'POST', dispatcher: agent, headers, body, signal: limit.signal });
    const bytes = await readAtMost(answer.body, LARGEST);
    if (answer.statusCode !== 200) throw failed(server, `answers with status ${answer.statusCode}`);
    return bytes;
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof ConversionError) throw error;
    if (error instanceof AddressRefusedError) {
      const message = `Option sign: the address of the time stamp server ${describeUrl(server)} is not allowed here.`;
      throw new ConversionError('option_invalid', message, { details: { option: 'sign' }, log: error.message });
    }
    throw failed(server, limit.over ? `does not answer within ${ANSWER_MS / 1000} s` : 'cannot be reached', error);
  } finally {
    limit.end();
    await agent.destroy();
  }
}

async function readAtMost(body: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > most) throw new Error('The answer is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function failed(server: URL, what: string, cause?: unknown): ConversionError {
  const message = `The time stamp server ${describeUrl(server)} ${what}, so the PDF is not signed.`;
  return new ConversionError('input_download_failed', message, {
    details: { option: 'sign' },
    ...(cause instanceof Error && { log: cause.message }),
  });
}
