import { createHmac } from 'node:crypto';

/** Version of the service: https://learn.microsoft.com/rest/api/storageservices/versioning-for-the-azure-storage-services */
export const AZURE_VERSION = '2021-12-02';

export interface BlobAccess {
  readonly account: string;
  /** The account key, decoded. */
  readonly key: Buffer;
  readonly container: string;
  /** Name of the blob, not percent-encoded. */
  readonly blob: string;
}

/**
 * Returns the query of a service SAS, which allows anyone who has it to read or write one blob until it expires. Made without asking the
 * server. https://learn.microsoft.com/rest/api/storageservices/create-service-sas
 * @param permissions `r`, or `cw` for creating and replacing
 * @param expires ms since 1970
 */
export function blobSignature(access: BlobAccess, permissions: 'r' | 'cw', expires: number): URLSearchParams {
  const expiry = new Date(expires).toISOString().replace(/\.\d+Z$/, 'Z');
  const resource = `/blob/${access.account}/${access.container}/${access.blob}`;
  // Unused fields are empty lines: start, identifier, addresses, protocol; snapshot, encryption scope, five headers.
  const signed = [permissions, '', expiry, resource, '', '', '', AZURE_VERSION, 'b', '', '', '', '', '', '', ''];
  return new URLSearchParams({
    sv: AZURE_VERSION,
    sr: 'b',
    sp: permissions,
    se: expiry,
    sig: createHmac('sha256', access.key).update(signed.join('\n')).digest('base64'),
  });
}
