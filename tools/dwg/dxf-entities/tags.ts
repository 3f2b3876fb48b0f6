import type { ACadVersion, Color, DxfClassMap, IHandledCadObject, IVector } from '@node-projects/acad-ts';

/** The DXF tags of a file as they are written: group code and value. acad-ts's stream writer. */
export interface Tags {
  /** Nothing is written for null. With a map, radians become the degrees of DXF where the code is an angle. */
  write(code: number, value: unknown, map?: DxfClassMap | null): void;
  /** A point: `code` for x, `code` + 10 for y, + 20 for z. */
  writeVector(code: number, value: IVector, map?: DxfClassMap | null): void;
  writeHandle(code: number, value: IHandledCadObject | null): void;
  /** As 24 bits, RGB. */
  writeTrueColor(code: number, color: Color): void;
  /** As the 32 bits in which multileaders keep any kind of colour. */
  writeCmColor(code: number, color: Color): void;
}

/** What a function that writes an entity sees of the section's writer in acad-ts. */
export interface SectionWriter {
  readonly _writer: Tags;
  readonly version: ACadVersion;
}

export const degrees = (radians: number): number => (radians * 180) / Math.PI;

/** DXF has 0 and 1. */
export const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

/*
 * The order and meaning of group codes in this folder: Autodesk's "DXF Reference" 2018, section ENTITIES, and what AutoCAD
 * writes itself.
 */
