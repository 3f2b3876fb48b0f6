import { list, type Unpacker } from './unpack.ts';

/** What 7-Zip calls the archives that programs unpack themselves. */
const TYPES: ReadonlySet<string | null> = new Set(['7z', 'Cab', 'Rar', 'Rar5', 'zip']);

/** Programs that are archives themselves, and run by others. */
const PACKAGES: ReadonlySet<string> = new Set(['apk', 'jar', 'xpi']);

/** Whether a program holds an archive that it unpacks itself when it is run. */
export async function isSelfExtracting(unpacker: Unpacker): Promise<boolean> {
  const { format } = unpacker.input;
  if (format?.kind !== 'program' || PACKAGES.has(format.name)) return false;
  const { listing } = await list(unpacker.input.path, [], unpacker);
  return TYPES.has(listing.type);
}
