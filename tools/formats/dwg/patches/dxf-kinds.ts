import {
  CadBody,
  type CadEntityTemplate,
  CadSplineTemplate,
  type CadTableEntityTemplate,
  CadValue,
  CadValueType,
  DwgObjectReader,
  type DxfMap,
  DxfSectionReaderBase,
  type DxfStreamReaderBase,
  Ellipse,
  type Entity,
  type ModelerGeometry,
  ObjectType,
  Spline,
  TableEntity,
} from '@node-projects/acad-ts';
import { replaceMethod, replaceSetter, type Undo } from './replace.ts';
import { writeWhole } from './write-entity.ts';

/* Repairs of entities that acad-ts 3.2.0 takes for another kind, or drops, one function each. */

type ReadCode<Template> = (template: Template, map: DxfMap) => boolean;

interface SectionReader {
  readonly _reader: DxfStreamReaderBase;
  readonly currentSubclass: string;
  readEntityCodes<Template>(template: Template, read: ReadCode<Template>, type: abstract new () => Entity): Template;
  _readSpline: ReadCode<CadSplineTemplate>;
  _readModelerGeometry: ReadCode<CadEntityTemplate>;
}

type ReadEntity = (this: SectionReader) => CadEntityTemplate | null;

const helices = new WeakSet<Entity>();

/** Whether a spline was a helix in the file: its curve is kept, but not its turns, height and radius. */
export const isHelix = (entity: Entity): boolean => helices.has(entity);

/** acad-ts drops a helix, which is a spline with further properties. */
export const helixCurves = (): Undo =>
  replaceMethod<ReadEntity>(
    DxfSectionReaderBase.prototype,
    'readEntity',
    (original) =>
      function () {
        if (this._reader.valueAsString !== 'HELIX') return original.call(this);
        const template = new CadSplineTemplate();
        const read: ReadCode<CadSplineTemplate> = (each, map) =>
          isOfHelix(this._reader.code, this.currentSubclass) || this._readSpline(each, map);
        this.readEntityCodes(template, read, Spline);
        helices.add(template.cadObject);
        return template;
      },
  );

const SUBCLASS = 100;
const EXTENDED_DATA = 1000;

const isOfHelix = (code: number, subclass: string): boolean =>
  subclass === 'AcDbHelix' && code !== SUBCLASS && code < EXTENDED_DATA;

/** acad-ts turns a TRACE into a SOLID, which has the same data, in DXF and in DWG. */
export const traces = (): Undo => {
  const undo = [
    replaceMethod<ReadEntity>(
      DxfSectionReaderBase.prototype,
      'readEntity',
      (original) =>
        function () {
          const isTrace = this._reader.valueAsString === 'TRACE';
          const template = original.call(this);
          if (isTrace && template !== null) markTrace(template.cadObject);
          return template;
        },
    ),
    replaceMethod<(this: { readonly _objectType: ObjectType }, ...types: ObjectType[]) => CadEntityTemplate | null>(
      DwgObjectReader.prototype,
      '_readObject',
      (original) =>
        function (...types) {
          const template = original.apply(this, types);
          if (types[0] === ObjectType.TRACE && template !== null) markTrace(template.cadObject);
          return template;
        },
    ),
  ];
  return () => {
    for (const each of undo) each();
  };
};

function markTrace(entity: object): void {
  Object.defineProperty(entity, 'objectName', { value: 'TRACE', configurable: true });
  Object.defineProperty(entity, 'objectType', { value: ObjectType.TRACE, configurable: true });
}

/** acad-ts does not read the shape of a BODY, and writes only its name. */
export const bodies = (): Undo => {
  const undo = [
    replaceMethod<ReadCode<CadEntityTemplate>>(
      DxfSectionReaderBase.prototype,
      '_readEntitySubclassMap',
      (original) =>
        function (this: SectionReader, template, map) {
          if (template.cadObject instanceof CadBody) return this._readModelerGeometry(template, map);
          return original.call(this, template, map);
        },
    ),
    writeWhole(CadBody, (writer: GeometryWriter, body) => writer._writeModelerGeometry(body)),
  ];
  return () => {
    for (const each of undo) each();
  };
};

interface GeometryWriter {
  _writeModelerGeometry(geometry: ModelerGeometry): void;
}

/** acad-ts rejects a table with an empty cell, whose value has no type. */
export const emptyCells = (): Undo =>
  replaceMethod<CadValue['setValue']>(
    CadValue.prototype,
    'setValue',
    (original) =>
      function (this: CadValue, value, type) {
        if ((type ?? this.valueType) === CadValueType.Unknown) return;
        original.call(this, value, type);
      },
  );

const unreadable = new WeakSet<Entity>();

/**
 * acad-ts drops a table with a cell that it does not understand, so that its block is not shown. Such a table is read without cells, and
 * its block represents it.
 */
export const tablesByBlock = (): Undo =>
  replaceMethod<(this: SectionReader, template: CadTableEntityTemplate, map: DxfMap) => boolean>(
    DxfSectionReaderBase.prototype,
    '_readTableEntity',
    (original) =>
      function (template, map) {
        const { cadObject: table } = template;
        const { code } = this._reader;
        if (unreadable.has(table)) return code !== SUBCLASS && code < EXTENDED_DATA;
        try {
          return original.call(this, template, map);
        } catch {
          unreadable.add(table);
          if (table instanceof TableEntity) {
            table.rows.length = 0;
            table.columns.length = 0;
          }
          return true;
        }
      },
  );

/** acad-ts turns an ellipse whose second axis is the longer one into a circle. repairs/geometry.ts swaps the axes. */
export const longSecondAxes = (): Undo =>
  replaceSetter<{ _radiusRatio: number }, number>(
    Ellipse.prototype,
    'radiusRatio',
    (original) =>
      function (ratio) {
        if (ratio > 1 && Number.isFinite(ratio)) this._radiusRatio = ratio;
        else original.call(this, ratio);
      },
  );
