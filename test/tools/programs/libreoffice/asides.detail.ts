import { expect, it } from 'vitest';
import type { OfficeWay } from '../../../../tools/programs/libreoffice/convert.ts';
import { findSoffice } from '../../../../tools/programs/libreoffice/soffice.ts';
import { fixture } from '../../../engines/document/support.ts';
import { useBench } from './support.ts';

const bench = await useBench();

const NO_FILES = { media: 0, texts: 0, workbooks: 0, presentations: 0, pdfs: 0, objects: 0 };

const WAYS: readonly OfficeWay[] = (await findSoffice()) === null ? ['once', 'warm'] : ['once', 'warm', 'cold'];

it.each(WAYS)('what stands beside the text is counted: %s', async (way) => {
  const count = async (name: string) => (await bench.convert(way, { input: fixture(name), store: [] })).result.asides;
  // Nothing is lost from a footer that is only a number, or from missing pages. Debian's LibreOffice without windows crashes
  // when soffice opens a text with comments.
  if (way !== 'cold')
    expect(await count('asides.fodt')).toEqual({
      comments: 2,
      charts: 1,
      headers: 1,
      notes: 0,
      inserted: 0,
      ...NO_FILES,
    });
  expect(await count('asides.fods')).toEqual({
    comments: 2,
    charts: 0,
    headers: 0,
    notes: 0,
    inserted: 0,
    ...NO_FILES,
  });
  expect(await count('asides.fodp')).toEqual({
    comments: 1,
    charts: 0,
    headers: 0,
    notes: 1,
    inserted: 0,
    ...NO_FILES,
  });
  expect(await count('hidden-slide.fodp')).toEqual({
    comments: 0,
    charts: 0,
    headers: 0,
    notes: 0,
    inserted: 0,
    ...NO_FILES,
  });
});

it.each(WAYS)('files in a document are counted: %s', async (way) => {
  const input = await bench.write('workbook.fodt', WITH_WORKBOOK);
  const { result } = await bench.convert(way, { input, store: [] });
  expect(result.asides).toMatchObject({ ...NO_FILES, workbooks: 1 });
});

const OASIS = 'urn:oasis:names:tc:opendocument:xmlns';
const NAMES = ['office', 'text', 'table'].map((name) => `xmlns:${name}="${OASIS}:${name}:1.0"`).join(' ');
const DRAWN = `xmlns:draw="${OASIS}:drawing:1.0" xmlns:svg="${OASIS}:svg-compatible:1.0"`;
const WITH_WORKBOOK = `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${NAMES} ${DRAWN} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:body><office:text><text:p><draw:frame text:anchor-type="as-char" svg:width="4cm" svg:height="2cm"><draw:object>
<office:document office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>
<table:table table:name="A"><table:table-row><table:table-cell office:value-type="string"><text:p>plum</text:p></table:table-cell></table:table-row></table:table>
</office:spreadsheet></office:body></office:document>
</draw:object></draw:frame></text:p></office:text></office:body></office:document>`;
