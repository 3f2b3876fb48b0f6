import { mkdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../../../engines/document/engine.ts';
import type { OptionValues } from '../../../../src/task/types.ts';
import { engineTask } from '../../../support/engine-context.ts';
import { type Keys, makeKeys } from '../../../support/signing-keys.ts';
import { toInput } from '../support.ts';
import { signaturesOf } from './make-signed.ts';
import { Scratch } from './support-structure.ts';

/* A signed form that is filled in: pdfsig says whether its signature still holds, qpdf and pdftotext what is in it. */

let scratch: Scratch;
let keys: Keys;
beforeAll(async () => {
  scratch = await Scratch.make();
  keys = await makeKeys(scratch.folder);
});
afterAll(() => scratch.remove());

let runs = 0;

async function convert(path: string, options: OptionValues, others: readonly string[] = []) {
  const workFolder = scratch.path(`filling-${++runs}`);
  await mkdir(workFolder);
  const paths = [path, ...others];
  const task = engineTask({ workFolder, readable: paths, signal: new AbortController().signal });
  const inputs = await Promise.all(paths.map((each) => toInput(each)));
  const outputs = await engine.convert({ target: 'pdf', options, inputs }, task.context);
  return { path: outputs[0]?.path ?? '', warnings: task.warnings.map(({ message }) => message) };
}

/** Returns a signed form with the field `name`, its objects packed or not. */
async function signedForm(packing: 'generate' | 'disable'): Promise<string> {
  const { path } = await scratch.pdf({ pages: [{ text: 'Name:', field: ['name', 'Berta'] }] });
  const packed = scratch.path(`form-${packing}.pdf`);
  await execa('qpdf', [`--object-streams=${packing}`, path, packed]);
  const options = { sign: [{ key: basename(keys.modern), password: 'secret' }] };
  return (await convert(packed, options, [keys.modern])).path;
}

/** Changes a PDF after its bytes. */
async function changed(source: string, change: string): Promise<string> {
  const result = scratch.path(`changed-${++runs}.pdf`);
  const modules = fileURLToPath(new URL('../../../../tools/formats/pdf-forms', import.meta.url));
  const script = `import sys, pikepdf
sys.path.insert(0, sys.argv[1])
from append_changes import append_changes
from pikepdf import Array, Dictionary, Name, String
pdf = pikepdf.open(sys.argv[2])
signature = next(each for each in pdf.Root.AcroForm.Fields if each.FT == Name.Sig)
${change}
append_changes(sys.argv[2], pdf, sys.argv[3])`;
  await execa('/usr/bin/python3', ['-c', script, modules, source, result]);
  return result;
}

describe.each(['generate', 'disable'] as const)('with object streams: %s', (packing) => {
  it('a signature stays valid, and the file is appended to', async () => {
    const source = await signedForm(packing);
    const { path, warnings } = await convert(source, { fill: { name: 'Zoë 契約' } });
    expect(warnings).toEqual([]);
    const [before, after] = await Promise.all([readFile(source), readFile(path)]);
    expect(after.subarray(0, before.length).equals(before)).toBe(true);
    expect(await signaturesOf(path)).toEqual(['Signature is Valid.']);
    expect((await execa('pdfsig', ['-nocert', path])).stdout).toContain('Not total document signed');
    await execa('qpdf', ['--check', path]);
    expect((await execa('pdftotext', [path, '-'])).stdout).toMatch(/Zoë 契約/);
    expect((await execa('pdftotext', [source, '-'])).stdout).toMatch(/Berta/);
    const { stdout } = await execa('/usr/bin/python3', [
      '-c',
      'import sys, fitz\ndocument = fitz.open(sys.argv[1])\npage = document.load_page(0)\nprint([(w.field_name, w.field_value) for w in page.widgets() if w.field_type_string == "Text"])',
      path,
    ]);
    expect(stdout).toBe("[('name', 'Zoë 契約')]");
  });
});

it('with another option too, it is a new file, and a warning says that the signature is lost', async () => {
  const { path, warnings } = await convert(await signedForm('disable'), { fill: { name: 'Zoë' }, flatten: true });
  expect(warnings.join('\n')).toMatch(/digital signatures of the PDF are not valid in the result/);
  expect(await signaturesOf(path)).not.toContain('Signature is Valid.');
});

it.each([
  [
    'a certificate that allows no changes',
    'pdf.Root.Perms = Dictionary(DocMDP=Dictionary(Reference=Array([Dictionary(TransformParams=Dictionary(P=1))])))',
    /certified so that it may not be changed/,
  ],
  [
    'a lock of the field',
    'signature.V.Reference = Array([Dictionary(TransformMethod=Name.FieldMDP, TransformParams=Dictionary(Action=Name.Include, Fields=Array([String("name")])))])',
    /locks the field name/,
  ],
])('%s is respected', async (_, change, message) => {
  const source = await changed(await signedForm('disable'), change);
  await expect(convert(source, { fill: { name: 'Zoë' } })).rejects.toMatchObject({
    code: 'option_invalid',
    message: expect.stringMatching(message) as string,
  });
});

it('a lock of other fields does not matter', async () => {
  const lock =
    'Dictionary(TransformMethod=Name.FieldMDP, TransformParams=Dictionary(Action=Name.Exclude, Fields=Array([String("name")])))';
  const source = await changed(await signedForm('disable'), `signature.V.Reference = Array([${lock}])`);
  const { path } = await convert(source, { fill: { name: 'Zoë' } });
  expect((await execa('pdftotext', [path, '-'])).stdout).toMatch(/Zoë/);
});
