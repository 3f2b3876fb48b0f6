import type { Readable } from 'node:stream';
import type { AddressGuard } from '../fetch/address-guard.ts';
import type { FetchedFile, FetchOptions } from '../fetch/fetch.ts';

/** A client's description of a file in a storage: texts by name. */
export type CloudFields = Readonly<Record<string, string>>;

/** How a file is brought here: the options of every download. */
export type CloudFetchOptions = FetchOptions;

export interface CloudPutOptions {
  /** Asked about every connection. */
  readonly guard: AddressGuard;
  readonly signal: AbortSignal;
  readonly contentType: string;
  /** Longest pause of the storage while it takes the bytes, or before its answer, milliseconds. */
  readonly idleMs: number;
}

/** One file in a storage, or the place for one. Nothing is asked of the network before a method is called. */
export interface CloudFile {
  /**
   * Bring the file here, streaming: measured, limited and tried again as every download is.
   * @param path file to create; it must not exist, and is removed on failure
   * @throws CloudError; ConversionError `input_too_large`, `disk_full`; the signal's reason where that was aborted
   */
  fetch(path: string, options: CloudFetchOptions): Promise<FetchedFile>;
  /**
   * Store a stream as the file, replacing what is there. Under its name it appears whole, or not at all.
   * @param size bytes that the stream has
   * @throws CloudError; the signal's reason where that was aborted; anything where the stream fails, which its owner knows
   */
  put(content: Readable, size: number, options: CloudPutOptions): Promise<void>;
}

/** A field that a storage knows. */
export interface CloudFieldDefinition {
  readonly description: string;
  readonly required?: true;
}

/** One kind of storage: the fields that a client has to give, and how it is accessed. */
export interface CloudProvider {
  /** For people. */
  readonly title: string;
  readonly parameters: Readonly<Record<string, CloudFieldDefinition>>;
  readonly credentials: Readonly<Record<string, CloudFieldDefinition>>;
  /** Throws FieldError for fields that are missing, or not of the form that the storage needs. */
  open(parameters: CloudFields, credentials: CloudFields): CloudFile;
}

/** A parameter or credential that cannot be right. The message never repeats a credential. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
  /** Such as `parameters.bucket`. */
  readonly field: string;
  /** What is wrong with it: `is missing`. */
  readonly problem: string;

  constructor(field: string, problem: string) {
    super(`${field} ${problem}`);
    this.field = field;
    this.problem = problem;
  }
}
