import { createPrivateKey, type KeyObject, sign, verify, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { P12Signer, type Signer } from '@libpdf/core';
import { ConversionError } from '../../../../src/task/errors.ts';
import type { KeyFile } from '../job.ts';

/** A private key with its certificate. */
export interface SigningKey {
  readonly certificate: X509Certificate;
  /** Certificates of those who issued it, as far as the file has them. */
  readonly chain: readonly X509Certificate[];
  readonly type: 'rsa' | 'ec';
  /** Returns the signature of the data's SHA-256 digest: PKCS #1 v1.5, or an ECDSA-Sig-Value. */
  sign(data: Uint8Array): Promise<Buffer>;
}

/** Opens a PKCS#12 or PEM file. Throws ConversionError `option_invalid` with what is wrong with it. */
export async function openKey({ path, filename, password }: KeyFile): Promise<SigningKey> {
  const bytes = await readFile(path);
  return /-----BEGIN [A-Z0-9 ]+-----/.test(bytes.toString('latin1'))
    ? fromPem(bytes.toString('latin1'), filename, password)
    : fromPkcs12(bytes, filename, password);
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function fromPem(text: string, filename: string, password: string): SigningKey {
  const [block] = /-----BEGIN ([A-Z ]*)PRIVATE KEY-----[\s\S]*?-----END \1PRIVATE KEY-----/.exec(text) ?? [];
  if (block === undefined) throw invalid(`${filename} has no private key`);
  const key = privateKey(block, filename, password);
  const certificates = (text.match(CERTIFICATE) ?? []).flatMap((pem) => readCertificate(pem));
  const certificate = certificates.find((each) => each.checkPrivateKey(key));
  if (certificate === undefined) throw invalid(`${filename} has no certificate of its private key`);
  return {
    certificate,
    chain: certificates.filter((each) => each !== certificate),
    type: typeOf(certificate, filename),
    sign: async (data) => sign('sha256', data, key),
  };
}

function privateKey(pem: string, filename: string, password: string): KeyObject {
  try {
    return createPrivateKey({ key: pem, ...(password !== '' && { passphrase: password }) });
  } catch {
    if (/ENCRYPTED/.test(pem)) throw wrongPassword(filename, password);
    throw invalid(`the private key of ${filename} cannot be read`);
  }
}

async function fromPkcs12(bytes: Uint8Array, filename: string, password: string): Promise<SigningKey> {
  const signer = await openPkcs12(bytes, filename, password);
  const certificates = [signer.certificate, ...(signer.certificateChain ?? [])].flatMap((each) =>
    readCertificate(Buffer.from(each)),
  );
  // The first certificate of a file need not be that of its key.
  const probe = Buffer.from('probe');
  const signature = await signer.sign(probe, 'SHA-256');
  const certificate = certificates.find((each) => isSignedBy(each, probe, signature));
  if (certificate === undefined) throw invalid(`${filename} has no certificate of its private key`);
  return {
    certificate,
    chain: certificates.filter((each) => each !== certificate),
    type: typeOf(certificate, filename),
    sign: async (data) => Buffer.from(await signer.sign(data, 'SHA-256')),
  };
}

async function openPkcs12(bytes: Uint8Array, filename: string, password: string): Promise<Signer> {
  try {
    return await P12Signer.create(bytes, password);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/no private key|no certificates/i.test(message))
      throw invalid(`${filename} has no private key with a certificate`);
    if (/parse ASN|BER|schema/i.test(message)) throw invalid(`${filename} is neither a PKCS#12 nor a PEM file`);
    if (/password|integrity|MAC|decrypt|OperationError|operation failed/i.test(message)) {
      throw wrongPassword(filename, password);
    }
    throw invalid(`${filename} cannot be read: it may be damaged, or of an unusual kind`, message);
  }
}

const wrongPassword = (filename: string, password: string): ConversionError =>
  invalid(
    password === '' ? `${filename} has a password. Give it as password` : `the password does not open ${filename}`,
  );

function readCertificate(data: string | Buffer): X509Certificate[] {
  try {
    return [new X509Certificate(data)];
  } catch {
    return [];
  }
}

function isSignedBy(certificate: X509Certificate, data: Buffer, signature: Uint8Array): boolean {
  try {
    return verify('sha256', data, certificate.publicKey, signature);
  } catch {
    return false;
  }
}

function typeOf({ publicKey }: X509Certificate, filename: string): 'rsa' | 'ec' {
  const type = publicKey.asymmetricKeyType;
  if (type === 'rsa' || type === 'ec') return type;
  throw invalid(`the key of ${filename} is of the kind ${type}; readers of PDF know RSA and ECDSA`);
}

/** Returns the error of option sign. */
export const invalid = (problem: string, log = ''): ConversionError =>
  new ConversionError('option_invalid', `Option sign: ${problem}.`, {
    details: { option: 'sign' },
    ...(log !== '' && { log }),
  });
