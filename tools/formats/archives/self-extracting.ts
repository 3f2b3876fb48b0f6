import { list, type Unpacker } from './unpack.ts';

/** 7-Zip's names of archive formats in self-extracting programs. */
const TYPES: ReadonlySet<string | null> = new Set(['7z', 'Cab', 'Rar', 'Rar5', 'zip']);

/** Programs that are archives themselves, and are run by others. */
const PACKAGES: ReadonlySet<string> = new Set(['apk', 'jar', 'xpi']);

/** Whether a program contains an archive that it unpacks when it is run. */
export async function isSelfExtracting(unpacker: Unpacker): Promise<boolean> {
  const { format } = unpacker.input;
  if (format?.kind !== 'program' || PACKAGES.has(format.name)) return false;
  const { listing } = await list(unpacker.input.path, [], unpacker);
  return TYPES.has(listing.type);
}
