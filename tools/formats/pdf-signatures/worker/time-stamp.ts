import { randomBytes } from 'node:crypto';
import { Integer, OctetString } from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs';
import { ConversionError } from '../../../../src/task/errors.ts';
import { OID, readMessage, sha256 } from './cms.ts';

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

/** Returns the token of an answer. Throws ConversionError `option_invalid` if it is none of this request. */
export function tokenOf(requested: Uint8Array, answered: Uint8Array): Buffer {
  const request = TimeStampReq.fromBER(requested);
  const response = read(answered);
  // 0 and 1: granted, perhaps with changes.
  if (response.status.status > 1 || response.timeStampToken === undefined) {
    throw refused(`refuses the request (status ${response.status.status})`);
  }
  const token = Buffer.from(response.timeStampToken.toSchema().toBER());
  const content = readMessage(token).encapContentInfo.eContent?.getValue();
  if (content === undefined) throw refused('sent a time stamp without content');
  const { messageImprint, nonce } = TSTInfo.fromBER(content);
  const isSame =
    hex(messageImprint.hashedMessage.getValue()) === hex(request.messageImprint.hashedMessage.getValue()) &&
    nonce !== undefined &&
    request.nonce !== undefined &&
    nonce.isEqual(request.nonce);
  if (!isSame) throw refused('sent the time stamp of something else');
  return token;
}

const hex = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('hex');

function read(answered: Uint8Array): TimeStampResp {
  try {
    return TimeStampResp.fromBER(answered);
  } catch {
    throw refused('sent no time stamp');
  }
}

const refused = (what: string): ConversionError =>
  new ConversionError('option_invalid', `Option sign: the time stamp server ${what}.`, { details: { option: 'sign' } });
