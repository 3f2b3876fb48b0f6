import { constants, createHash, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { type Integer, OctetString } from 'asn1js';
import { type Attribute, Certificate, IssuerAndSerialNumber, type SignedData, type SignerInfo, TSTInfo } from 'pkijs';
import { OID, readMessage } from './cms.ts';

/** Digests by their identifiers: OpenSSL's name. */
const DIGESTS: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.14.3.2.26': 'sha1',
  '1.3.36.3.2.1': 'ripemd160',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '2.16.840.1.101.3.4.2.8': 'sha3-256',
  '2.16.840.1.101.3.4.2.9': 'sha3-384',
  '2.16.840.1.101.3.4.2.10': 'sha3-512',
};

const RSA_PSS = '1.2.840.113549.1.1.10';

/** What a message says and proves. */
export interface CheckedMessage {
  /** Whether it signs the bytes; null: its kind cannot be checked. */
  readonly intact: boolean | null;
  readonly problem: string | null;
  readonly algorithm: string | null;
  readonly signer: X509Certificate | null;
  readonly certificates: readonly X509Certificate[];
  /** Time of a time stamp that the message is, or that it has. */
  readonly stamp: CheckedStamp | null;
}

export interface CheckedStamp {
  readonly time: Date;
  readonly signer: X509Certificate | null;
  readonly certificates: readonly X509Certificate[];
  readonly valid: boolean;
}

/** A message that is a time stamp, with the number of its request. */
interface CheckedTimeStamp extends CheckedMessage {
  readonly stamp: CheckedStamp;
  readonly nonce?: Integer;
}

type Covered = readonly Uint8Array[];

/** Checks a message of a PDF (`adbe.pkcs7.detached`, `ETSI.CAdES.detached`, `adbe.pkcs7.sha1`). Throws if it is none. */
export function checkMessage(message: Uint8Array, covered: Covered): CheckedMessage {
  const data = readMessage(message);
  // adbe.pkcs7.sha1: the message has the digest of the bytes, and signs that.
  const content = contentOf(data);
  if (content !== null && !Buffer.from(content).equals(digestOf('sha1', covered))) {
    return { ...facts(data), intact: false, problem: 'the document has been changed after it was signed', stamp: null };
  }
  return { ...checkSigned(data, content === null ? covered : [content]), stamp: stampOf(data) };
}

/** Checks a time stamp of bytes (RFC 3161). Throws if it is none. */
export function checkStamp(token: Uint8Array, covered: Covered): CheckedTimeStamp {
  const data = readMessage(token);
  const content = contentOf(data);
  if (content === null) throw new Error('A time stamp has content.');
  const { messageImprint, genTime, nonce } = TSTInfo.fromBER(content);
  const digest = DIGESTS[messageImprint.hashAlgorithm.algorithmId];
  const isOfThese =
    digest !== undefined && Buffer.from(messageImprint.hashedMessage.getValue()).equals(digestOf(digest, covered));
  const checked = checkSigned(data, [content]);
  const problem = isOfThese ? checked.problem : 'the time stamp is of other bytes';
  const intact = isOfThese ? checked.intact : false;
  const { signer, certificates } = checked;
  const stamp = { time: genTime, signer, certificates, valid: intact === true };
  return { ...checked, intact, problem, stamp, ...(nonce && { nonce }) };
}

function contentOf({ encapContentInfo }: SignedData): Uint8Array | null {
  const value = encapContentInfo.eContent?.getValue();
  return value === undefined || value.byteLength === 0 ? null : new Uint8Array(value);
}

function stampOf({ signerInfos: [signer] }: SignedData): CheckedStamp | null {
  const found = attributeOf(signer?.unsignedAttrs?.attributes, OID.timeStamp);
  if (found === undefined || signer === undefined) return null;
  try {
    return checkStamp(new Uint8Array(found.toBER()), [new Uint8Array(signer.signature.getValue())]).stamp;
  } catch {
    return null;
  }
}

/** An object of ASN.1; a string of bytes has a value. */
interface AttributeValue {
  readonly valueBlock?: { readonly valueHexView?: Uint8Array };
  toBER(): ArrayBuffer;
}

/** Returns the first value of an attribute. */
const attributeOf = (attributes: readonly Attribute[] | undefined, type: string): AttributeValue | undefined =>
  attributes?.find((each) => each.type === type)?.values[0];

function facts(data: SignedData): Pick<CheckedMessage, 'signer' | 'certificates' | 'algorithm'> {
  const certificates = (data.certificates ?? []).flatMap((each) =>
    each instanceof Certificate ? readCertificate(new Uint8Array(each.toSchema().toBER())) : [],
  );
  const [signer] = data.signerInfos;
  if (signer === undefined) return { signer: null, certificates, algorithm: null };
  const own = certificates.find((each) => isOf(each, signer)) ?? null;
  const digest = DIGESTS[signer.digestAlgorithm.algorithmId];
  const kind = own?.publicKey.asymmetricKeyType?.toUpperCase();
  const name = digest?.replace(/^(sha)(?=\d{3})/, '$1-').toUpperCase();
  return { signer: own, certificates, algorithm: name === undefined ? null : `${name}${kind ? ` with ${kind}` : ''}` };
}

function readCertificate(der: Uint8Array): X509Certificate[] {
  try {
    return [new X509Certificate(der)];
  } catch {
    return [];
  }
}

function isOf(certificate: X509Certificate, { sid }: SignerInfo): boolean {
  const parsed = Certificate.fromBER(certificate.raw);
  if (sid instanceof IssuerAndSerialNumber) {
    return parsed.serialNumber.isEqual(sid.serialNumber) && parsed.issuer.isEqual(sid.issuer);
  }
  const identifier = parsed.extensions?.find(({ extnID }) => extnID === '2.5.29.14')?.parsedValue;
  const wanted = (sid as { valueBlock?: { valueHexView?: Uint8Array } }).valueBlock?.valueHexView;
  return (
    identifier instanceof OctetString &&
    wanted !== undefined &&
    Buffer.from(identifier.getValue()).equals(Buffer.from(wanted))
  );
}

function checkSigned(data: SignedData, covered: Covered): Omit<CheckedMessage, 'stamp'> {
  const known = facts(data);
  const [signer] = data.signerInfos;
  const cannot = (problem: string) => ({ ...known, intact: null, problem });
  if (signer === undefined) return cannot('the message has no signature');
  if (known.signer === null) return cannot('the certificate of the signer is not in the file');
  const digest = DIGESTS[signer.digestAlgorithm.algorithmId];
  if (digest === undefined) return cannot(`the digest ${signer.digestAlgorithm.algorithmId} is not known here`);
  const attributes = signer.signedAttrs;
  if (attributes !== undefined) {
    const stated = attributeOf(attributes.attributes, OID.messageDigest)?.valueBlock?.valueHexView;
    if (stated === undefined || !Buffer.from(stated).equals(digestOf(digest, covered))) {
      return { ...known, intact: false, problem: 'the document has been changed after it was signed' };
    }
  }
  const signed = attributes === undefined ? Buffer.concat(covered) : new Uint8Array(attributes.encodedValue);
  const isRight = isSignature(signer, digest, signed, known.signer.publicKey);
  if (isRight === null) return cannot('the algorithm of the signature is not known here');
  return { ...known, intact: isRight, problem: isRight ? null : 'the signature is not of this certificate' };
}

/** Returns null if the algorithm is not known. */
function isSignature({ signatureAlgorithm, signature }: SignerInfo, digest: string, data: Uint8Array, key: KeyObject) {
  const value = new Uint8Array(signature.getValue());
  try {
    if (signatureAlgorithm.algorithmId === RSA_PSS) {
      const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_AUTO: saltLength } = constants;
      return verify(digest, data, { key, padding, saltLength }, value);
    }
    const isEdwards = key.asymmetricKeyType === 'ed25519' || key.asymmetricKeyType === 'ed448';
    return verify(isEdwards ? null : digest, data, key, value);
  } catch {
    return null;
  }
}

function digestOf(name: string, parts: Covered): Buffer {
  const hash = createHash(name);
  for (const part of parts) hash.update(part);
  return hash.digest();
}
