import { type Unzipped, unzipSync, type Zippable, zipSync } from 'fflate';
import { type Chance, pick } from '../random.ts';

/** Most unpacked bytes; larger packages are changed like any other file. */
const MOST_BYTES = 32 * 1024 ** 2;
/** In local time, as in the format, so that the bytes are the same in every time zone. */
const MODIFIED = new Date(2000, 0, 1);

/** The members of a ZIP file by name, in order. */
export type Members = Readonly<Unzipped>;

/** Unpacks a ZIP file, such as docx, xlsx or epub. @returns null for other, broken or too large files */
export function membersOf(bytes: Buffer): Members | null {
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

/** Returns names of the members that are not empty. */
export const namesOf = (members: Members): string[] =>
  Object.keys(members).filter((name) => (members[name]?.length ?? 0) > 0);

/** Packs members in order. An EPUB has its `mimetype` first and stored. */
export function packed(members: Members): Buffer {
  const files: Zippable = {};
  for (const [name, content] of Object.entries(members))
    files[name] = [content, { level: name === 'mimetype' ? 0 : 6 }];
  return Buffer.from(zipSync(files, { mtime: MODIFIED }));
}

/** Changes members, one of them given by name, so that a file is damaged inside an intact container. */
export type PackageMutator = (members: Members, name: string, chance: Chance) => Members;

/** Mutators by the name that a report shows. */
export const PACKAGE_MUTATORS: Readonly<Record<string, PackageMutator>> = {
  'remove the member': (members, name) =>
    Object.fromEntries(Object.entries(members).filter(([each]) => each !== name)) as Unzipped,
  'exchange it with another': (members, name, chance) => {
    const other = pick(chance, namesOf(members));
    const [one, two] = [members[name] ?? new Uint8Array(), members[other] ?? new Uint8Array()];
    return { ...members, [name]: two, [other]: one };
  },
};
