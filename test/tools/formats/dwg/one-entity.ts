import { readFileSync } from 'node:fs';
import { ACadVersion, CadDocument, DxfReader, DxfWriter, type Entity } from '@node-projects/acad-ts';
import { TextSink } from '../../../../engines/cad/dxf-sinks.ts';
import { fixture } from '../../../engines/cad/support.ts';

/* One entity read and written by acad-ts, for the tests of its patches. */

/** A defect that a patch repairs: what acad-ts returns, and the right result. Without the patch they differ. */
export interface Defect {
  readonly seen: () => unknown;
  readonly right: unknown;
}

export type Tag = readonly [code: number, value: string | number];
export type Tags = readonly Tag[];

export const tags = (start: Tags, ...more: Tag[]): Tags => [...start, ...more];
export const entity = (type: string, part: string, ...more: Tag[]): Tags => [
  [0, type],
  [5, 'FFF1'],
  [100, 'AcDbEntity'],
  [8, '0'],
  [100, part],
  ...more,
];

/** Reads an entity of R2000 with acad-ts. */
export function read<Read extends Entity>(entityTags: Tags, type: abstract new () => Read): Read {
  const lines = entityTags.map(([code, value]) => `${code}\n${value}\n`).join('');
  const plan = readFileSync(fixture('plan-2000.dxf'), 'utf8');
  const text = plan.replace(/\n +2\nENTITIES\n/, (start) => start + lines);
  const document = DxfReader.readFromStream(Buffer.from(text));
  const found = document.getCadObject(0xfff1);
  if (!(found instanceof type)) throw new Error('the entity was not read');
  return found;
}

export function dxfOf(item: Entity, version = ACadVersion.AC1032): string {
  const document = new CadDocument(version);
  document.modelSpace?.entities.add(item);
  const sink = new TextSink();
  DxfWriter.writeToStream(sink, document);
  return sink.text;
}

/** Returns the tags that are written for an entity in the model space, including vertices and attributes. */
export function written(item: Entity, version = ACadVersion.AC1032): Tags {
  const lines = dxfOf(item, version).split('\n');
  const all = Array.from(
    { length: lines.length >> 1 },
    (_, index) => [Number(lines[2 * index]), lines[2 * index + 1] ?? ''] as const,
  );
  const start = all.findIndex(([code, value]) => code === 2 && value === 'ENTITIES');
  return all.slice(
    start + 1,
    all.findIndex(([, value], index) => index > start && value === 'ENDSEC'),
  );
}

export const valuesOf = (all: Tags, code: number) => all.filter((tag) => tag[0] === code).map(([, value]) => value);
