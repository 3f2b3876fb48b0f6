import type { Readable } from 'node:stream';
import type { AddressGuard } from '../fetch/address-guard.ts';
import type { FetchedFile, FetchOptions } from '../fetch/fetch.ts';

/** A client's description of a file in a storage: texts by name. */
export type CloudFields = Readonly<Record<string, string>>;

/** Options for downloading a file, the same as for every download. */
export type CloudFetchOptions = FetchOptions;

export interface CloudPutOptions {
  /** Checks every connection. */
  readonly guard: AddressGuard;
  readonly signal: AbortSignal;
  readonly contentType: string;
  /** Longest pause of the storage while it receives the bytes or before it answers, milliseconds. */
  readonly idleMs: number;
}

/** A file in a storage, which may not exist yet. No request is sent before a method is called. */
export interface CloudFile {
  /**
   * Downloads the file as a stream: measured, limited and retried as every download is.
   * @param path file to create; it must not exist, and is removed on failure
   * @throws CloudError; ConversionError `input_too_large`, `disk_full`; the signal's reason if it was aborted
   */
  fetch(path: string, options: CloudFetchOptions): Promise<FetchedFile>;
  /**
   * Stores a stream as the file and replaces an existing one. The file appears complete under its name, or not at all.
   * @param size bytes in the stream
   * @throws CloudError; the signal's reason if it was aborted; any error of the stream itself, which its owner knows
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
  /** Name shown to people. */
  readonly title: string;
  readonly parameters: Readonly<Record<string, CloudFieldDefinition>>;
  readonly credentials: Readonly<Record<string, CloudFieldDefinition>>;
  /** Throws FieldError for fields that are missing or not in the form that the storage needs. */
  open(parameters: CloudFields, credentials: CloudFields): CloudFile;
}

/** A parameter or credential that cannot be right. The message never repeats a credential. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
  /** Name of the field, such as `parameters.bucket`. */
  readonly field: string;
  /** What is wrong with it, such as `is missing`. */
  readonly problem: string;

  constructor(field: string, problem: string) {
    super(`${field} ${problem}`);
    this.field = field;
    this.problem = problem;
  }
}
