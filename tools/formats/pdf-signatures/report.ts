/* The report of all signatures of a PDF, by docs/schemas/signatures.schema.json. */

/** What can have changed in a document after a signature. */
export const CHANGES = [
  ...(['signatures', 'validation_data', 'form', 'annotations', 'attachments'] as const),
  ...(['pages', 'bookmarks', 'metadata', 'other'] as const),
] as const;

export type Change = (typeof CHANGES)[number];

/** Whether a chain of certificates leads from the signer to one that is trusted. */
export type Trust = 'trusted' | 'untrusted' | 'self_signed' | 'incomplete';

export interface CertificateFacts {
  readonly name: string;
  readonly subject: string;
  readonly issuer: string;
  /** Hexadecimal. */
  readonly serial: string;
  readonly not_before: string;
  readonly not_after: string;
}

export interface SignatureFacts {
  readonly field: string;
  /** From 1; null: it is on no page. */
  readonly page: number | null;
  readonly is_visible: boolean;
  readonly kind: 'signature' | 'certification' | 'time_stamp';
  /** For a certification, what may be changed afterwards. */
  readonly allows: 'nothing' | 'forms' | 'forms_and_comments' | null;
  readonly format: string | null;
  /** Digest, and kind of key: `SHA-256 with RSA`. */
  readonly algorithm: string | null;
  /** Whether the bytes that it covers are those that were signed; null: it cannot be checked here. */
  readonly intact: boolean | null;
  readonly covers: 'whole_file' | 'earlier_revision' | 'part';
  /** What has changed since, null: not known. */
  readonly changes: readonly Change[] | null;
  /** Whether the document allows these changes after the signature. */
  readonly changes_allowed: boolean | null;
  readonly signer: CertificateFacts | null;
  readonly trust: Trust | null;
  /** Time that the signer states. */
  readonly time: string | null;
  readonly time_stamp: {
    readonly time: string;
    readonly authority: string;
    /** Whether it is one of this signature. */
    readonly valid: boolean;
    /** Of the authority; null: its certificate is not known. */
    readonly trust: Trust | null;
  } | null;
  readonly reason: string | null;
  readonly location: string | null;
  readonly contact: string | null;
  /** What is wrong, for people. */
  readonly problems: readonly string[];
}

export interface SignatureReport {
  readonly version: 1;
  /** Whether there are signatures, all are intact, and nothing was changed that may not be. It does not say whether signers are trusted. */
  readonly valid: boolean;
  /** Empty fields that wait for a signature. */
  readonly empty_fields: readonly string[];
  /** In the order in which they were made. */
  readonly signatures: readonly SignatureFacts[];
}
