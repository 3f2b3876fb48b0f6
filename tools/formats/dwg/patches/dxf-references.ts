import {
  BlockRecord,
  CadEntityTemplate,
  CadTemplate,
  DimensionStyle,
  DxfBlockSectionReader,
  Layer,
  LineType,
  type Table,
  type TableEntry,
  TextStyle,
} from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

/* Repairs of how the DXF reader of acad-ts 3.2.0 resolves references of entities, one function each. */

interface Builder {
  readonly blockRecords: Table<BlockRecord>;
  readonly dimensionStyles: Table<DimensionStyle>;
  readonly layers: Table<Layer>;
  readonly lineTypesTable: Table<LineType>;
  readonly textStyles: Table<TextStyle>;
  tryGetCadObject(handle: number | null): unknown;
  tryGetTableEntry(name: string): TableEntry | null;
}

type EntryType = abstract new (...values: never[]) => TableEntry;

const tableOf = (builder: Builder, type: EntryType): Table<TableEntry> | null => {
  if (type === BlockRecord) return builder.blockRecords;
  if (type === DimensionStyle) return builder.dimensionStyles;
  if (type === Layer) return builder.layers;
  if (type === LineType) return builder.lineTypesTable;
  return type === TextStyle ? builder.textStyles : null;
};

/**
 * acad-ts looks for a name in all tables, one after another: it loses references to a block with the name of a layer, and linetypes and
 * styles with the name of a layer or an application; before R13 it loses the block itself.
 */
export const namesByTable = (): Undo => {
  const undo = [
    replaceMethod<(builder: Builder, handle: number | null, name: string, type: EntryType) => unknown>(
      CadTemplate.prototype,
      'getTableReference',
      (original) =>
        function (this: unknown, builder, handle, name, type) {
          // Handles take precedence, as in acad-ts.
          const named =
            builder.tryGetCadObject(handle) instanceof type ? null : tableOf(builder, type)?.tryGetValue(name);
          return named ?? original.call(this, builder, handle, name, type);
        },
    ),
    replaceMethod<(this: { readonly _builder: Builder }) => unknown>(
      DxfBlockSectionReader.prototype,
      '_readBlock',
      (original) =>
        function () {
          const { _builder: builder } = this;
          builder.tryGetTableEntry = (name) => builder.blockRecords.tryGetValue(name) ?? null;
          try {
            return original.call(this);
          } finally {
            Reflect.deleteProperty(builder, 'tryGetTableEntry');
          }
        },
    ),
  ];
  return () => {
    for (const each of undo) each();
  };
};

interface EntityTemplate {
  readonly lineTypeName: string | null;
}

/** acad-ts turns the linetype BYBLOCK into BYLAYER if no table has it, as in R12 files. */
export const lineTypesByBlock = (): Undo =>
  replaceMethod<(this: EntityTemplate, builder: Builder) => void>(
    CadEntityTemplate.prototype,
    '_build',
    (original) =>
      function (builder) {
        if (this.lineTypeName?.toUpperCase() === 'BYBLOCK') builder.lineTypesTable.tryAdd(LineType.byBlock);
        original.call(this, builder);
      },
  );
