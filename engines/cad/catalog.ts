import type { CategoryCatalog, OptionDefinitions } from '../../src/catalog/definition.ts';
import { DRAWINGS } from '../../src/catalog/format-sets.ts';
import { COMMON_OPTIONS } from '../../src/catalog/options/common.ts';

const CAD_OPTIONS = {
  version: {
    type: 'string',
    enum: ['AC1009', 'AC1012', 'AC1014', 'AC1015', 'AC1018', 'AC1021', 'AC1024', 'AC1027', 'AC1032'],
    description:
      'Version of the drawing format: AC1009 is release 12, AC1012 13, AC1014 14, AC1015 2000, AC1018 2004, AC1021 2007, AC1024 2010, AC1027 2013, AC1032 2018.',
    'x-order': 310,
    example: 'AC1027',
  },
  ...COMMON_OPTIONS,
} as const satisfies OptionDefinitions;

export const catalog = {
  category: 'cad',
  timeLimitSeconds: 10 * 60,
  settings: {
    DWG2DXF_BIN: { meaning: "path of LibreDWG's dwg2dxf" },
    ODA_FILE_CONVERTER_BIN: { meaning: 'path of ODAFileConverter' },
  },
  reads: [{ formats: DRAWINGS }],
  targets: {
    dwg: { id: 301, options: CAD_OPTIONS },
    dxf: { id: 302, options: CAD_OPTIONS },
  },
} as const satisfies CategoryCatalog;
