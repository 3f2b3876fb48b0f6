import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../../../engines/document/engine.ts';
import { parseAllowList } from '../../../../src/files/fetch/address-guard.ts';
import type { OptionValues } from '../../../../src/task/types.ts';
import { engineTask } from '../../../support/engine-context.ts';
import { type Keys, makeKeys, startTimeStampServer } from '../../../support/signing-keys.ts';
import { toInput } from '../support.ts';
import { makeSignedPdf, signaturesOf } from './make-signed.ts';
import { Scratch } from './support-structure.ts';

/* What is signed is read by pdfsig and qpdf, and its messages by openssl. */

let scratch: Scratch;
let keys: Keys;
beforeAll(async () => {
  scratch = await Scratch.make();
  keys = await makeKeys(scratch.folder);
});
afterAll(() => scratch.remove());

const VALID = 'Signature is Valid.';

let runs = 0;

/** Converts a PDF with further inputs. */
async function convert(path: string, options: OptionValues, others: readonly string[] = [], allowed = '') {
  const workFolder = scratch.path(`signing-${++runs}`);
  await mkdir(workFolder);
  const paths = [path, ...others];
  const task = engineTask({ workFolder, readable: paths, signal: new AbortController().signal });
  const context = { ...task.context, allowedAddresses: parseAllowList(allowed) };
  const inputs = await Promise.all(paths.map((each) => toInput(each)));
  const outputs = await engine.convert({ target: 'pdf', options, inputs }, context);
  return { path: outputs[0]?.path ?? '', warnings: task.warnings.map(({ message }) => message) };
}

const signedBy = (path: string, key: string, item: object = {}, options: OptionValues = {}) =>
  convert(path, { ...options, sign: [{ key: basename(key), ...item }] }, [key]);

/** Returns a signature's message, and the bytes that it covers. */
async function partsOf(path: string): Promise<{ message: string; covered: string }> {
  const bytes = await readFile(path);
  const ranges = [...bytes.toString('latin1').matchAll(/\/ByteRange ?\[(\d+) (\d+) (\d+) (\d+)/g)];
  const [, start = 0, first = 0, second = 0, length = 0] = (ranges.at(-1) ?? []).map(Number);
  const [message, covered] = [scratch.path('message.der'), scratch.path('covered')];
  await writeFile(message, Buffer.from(bytes.toString('latin1', first + 1, second - 1), 'hex'));
  await writeFile(covered, Buffer.concat([bytes.subarray(start, first), bytes.subarray(second, second + length)]));
  return { message, covered };
}

async function expectTrusted(path: string): Promise<string> {
  const { message, covered } = await partsOf(path);
  const files = ['-in', message, '-content', covered, '-CAfile', keys.root];
  const options = ['-inform', 'DER', '-binary', '-cades', '-purpose', 'any', '-out', '/dev/null'];
  const { stderr } = await execa('openssl', ['cms', '-verify', ...files, ...options]);
  expect(stderr).toMatch(/CAdES Verification successful/);
  return (await execa('openssl', ['cms', '-cmsout', '-print', '-inform', 'DER', '-in', message])).stdout;
}

describe('a key', () => {
  it.each([
    ['PKCS#12', 'modern', 'secret'],
    ['PKCS#12 as old programs wrote it, its password with an umlaut', 'legacy', 'gehäim'],
    ['PEM of an elliptic curve, its key encrypted', 'curve', 'secret'],
  ] as const)('%s signs by PAdES B-B', async (_, name, password) => {
    const { pages } = await scratch.pages(2);
    expect(pages).toBe(2);
    const source = (await scratch.pages(2)).path;
    const { path, warnings } = await signedBy(source, keys[name], {
      password,
      reason: 'Geprüft 契約',
      location: 'Rom',
    });
    expect(warnings).toEqual([]);
    const { stdout } = await execa('pdfsig', ['-nocert', path]);
    expect(stdout).toMatch(/Common Name: Ada Lovelace[\s\S]*ETSI\.CAdES\.detached[\s\S]*Total document signed/);
    expect(await signaturesOf(path)).toEqual([VALID]);
    const printed = await expectTrusted(path);
    expect(printed).toContain('signingCertificateV2');
    // PAdES has the time in the PDF.
    expect(printed).not.toContain('signingTime');
    await execa('qpdf', ['--check', path]);
    // The file is appended to, not written anew.
    const [before, after] = await Promise.all([readFile(source), readFile(path)]);
    expect(after.subarray(0, before.length).equals(before)).toBe(true);
  });

  it.each([
    ['a wrong password', 'modern', { password: 'wrong' }, /the password does not open modern\.p12/],
    ['no password', 'modern', {}, /modern\.p12 has a password|the password does not open/],
    ['a wrong password of a PEM', 'curve', { password: 'wrong' }, /the password does not open curve\.pem/],
    ['no password of a PEM', 'curve', {}, /curve\.pem has a password/],
    ['an expired certificate', 'expired', {}, /certificate of Ada Lovelace in expired\.pem expired on \d{4}-/],
    ['no private key', 'root', {}, /root\.pem has no private key/],
  ] as const)('%s is refused with the reason', async (_, name, item, message) => {
    const refused = signedBy((await scratch.pages(1)).path, keys[name], item);
    await expect(refused).rejects.toMatchObject({ code: 'option_invalid', message: expect.stringMatching(message) });
  });

  it('that is no key, or no input, is refused', async () => {
    const source = (await scratch.pages(1)).path;
    const text = scratch.path('text.p12');
    await writeFile(text, 'no key');
    await expect(signedBy(source, text)).rejects.toThrow(/text\.p12/);
    await expect(convert(source, { sign: [{ key: 'none.p12' }] })).rejects.toThrow(/no input is called none\.p12/);
  });
});

describe('a field', () => {
  it('is the first empty one of the form', async () => {
    const form = await makeSignedPdf(scratch.folder, 'form.pdf', { empty: true });
    const { path } = await signedBy(form, keys.modern, { password: 'secret' });
    expect((await execa('pdfsig', ['-nocert', path])).stdout).toContain('Signature Field Name: signature 6');
  });

  it('has the name that is given, and each signature its own', async () => {
    const sign = [
      { key: 'modern.p12', password: 'secret', field: 'Author' },
      { key: 'curve.pem', password: 'secret' },
    ];
    const { path } = await convert((await scratch.pages(1)).path, { sign }, [keys.modern, keys.curve]);
    expect(await signaturesOf(path)).toEqual([VALID, VALID]);
    expect((await execa('pdfsig', ['-nocert', path])).stdout).toMatch(/Name: Author[\s\S]*Name: Signature1/);
    const taken = convert(path, { sign: [{ key: 'modern.p12', password: 'secret', field: 'Author' }] }, [keys.modern]);
    await expect(taken).rejects.toThrow(/field Author is signed already/);
  });

  it.each([0, 90, 180, 270])('is seen upright at its place on a page turned by %i degrees', async (angle) => {
    const source = (await scratch.pdf({ pages: [{ text: '' }, { text: '', rotate: angle }] })).path;
    const place = { page: 2, x: 20, y: 30, width: 60, height: 20 };
    const { path } = await signedBy(source, keys.modern, { password: 'secret', ...place });
    const box = await darkBox(path, 2);
    // Millimetres of the page as it is seen; the letters begin at the left of the place, in its upper half.
    expect(box.left).toBeGreaterThan(20);
    expect(box.left).toBeLessThan(24);
    expect(box.right).toBeLessThan(80);
    expect(box.top).toBeGreaterThan(30);
    expect(box.top).toBeLessThan(35);
    expect(box.bottom).toBeLessThan(50);
    expect(await darkBox(source, 2)).toMatchObject({ right: -1 });
  });

  it('on a page that is not there is refused', async () => {
    const place = { page: 9, x: 20, y: 30, width: 60, height: 20 };
    const refused = signedBy((await scratch.pages(2)).path, keys.modern, { password: 'secret', ...place });
    await expect(refused).rejects.toThrow(/there is no page 9; the PDF has 2/);
  });
});

/** Returns the box around all that is dark on a page, millimetres from its upper left corner; -1: nothing is. */
async function darkBox(path: string, page: number) {
  const dpi = 72;
  const args = ['-r', String(dpi), '-f', String(page), '-l', String(page), '-gray', path];
  const { stdout } = await execa('pdftoppm', args, { encoding: 'buffer' });
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(Buffer.from(stdout).toString('latin1', 0, 40));
  const [all = '', width = '0'] = header ?? [];
  const pixels = stdout.subarray(all.length);
  const places = [...pixels].flatMap((value, at) =>
    value < 128 ? [[at % Number(width), Math.floor(at / Number(width))]] : [],
  );
  const mm = (values: number[]) => ({ least: Math.min(...values), most: Math.max(...values) });
  if (places.length === 0) return { left: -1, right: -1, top: -1, bottom: -1 };
  const [x, y] = [mm(places.map(([at = 0]) => at)), mm(places.map(([, at = 0]) => at))];
  const scaled = (value: number): number => (value * 25.4) / dpi;
  return { left: scaled(x.least), right: scaled(x.most), top: scaled(y.least), bottom: scaled(y.most) };
}

describe('a time stamp', () => {
  it('of a server is in the signature', async () => {
    const { url, stop } = await startTimeStampServer(scratch.folder);
    try {
      const source = (await scratch.pages(1)).path;
      const sign = [{ key: 'modern.p12', password: 'secret', timestamp: url }];
      const { path } = await convert(source, { sign }, [keys.modern], '127.0.0.1');
      expect(await signaturesOf(path)).toEqual([VALID]);
      expect(await expectTrusted(path)).toContain('timeStampToken');
    } finally {
      stop();
    }
  });

  it('is asked only of servers that the address guard allows', async () => {
    const { url, stop } = await startTimeStampServer(scratch.folder);
    try {
      const sign = [{ key: 'modern.p12', password: 'secret', timestamp: url }];
      const refused = convert((await scratch.pages(1)).path, { sign }, [keys.modern]);
      await expect(refused).rejects.toMatchObject({
        code: 'option_invalid',
        message: expect.stringMatching(/address of the time stamp server http:\/\/127\.0\.0\.1:\d+\/ is not allowed/),
      });
    } finally {
      stop();
    }
  });

  it.each([
    ['is none', () => Promise.resolve(Buffer.from('no time stamp')), /cannot be read as a time stamp/],
    ['is that of another request', () => readFile(scratch.path('reply.tsr')), /the time stamp of another request/],
  ])('that %s is refused', async (_, reply, message) => {
    const asked = await startTimeStampServer(scratch.folder);
    const source = (await scratch.pages(1)).path;
    const signed = (timestamp: string) =>
      convert(source, { sign: [{ key: 'modern.p12', password: 'secret', timestamp }] }, [keys.modern], '127.0.0.1');
    const server = createServer(async (_request, response) => response.end(await reply()));
    try {
      // Leaves its answer, which is right for this request alone.
      await signed(asked.url);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      await expect(signed(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
        code: 'option_invalid',
        message: expect.stringMatching(message),
      });
    } finally {
      asked.stop();
      server.close();
    }
  });

  it('of a server that is not there fails, and nothing is signed', async () => {
    const sign = [{ key: 'modern.p12', password: 'secret', timestamp: 'http://127.0.0.1:1/' }];
    const failed = convert((await scratch.pages(1)).path, { sign }, [keys.modern], '127.0.0.1');
    await expect(failed).rejects.toMatchObject({ code: 'input_download_failed' });
  });
});

describe('beside other options', () => {
  it('comes after all of them, also after the password', async () => {
    const options = { rotate: [{ angle: 90 }], new_user_password: 'open', linearize: true };
    const { path } = await signedBy((await scratch.pages(1)).path, keys.modern, { password: 'secret' }, options);
    const { stdout } = await execa('pdfsig', ['-nocert', '-upw', 'open', path]);
    expect(stdout).toMatch(/Signature is Valid/);
    await execa('qpdf', ['--check', '--password=open', path]);
  });

  it('keeps PDF/A', async () => {
    const place = { x: 20, y: 30, width: 60, height: 20 };
    const source = (await scratch.pages(1)).path;
    const { path } = await signedBy(source, keys.modern, { password: 'secret', ...place }, { pdf_a: '2b' });
    expect(await signaturesOf(path)).toEqual([VALID]);
    expect((await execa('exiftool', ['-Part', '-Conformance', path])).stdout).toMatch(/Part\s*: 2\n[^\n]*: B/);
  });

  it.each(['whole', 'linear', 'packed'])('takes a file that is %s', async (kind) => {
    const source = (await scratch.pages(2)).path;
    const path = scratch.path(`${kind}.pdf`);
    const how = { whole: [], linear: ['--linearize'], packed: ['--object-streams=generate'] }[kind] ?? [];
    await execa('qpdf', [...how, source, path]);
    const signed = await signedBy(path, keys.modern, { password: 'secret' });
    expect(await signaturesOf(signed.path)).toEqual([VALID]);
    await execa('qpdf', ['--check', signed.path]);
  });
});

describe('a PDF that is signed already', () => {
  it('stays as it is if nothing is asked', async () => {
    const source = await makeSignedPdf(scratch.folder, 'signed.pdf');
    const { path, warnings } = await convert(source, {});
    expect(warnings).toEqual([]);
    expect((await readFile(path)).equals(await readFile(source))).toBe(true);
    expect(path).not.toBe(source);
  });

  it('keeps its signature when another is added, and a file attached', async () => {
    const source = await makeSignedPdf(scratch.folder, 'signed.pdf');
    const sign = [{ key: 'modern.p12', password: 'secret' }];
    const data = scratch.path('data.csv');
    await writeFile(data, 'a,b\n1,2\n');
    const embed = [{ filename: 'data.csv', relationship: 'data' }];
    const { path, warnings } = await convert(source, { sign, embed }, [keys.modern, data]);
    expect(warnings).toEqual([]);
    expect(await signaturesOf(path)).toEqual([VALID, VALID]);
    expect((await execa('pdfdetach', ['-list', path])).stdout).toContain('data.csv');
    const saved = scratch.path('saved.csv');
    await execa('pdfdetach', ['-save', '1', '-o', saved, path]);
    expect(await readFile(saved, 'utf8')).toBe('a,b\n1,2\n');
    await execa('qpdf', ['--check', path]);
  });

  it('is refused, or attached, if its signature would be lost and that is asked for', async () => {
    const source = await makeSignedPdf(scratch.folder, 'signed.pdf');
    const rotate = [{ angle: 90 }];
    const refused = convert(source, { rotate, signatures: 'refuse' });
    await expect(refused).rejects.toMatchObject({ code: 'content_lost' });
    const { path, warnings } = await convert(source, { rotate, signatures: 'attach' });
    expect(warnings).toEqual([expect.stringMatching(/not valid in the result.*The signed file is attached/)]);
    const saved = scratch.path('saved.pdf');
    await execa('pdfdetach', ['-save', '1', '-o', saved, path]);
    expect(await signaturesOf(saved)).toEqual([VALID]);
    // The control: without signatures, nothing is refused or attached.
    const plain = await convert((await scratch.pages(1)).path, { rotate, signatures: 'refuse' });
    expect(plain.warnings).toEqual([]);
    const bare = await convert((await scratch.pages(1)).path, { rotate, signatures: 'attach' });
    expect((await execa('pdfdetach', ['-list', bare.path])).stdout).toMatch(/^0 embedded files/);
  });
});
