import { type Unzipped, unzipSync, type Zippable, zipSync } from 'fflate';
import { below, type Chance, pick } from '../random.ts';

/** A package that unpacks to more is changed like any other file. */
const MOST_BYTES = 32 * 1024 ** 2;
/** In local time, as the format has it, so that the bytes are the same in every time zone. */
const MODIFIED = new Date(2000, 0, 1);

/** A change of some bytes, and what to call it. */
export interface Change {
  readonly bytes: Buffer;
  readonly step: string;
}

/**
 * Changes one member of a ZIP file and packs all of them again, so that docx, xlsx or epub are damaged inside a container that
 * is whole; now and then a member is missing, or two have changed places. `change` changes a member.
 * @returns null for what is no such file
 */
export function mutatePackage(bytes: Buffer, chance: Chance, change: (member: Buffer) => Change): Change | null {
  const members = unpack(bytes);
  if (members === null) return null;
  const names = Object.keys(members).filter((name) => (members[name]?.length ?? 0) > 0);
  if (names.length === 0) return null;
  const name = pick(chance, names);
  const step = changeMember(members, name, names, chance, change);
  return { bytes: pack(members), step: `inside the package: ${step}` };
}

/** @returns what it did */
function changeMember(
  members: Unzipped,
  name: string,
  names: readonly string[],
  chance: Chance,
  change: (member: Buffer) => Change,
): string {
  const kind = below(chance, 10);
  if (kind === 0) {
    delete members[name];
    return 'remove a member';
  }
  if (kind === 1) {
    exchange(members, name, pick(chance, names));
    return 'exchange two members';
  }
  const { bytes, step } = change(Buffer.from(members[name] ?? []));
  members[name] = Uint8Array.from(bytes);
  return step;
}

function exchange(members: Unzipped, one: string, other: string): void {
  const first = members[one] ?? new Uint8Array();
  members[one] = members[other] ?? new Uint8Array();
  members[other] = first;
}

function unpack(bytes: Buffer): Unzipped | null {
  if (!bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return null;
  let total = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ originalSize }) => {
        total += originalSize;
        if (total > MOST_BYTES) throw new Error('too large');
        return true;
      },
    });
  } catch {
    return null;
  }
}

/** An EPUB has its `mimetype` first and stored; the order is that of the file. */
function pack(members: Unzipped): Buffer {
  const files: Zippable = {};
  for (const [name, content] of Object.entries(members))
    files[name] = [content, { level: name === 'mimetype' ? 0 : 6 }];
  return Buffer.from(zipSync(files, { mtime: MODIFIED }));
}
