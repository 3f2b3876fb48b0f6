import { type ByteSource, has, latin1, u16be, u32be } from './byte-source.ts';
import type { FormatName } from './names.ts';

/** Palm databases: type and creator at offset 60 identify the application. */
const OWNERS: ReadonlyMap<string, FormatName> = new Map([
  ['TEXtREAd', 'pdb'],
  ['TEXtTlDc', 'pdb'],
  ['PNRdPPrs', 'pdb'],
  ['DataPlkr', 'pdb'],
  ['ToGoToGo', 'pdb'],
  ['zTXTGPlm', 'pdb'],
  ['BVokBDIC', 'pdb'],
]);

/** Ebooks in a Palm database: MOBI and its successors, PalmDOC, eReader, Plucker. */
export async function byPalmOwner(source: ByteSource): Promise<FormatName | null> {
  const owner = latin1(source.head, 60, 68);
  if (owner === 'BOOKMOBI') return mobiVersion(source);
  return OWNERS.get(owner) ?? null;
}

/** Reads record 0, which holds the PalmDOC header and the MOBI header with its version: 8 is KF8, which readers call azw3. */
async function mobiVersion(source: ByteSource): Promise<FormatName> {
  const record = u32be(source.head, 78);
  const header = await source.read(record, 64);
  if (u16be(source.head, 76) < 1 || !has(header, 16, 'MOBI')) return 'mobi';
  return u32be(header, 36) >= 8 ? 'azw3' : 'mobi';
}
