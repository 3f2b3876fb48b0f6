import { createHash } from 'node:crypto';
import { Set as Asn1Set, fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import type { SigningKey } from './signing-key.ts';

/* Signatures as messages of CMS (RFC 5652), with what PAdES B-B asks for (ETSI EN 319 142-1, 6.3). */

export const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  /** RFC 5035. */
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  /** RFC 3161, appendix A. */
  timeStamp: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const;

export const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();

/**
 * Returns the message that signs a digest, and the signature's value. The time is not among what is signed: PAdES has it in the PDF.
 * @param digest SHA-256 of the bytes that the signature covers
 */
export async function createMessage(digest: Uint8Array, key: SigningKey): Promise<{ message: Buffer; value: Buffer }> {
  const attributes = signedAttributes(digest, key);
  const signed = new Asn1Set({ value: attributes.map((each) => each.toSchema()) }).toBER();
  const value = await key.sign(new Uint8Array(signed));
  const certificates = [key.certificate, ...key.chain].map(({ raw }) => Certificate.fromBER(raw));
  const [own] = certificates;
  if (own === undefined) throw new Error('A key has a certificate.');
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    digestAlgorithm: new AlgorithmIdentifier({ algorithmId: OID.sha256 }),
    signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: key.type === 'rsa' ? OID.rsa : OID.ecdsaWithSha256 }),
    signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
    signature: new OctetString({ valueHex: value }),
  });
  const data = new SignedData({
    version: 1,
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: OID.sha256 })],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: OID.data }),
    certificates,
    signerInfos: [signer],
  });
  return { message: encoded(data), value };
}

/** Returns the attributes in the order of their encodings, which DER asks for. */
function signedAttributes(digest: Uint8Array, { certificate }: SigningKey): Attribute[] {
  const hash = new OctetString({ valueHex: sha256(certificate.raw) });
  const signing = new Sequence({ value: [new Sequence({ value: [new Sequence({ value: [hash] })] })] });
  const attributes = [
    new Attribute({ type: OID.contentType, values: [new ObjectIdentifier({ value: OID.data })] }),
    new Attribute({ type: OID.messageDigest, values: [new OctetString({ valueHex: digest })] }),
    new Attribute({ type: OID.signingCertificateV2, values: [signing] }),
  ];
  const bytes = (each: Attribute): Buffer => Buffer.from(each.toSchema().toBER());
  return attributes.sort((one, other) => Buffer.compare(bytes(one), bytes(other)));
}

function encoded(data: SignedData): Buffer {
  const content = data.toSchema(true);
  return Buffer.from(new ContentInfo({ contentType: OID.signedData, content }).toSchema().toBER());
}

/** Returns the value of a message's signature. */
export function signatureIn(message: Uint8Array): Buffer {
  const [signer] = readMessage(message).signerInfos;
  if (signer === undefined) throw new Error('The message has no signature.');
  return Buffer.from(signer.signature.getValue());
}

/** Returns the message with a time stamp of its signature. */
export function withTimeStamp(message: Uint8Array, token: Uint8Array): Buffer {
  const data = readMessage(message);
  const [signer] = data.signerInfos;
  if (signer === undefined) throw new Error('The message has no signature.');
  const { result } = fromBER(token);
  const stamp = new Attribute({ type: OID.timeStamp, values: [result] });
  signer.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes: [stamp] });
  return encoded(data);
}

/** Reads a message of signed data; what follows it, such as the zeros of its place in a PDF, is left out. Throws if it is none. */
export function readMessage(bytes: Uint8Array): SignedData {
  const { offset, result } = fromBER(bytes);
  if (offset === -1) throw new Error('The signature is no ASN.1.');
  const content = new ContentInfo({ schema: result });
  if (content.contentType !== OID.signedData) throw new Error('The signature is not signed data.');
  return new SignedData({ schema: content.content });
}
