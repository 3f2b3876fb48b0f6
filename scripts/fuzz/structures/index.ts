import { BOXES } from './boxes.ts';
import { PDF } from './pdf.ts';
import { RIFF } from './riff.ts';
import type { Structure } from './structure.ts';
import { XML } from './xml.ts';
import { ZIP } from './zip.ts';

/** The known structures. */
export const STRUCTURES: readonly Structure[] = [ZIP, XML, PDF, BOXES, RIFF];

/** Returns the structure of a file by its first bytes; undefined for other files. */
export const structureOf = (bytes: Buffer): Structure | undefined => STRUCTURES.find(({ matches }) => matches(bytes));
