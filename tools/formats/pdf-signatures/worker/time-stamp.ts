import { randomBytes } from 'node:crypto';
import { Integer, OctetString } from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq, TimeStampResp } from 'pkijs';
import { ConversionError } from '../../../../src/task/errors.ts';
import { OID, sha256 } from './cms.ts';
import { checkStamp } from './message-check.ts';

/** Returns a request for a time stamp of a signature's value (RFC 3161, 2.4.1), with the certificate of the server. */
export function timeStampRequest(value: Uint8Array): Buffer {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: OID.sha256 }),
      hashedMessage: new OctetString({ valueHex: sha256(value) }),
    }),
    // Positive, whatever its first bit.
    nonce: new Integer({ valueHex: Buffer.concat([Buffer.from([0x01]), randomBytes(8)]) }),
    certReq: true,
  });
  return Buffer.from(request.toSchema().toBER());
}

/**
 * Returns the token of an answer. Throws ConversionError `option_invalid` if it is not that of this request, or not a valid time stamp of the
 * signature's value.
 */
export function tokenOf(requested: Uint8Array, answered: Uint8Array, value: Uint8Array): Buffer {
  const response = read(() => TimeStampResp.fromBER(answered));
  // 0 and 1: granted, perhaps with changes.
  if (response.status.status > 1 || response.timeStampToken === undefined) {
    throw refused(`refuses the request (status ${response.status.status})`);
  }
  const token = Buffer.from(response.timeStampToken.toSchema().toBER());
  const { stamp, nonce } = read(() => checkStamp(token, [value]));
  const asked = TimeStampReq.fromBER(requested).nonce;
  if (asked === undefined || nonce?.isEqual(asked) !== true) throw refused('sent the time stamp of another request');
  if (!stamp.valid) throw refused('sent a time stamp that is not valid');
  return token;
}

function read<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch {
    throw refused('sent an answer that cannot be read as a time stamp');
  }
}

const refused = (what: string): ConversionError =>
  new ConversionError('option_invalid', `Option sign: the time stamp server ${what}.`, { details: { option: 'sign' } });
