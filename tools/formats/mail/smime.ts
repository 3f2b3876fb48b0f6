import { Constructed, fromBER, OctetString, Sequence } from 'asn1js';

/** Identifier of signed data (RFC 5652, 5.1) in DER. */
const SIGNED_DATA = Buffer.from('2a864886f70d010702', 'hex');

/** Whether an S/MIME envelope is signed, not encrypted. */
export const isSignedData = (envelope: Uint8Array): boolean =>
  Buffer.from(envelope.subarray(0, 32)).includes(SIGNED_DATA);

/**
 * Returns the mail inside of an S/MIME signature that encloses it (RFC 8551, 3.5.2), without verifying that; null for other and damaged
 * data.
 */
export function signedMail(envelope: Uint8Array): Uint8Array | null {
  if (!isSignedData(envelope)) return null;
  const [, content] = partsOf(decoded(envelope));
  // Version, digest algorithms, and what is signed: its type and its bytes.
  const [, , signed] = partsOf(partsOf(content)[0]);
  const [bytes] = partsOf(partsOf(signed)[1]);
  return bytes instanceof OctetString ? new Uint8Array(bytes.getValue()) : null;
}

function decoded(envelope: Uint8Array): unknown {
  try {
    return fromBER(envelope).result;
  } catch {
    // Nesting without an end exhausts the stack.
    return null;
  }
}

const partsOf = (value: unknown): readonly unknown[] =>
  value instanceof Sequence || value instanceof Constructed ? value.valueBlock.value : [];
