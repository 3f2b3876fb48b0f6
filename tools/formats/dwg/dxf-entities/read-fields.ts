import { type Color, type DxfStreamReaderBase, XYZ } from '@node-projects/acad-ts';
import { decodeColor } from './colors.ts';

/** Takes the reader's current value. */
type Take<Target> = (target: Target, reader: DxfStreamReaderBase) => void;

/** Handler of each group code in one part of an entity. */
export type Fields<Target> = ReadonlyMap<number, Take<Target>>;

/** The properties of a class that hold values of a type. */
type Keys<Target, Value> = {
  [Key in keyof Target]-?: Target[Key] extends Value ? (Value extends Target[Key] ? Key : never) : never;
}[keyof Target];

type Entry<Target> = readonly [code: number, take: Take<Target>];

const set = <Target extends object>(target: Target, name: PropertyKey, value: unknown): void => {
  Reflect.set(target, name, value);
};

export const real = <Target extends object>(code: number, name: Keys<Target, number>): Entry<Target>[] => [
  [code, (target, reader) => set(target, name, reader.valueAsDouble)],
];

export const integer = <Target extends object>(code: number, name: Keys<Target, number>): Entry<Target>[] => [
  [code, (target, reader) => set(target, name, Number(reader.value))],
];

export const flag = <Target extends object>(code: number, name: Keys<Target, boolean>): Entry<Target>[] => [
  [code, (target, reader) => set(target, name, Number(reader.value) !== 0)],
];

export const text = <Target extends object>(code: number, name: Keys<Target, string>): Entry<Target>[] => [
  [code, (target, reader) => set(target, name, reader.valueAsString)],
];

/** A colour in 32 bits. */
export const color = <Target extends object>(code: number, name: Keys<Target, Color>): Entry<Target>[] => [
  [code, (target, reader) => set(target, name, decodeColor(Number(reader.value)))],
];

/** A new point, in three groups. */
export const point = <Target extends object>(code: number, name: Keys<Target, XYZ>): Entry<Target>[] =>
  points<Target>(
    code,
    (target, begun) => set(target, name, begun),
    (target) => Reflect.get(target, name) as XYZ,
  );

/** Points of a list: `begin` adds a new one, `last` returns it again. */
export const points = <Target>(
  code: number,
  begin: (target: Target, point: XYZ) => void,
  last: (target: Target) => XYZ | undefined,
): Entry<Target>[] => [
  [code, (target, reader) => begin(target, new XYZ(reader.valueAsDouble, 0, 0))],
  [code + 10, (target, reader) => setOf(last(target), 'y', reader.valueAsDouble)],
  [code + 20, (target, reader) => setOf(last(target), 'z', reader.valueAsDouble)],
];

function setOf(place: XYZ | undefined, axis: 'y' | 'z', value: number): void {
  if (place !== undefined) place[axis] = value;
}

export const fields = <Target>(...entries: readonly (readonly Entry<Target>[])[]): Fields<Target> =>
  new Map(entries.flat());
