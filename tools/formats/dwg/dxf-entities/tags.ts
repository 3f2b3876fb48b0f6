import type { ACadVersion, Color, DxfClassMap, IHandledCadObject, IVector } from '@node-projects/acad-ts';

/** Writes the DXF tags of a file: group code and value. This is acad-ts's stream writer. */
export interface Tags {
  /** Writes nothing for null. With a map, radians become DXF's degrees if the code is an angle. */
  write(code: number, value: unknown, map?: DxfClassMap | null): void;
  /** Writes a point: `code` for x, `code` + 10 for y, + 20 for z. */
  writeVector(code: number, value: IVector, map?: DxfClassMap | null): void;
  writeHandle(code: number, value: IHandledCadObject | null): void;
  /** Writes 24 bits, RGB. */
  writeTrueColor(code: number, color: Color): void;
  /** Writes the 32 bits in which multileaders store any kind of colour. */
  writeCmColor(code: number, color: Color): void;
}

/** The part of acad-ts's section writer that functions for entities use. */
export interface SectionWriter {
  readonly _writer: Tags;
  readonly version: ACadVersion;
}

export const degrees = (radians: number): number => (radians * 180) / Math.PI;

/** DXF writes 0 and 1. */
export const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

/*
 * Sources of the order and meaning of group codes in this folder: Autodesk's "DXF Reference" 2018, section ENTITIES, and files written by
 * AutoCAD.
 */
