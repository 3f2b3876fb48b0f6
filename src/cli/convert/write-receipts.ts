import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Receipt } from '../../receipt/schema.ts';
import type { Summary } from '../../runner/run-all.ts';
import { badRequest } from '../bad-request.ts';
import type { LocalRunFlags } from '../local-run.ts';
import type { OptionFlags } from './given-options.ts';

type Flags = Pick<LocalRunFlags, 'receipt'> & Pick<OptionFlags, 'option'> & { readonly force?: boolean };

/** Throws ConversionErrors, before anything starts, if there is a file of this name, which may be an input, or no receipt is wanted. */
export function refuseReceiptFile({ receipt, force, option = [] }: Flags): void {
  if (receipt === undefined) return;
  if (option.includes('receipt=false')) throw badRequest('--receipt and -o receipt=false exclude each other.');
  if (existsSync(receipt) && force !== true) throw badRequest(`${receipt} exists already. Give --force to replace it.`);
}

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
