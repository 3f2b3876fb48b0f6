import { BOXES } from './boxes.ts';
import { PDF } from './pdf.ts';
import { RIFF } from './riff.ts';
import type { Structure } from './structure.ts';
import { XML } from './xml.ts';
import { ZIP } from './zip.ts';

/** The structures that are known. */
export const STRUCTURES: readonly Structure[] = [ZIP, XML, PDF, BOXES, RIFF];

/** The structure of a file, by how it begins; undefined for any other. */
export const structureOf = (bytes: Buffer): Structure | undefined => STRUCTURES.find(({ matches }) => matches(bytes));
