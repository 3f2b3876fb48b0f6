import { list, type Unpacker } from './unpack.ts';

/** What 7-Zip calls the archives that programs unpack themselves. */
const TYPES: ReadonlySet<string | null> = new Set(['7z', 'Cab', 'Rar', 'Rar5', 'zip']);

/** Whether a program holds an archive that it unpacks itself when it is run. */
export async function isSelfExtracting(unpacker: Unpacker): Promise<boolean> {
  if (unpacker.input.format?.kind !== 'program') return false;
  const { listing } = await list(unpacker.input.path, [], unpacker);
  return TYPES.has(listing.type);
}
