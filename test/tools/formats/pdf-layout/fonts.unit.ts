import { expect, test } from 'vitest';
import { fontOf } from '../../../../tools/formats/pdf-layout/fonts.ts';

test.each([
  ['ArialMT', 'Arial', false, false],
  ['Arial-BoldItalicMT', 'Arial', true, true],
  ['ABCDEF+TimesNewRomanPS-BoldMT', 'Times New Roman', true, false],
  ['Times-Roman', 'Times New Roman', false, false],
  ['CourierNewPSMT', 'Courier New', false, false],
  ['Helvetica-Oblique', 'Helvetica', false, true],
  ['LiberationSerif-Bold', 'Liberation Serif', true, false],
  ['DejaVuSansMono', 'DejaVu Sans Mono', false, false],
  ['PTSans-Regular', 'PT Sans', false, false],
  ['Calibri,Bold', 'Calibri', true, false],
  ['NimbusSansNarrowOblique', 'Arial Narrow', false, true],
  ['CMR10', 'Times New Roman', false, false],
  ['CMBX12', 'Times New Roman', true, false],
  ['CMTI10', 'Times New Roman', false, true],
  ['CMTT9', 'Courier New', false, false],
  ['', 'Times New Roman', false, false],
])('%j is %s, bold %s, italic %s', (name, family, bold, italic) => {
  expect(fontOf(name)).toMatchObject({ family, bold, italic });
});
