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

/** A rotated dimension whose angle is 0 and left out became an aligned one, and every line spacing became 1. */
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

/** Of the dimension of an arc everything that dimensions have was lost, and whether it has a leader. */
export const arcDimensionInput = (): Undo => {
  const undo = [
    replaceMethod<(this: SectionReader) => CadEntityTemplate | null>(
      DxfSectionReaderBase.prototype,
      'readEntity',
      (original) =>
        function () {
          if (this._reader.valueAsString !== 'ARC_DIMENSION') return original.call(this);
          // What it is, its part says, as with other dimensions.
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

/** The kinds by the lowest bits of group 70 (Autodesk's DXF reference, DIMENSION). */
const KINDS = [
  DimensionLinear,
  DimensionAligned,
  DimensionAngular2Line,
  DimensionDiameter,
  DimensionRadius,
  DimensionAngular3Pt,
  DimensionOrdinate,
] as const;

/** The properties of dimensions whose kind group 70 said, and no part of theirs. */
const withoutParts = new WeakMap<CadDimensionTemplate, readonly DxfClassMap[]>();

/**
 * Before R13 the kind of a dimension is in group 70 alone: it was lost where the text had been moved or the ordinate is by
 * x, which are bits of the same group; and so was every text, angle and direction behind that group.
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

/** Of the dimension of an arc only its name and what all entities have were written. */
export const arcDimensions = (): Undo =>
  writeWhole(DimensionArc, (writer: DimensionWriter, dimension) =>
    writer._writeDimension(dimension, DxfMap.create(DimensionArc)),
  );
