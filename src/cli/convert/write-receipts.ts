import { writeFile } from 'node:fs/promises';
import type { Receipt } from '../../receipt/schema.ts';
import type { Summary } from '../../runner/run-all.ts';
import { badRequest } from '../bad-request.ts';

/**
 * Writes the receipts of a run into a file, one JSON document a line: of its outputs, and of those that were not made because of option
 * strict. Throws ConversionErrors if the file cannot be written.
 */
export async function writeReceipts(path: string, { output, errors }: Summary): Promise<void> {
  const receipts = [
    ...output.flatMap(({ receipt }) => receipt ?? []),
    ...errors.flatMap(({ code, details }) => (code === 'content_lost' ? (details.receipts as Receipt[]) : [])),
  ];
  const lines = receipts.map((receipt) => `${JSON.stringify(receipt)}\n`);
  await writeFile(path, lines.join('')).catch((error: NodeJS.ErrnoException) => {
    throw badRequest(`The receipts could not be written to ${path} (${error.code}). The outputs are there.`);
  });
}
