/* What the worker process of signatures is asked for, and what it answers. */

/** Name of the PDF that the process writes into its folder. */
export const OUTPUT = 'document.pdf';

/** A file with a private key and its certificate: PKCS#12 or PEM. */
export interface KeyFile {
  readonly path: string;
  /** The user's name for it. */
  readonly filename: string;
  /** Empty: none. */
  readonly password: string;
}

/** Where a signature is seen. Lengths are points, from the upper left corner of the page as it is seen. */
export interface SignaturePlace {
  /** From 1. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is signed with what. */
export interface Signing {
  readonly source: string;
  /** Password that opens the PDF; null: none. */
  readonly password: string | null;
  readonly key: KeyFile;
  /** Name of the field; null: the first empty signature field, else a new one. */
  readonly field: string | null;
  /** Null: a new field is not seen. */
  readonly place: SignaturePlace | null;
}

/** Opens the key and finds the field, so that what is wrong with them is said first. */
export interface PrepareJob extends Signing {
  readonly action: 'prepare';
  /** Time of the signature, ms since 1970. */
  readonly time: number;
}

export interface Prepared {
  /** Common name of the certificate's subject, else its whole name. */
  readonly signer: string;
  /** Size of the field on its page, points; null: it is not seen. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** Writes a signature after the bytes of a PDF. */
export interface SignJob extends Signing {
  readonly action: 'sign';
  readonly reason: string | null;
  readonly location: string | null;
  readonly contact: string | null;
  /** Time that the signature states, ms since 1970. */
  readonly time: number;
  /** PDF whose first page is what is seen; null: nothing. */
  readonly appearance: string | null;
  /** Whether a time stamp is added afterwards. */
  readonly isStamped: boolean;
}

export interface SignResult {
  /** Request to a time stamp server (RFC 3161), base64; null: none. */
  readonly request: string | null;
  /** Where the signature is in the file: first byte of its hexadecimal digits, and their number. */
  readonly contents: { readonly at: number; readonly digits: number };
}

/** Puts the answer of a time stamp server into the signature that was written last. */
export interface StampJob {
  readonly action: 'stamp';
  readonly source: string;
  readonly contents: SignResult['contents'];
  /** What was asked, and the answer, base64. */
  readonly request: string;
  readonly response: string;
}

/** Attaches files after the bytes of a PDF. */
export interface AttachJob {
  readonly action: 'attach';
  readonly source: string;
  readonly files: readonly {
    readonly path: string;
    readonly name: string;
    readonly relationship: string;
    readonly type: string;
    readonly description: string;
  }[];
  readonly time: number;
}

export interface AttachResult {
  /** A name that the PDF or another file has already, in which case nothing is written; else null. */
  readonly taken: string | null;
}

/** Checks all signatures of a PDF. */
export interface CheckJob {
  readonly action: 'check';
  readonly source: string;
  readonly password: string | null;
  /** Files with certificates that are trusted: PEM or DER. */
  readonly trusted: readonly { readonly path: string; readonly filename: string }[];
}

export type SignatureJob = PrepareJob | SignJob | StampJob | AttachJob | CheckJob;
