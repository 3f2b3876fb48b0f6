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

/* Repairs of how the DXF reader of acad-ts 3.2.0 finds what entities name, one function each. */

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
 * A name was looked for in all tables, one behind the other: references to a block named as a layer, linetypes and styles named as
 * a layer or an application got lost, and the block itself before R13.
 */
export const namesByTable = (): Undo => {
  const undo = [
    replaceMethod<(builder: Builder, handle: number | null, name: string, type: EntryType) => unknown>(
      CadTemplate.prototype,
      'getTableReference',
      (original) =>
        function (this: unknown, builder, handle, name, type) {
          // Handles go first, as they do there.
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

/** The linetype BYBLOCK became BYLAYER where no table has it, as in files of R12. */
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
