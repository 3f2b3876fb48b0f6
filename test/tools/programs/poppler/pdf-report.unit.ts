import { expect, it } from 'vitest';
import { parseFonts, parsePdfReport, parseSignatures } from '../../../../tools/programs/poppler/pdf-report.ts';

it('reads what pdfinfo prints of each page', () => {
  const output = [
    'Title:           Pages: 99',
    'Tagged:          yes',
    'Form:            AcroForm',
    'JavaScript:      no',
    'Pages:           2',
    'Page    1 size:  595.304 x 841.89 pts (A4)',
    'Page    1 rot:   90',
    'Page    2 size:  612 x 792 pts (letter)',
    'Page    2 rot:   0',
    'Optimized:       yes',
    'PDF version:     1.7',
  ].join('\n');
  expect(parsePdfReport(output)).toEqual({
    version: '1.7',
    pages: 2,
    sizes: [
      { width: 595.304, height: 841.89, rotation: 90 },
      { width: 612, height: 792, rotation: 0 },
    ],
    tagged: true,
    linearized: true,
    javascript: false,
    form: 'AcroForm',
  });
});

it('reads the fonts that pdffonts prints, long names and types of several words too', () => {
  const output = [
    'name                                 type              encoding         emb sub uni object ID',
    '------------------------------------ ----------------- ---------------- --- --- --- ---------',
    'BAAAAA+LiberationSans-Bold           TrueType          WinAnsi          yes yes yes     11  0',
    'ABCDEF+A-very-long-name-that-is-wider-than-its-column CID Type 0C (OT)  Identity-H       yes yes no       7  0',
    'Two Words                            Type 1            Custom           no  no  no      26  0',
    '[none]                               Type 3            Custom           yes no  no       9  0',
  ].join('\n');
  expect(parseFonts(output)).toEqual([
    { name: 'BAAAAA+LiberationSans-Bold', type: 'TrueType', embedded: true, subset: true },
    {
      name: 'ABCDEF+A-very-long-name-that-is-wider-than-its-column',
      type: 'CID Type 0C (OT)',
      embedded: true,
      subset: true,
    },
    { name: 'Two Words', type: 'Type 1', embedded: false, subset: false },
    { name: '[none]', type: 'Type 3', embedded: true, subset: false },
  ]);
  expect(parseFonts('Syntax Error: no fonts')).toEqual([]);
});

it('reads the signatures that pdfsig prints', () => {
  const output = [
    'Digital Signature Info of: a.pdf',
    'Signature #1:',
    '  - Signer Certificate Common Name: Ida Quill',
    '  - Signer full Distinguished Name: CN=Ida Quill,O=Acme',
    '  - Signing Time: Mar 01 2024 10:00:00',
    '  - Signing Hash Algorithm: SHA-256',
    '  - Signature Type: adbe.pkcs7.detached',
    '  - Total document signed',
    '  - Signature Validation: Signature is Valid.',
    'Signature #2:',
    '  - Signature Validation: Digest Mismatch.',
    'Signature #3:',
    '  - Signature Field Name: approval',
    '  The signature form field is not signed.',
  ].join('\n');
  expect(parseSignatures(output)).toEqual([
    {
      signer: 'Ida Quill',
      signerName: 'CN=Ida Quill,O=Acme',
      time: 'Mar 01 2024 10:00:00',
      hashAlgorithm: 'SHA-256',
      type: 'adbe.pkcs7.detached',
      coversWholeFile: true,
      valid: true,
    },
    {
      signer: null,
      signerName: null,
      time: null,
      hashAlgorithm: null,
      type: null,
      coversWholeFile: false,
      valid: false,
    },
  ]);
});
