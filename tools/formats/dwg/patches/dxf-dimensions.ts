import {
  CadDimensionTemplate,
  type CadEntityTemplate,
  Dimension,
  DimensionAligned,
  DimensionAngular2Line,
  DimensionAngular3Pt,
  DimensionArc,
  DimensionDiameter,
  DimensionLinear,
  DimensionOrdinate,
  DimensionPlaceholder,
  DimensionRadius,
  DxfClassMap,
  DxfMap,
  DxfSectionReaderBase,
  type DxfStreamReaderBase,
} from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';
import { writeWhole } from './write-entity.ts';

/* Repairs of how acad-ts 3.2.0 reads and writes dimensions in DXF files, one function each. */

interface SectionReader {
  readonly _reader: DxfStreamReaderBase;
  currentSubclass: string;
  tryAssignCurrentValue(dimension: object, properties: DxfClassMap): boolean;
  readEntityCodes(template: CadDimensionTemplate, read: ReadCode, type: typeof Dimension): CadDimensionTemplate;
  _readDimension: ReadCode;
}

type ReadCode = (template: CadDimensionTemplate, map: DxfMap) => boolean;

type Read = (this: SectionReader, template: CadDimensionTemplate, map: DxfMap) => boolean;

const SUBCLASS = 100;
const LINE_SPACING = 41;
const HAS_LEADER = 71;
const ROTATED = 'AcDbRotatedDimension';
const ARC = 'AcDbArcDimension';

/** acad-ts turns a rotated dimension whose angle 0 is omitted into an aligned one, and sets every line spacing to 1. */
export const rotatedDimensions = (): Undo =>
  replaceMethod<Read>(
    DxfSectionReaderBase.prototype,
    '_readDimension',
    (original) =>
      function (template, map) {
        const { cadObject } = template;
        const { code, valueAsString } = this._reader;
        if (code === SUBCLASS && valueAsString === ROTATED && cadObject.constructor === DimensionAligned) {
          template.setDimensionObject(new DimensionLinear());
          map.subClasses.set(ROTATED, DxfClassMap.create(DimensionLinear));
        }
        if (code === LINE_SPACING && !(cadObject instanceof DimensionArc)) {
          Reflect.set(cadObject, 'lineSpacingFactor', this._reader.valueAsDouble);
          return true;
        }
        return original.call(this, template, map);
      },
  );

/** acad-ts loses everything that arc dimensions share with other dimensions, and whether they have a leader. */
export const arcDimensionInput = (): Undo => {
  const undo = [
    replaceMethod<(this: SectionReader) => CadEntityTemplate | null>(
      DxfSectionReaderBase.prototype,
      'readEntity',
      (original) =>
        function () {
          if (this._reader.valueAsString !== 'ARC_DIMENSION') return original.call(this);
          // As with other dimensions, a subclass determines the kind.
          const template = new CadDimensionTemplate();
          this.readEntityCodes(template, this._readDimension.bind(this), Dimension);
          return template.cadObject instanceof DimensionArc ? template : null;
        },
    ),
    replaceMethod<Read>(
      DxfSectionReaderBase.prototype,
      '_readDimension',
      (original) =>
        function (template, map) {
          const { cadObject } = template;
          const isLeader = this._reader.code === HAS_LEADER && this.currentSubclass === ARC;
          if (!isLeader || !(cadObject instanceof DimensionArc)) return original.call(this, template, map);
          cadObject.hasLeader = this._reader.valueAsBool;
          return true;
        },
    ),
  ];
  return () => {
    for (const each of undo) each();
  };
};

const KIND = 70;
const ROTATION = 50;
const KIND_BITS = 7;

/** Kinds of dimensions by the lowest bits of group 70 (Autodesk's DXF reference, DIMENSION). */
const KINDS = [
  DimensionLinear,
  DimensionAligned,
  DimensionAngular2Line,
  DimensionDiameter,
  DimensionRadius,
  DimensionAngular3Pt,
  DimensionOrdinate,
] as const;

/** Properties of dimensions whose kind came from group 70 and not from a subclass. */
const withoutParts = new WeakMap<CadDimensionTemplate, readonly DxfClassMap[]>();

/**
 * Before R13 only group 70 has the kind of a dimension: acad-ts loses it if the text was moved or the ordinate is along x, which are bits
 * of the same group. It also loses every text, angle and direction after that group.
 */
export const dimensionsWithoutParts = (): Undo =>
  replaceMethod<Read>(
    DxfSectionReaderBase.prototype,
    '_readDimension',
    (original) =>
      function (template, map) {
        const { code, valueAsShort } = this._reader;
        if (code === SUBCLASS) withoutParts.delete(template);
        const Kind = code === KIND ? KINDS[valueAsShort & KIND_BITS] : undefined;
        if (Kind !== undefined && template.cadObject instanceof DimensionPlaceholder) {
          const dimension = new Kind();
          template.setDimensionFlags(valueAsShort);
          template.setDimensionObject(dimension);
          const owners = [Dimension, DimensionAligned, Kind].filter((Owner) => dimension instanceof Owner);
          withoutParts.set(
            template,
            owners.map((Owner) => DxfClassMap.create(Owner)),
          );
          return true;
        }
        const properties = withoutParts.get(template);
        if (properties === undefined) return original.call(this, template, map);
        const { cadObject } = template;
        if (code === ROTATION && !(cadObject instanceof DimensionLinear)) return true;
        return (
          properties.some((each) => this.tryAssignCurrentValue(cadObject, each)) || original.call(this, template, map)
        );
      },
  );

interface DimensionWriter {
  _writeDimension(dimension: DimensionArc, map: DxfMap): void;
}

/** acad-ts writes only the name and the common properties of an arc dimension. */
export const arcDimensions = (): Undo =>
  writeWhole(DimensionArc, (writer: DimensionWriter, dimension) =>
    writer._writeDimension(dimension, DxfMap.create(DimensionArc)),
  );
