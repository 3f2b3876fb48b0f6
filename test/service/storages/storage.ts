/** A description of an input or of a target, as a client sends it. */
export interface Described {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly credentials: Readonly<Record<string, string>>;
}

/** A storage of a client's, on loopback, for tests of inputs from it and deliveries to it. */
export interface TestStorage {
  /** As `source` of an input and `type` of a target. */
  readonly type: string;
  describe(file: string): Described;
  /** The same with credentials that the storage does not take. */
  withWrongCredentials(file: string): Described;
  /** In a bucket, container or folder that is not there. */
  elsewhere(file: string): Described;
  /** What nobody but the storage may see. */
  readonly secret: string;
  write(file: string, bytes: Buffer): Promise<void>;
  /** Null where there is no such file. */
  read(file: string): Promise<Buffer | null>;
  /** Refuses connections from now on. */
  takeDown(): Promise<void>;
  bringUp(): Promise<void>;
  /** Takes connections, but no more bytes, until `bringUp`. Null where the storage cannot. */
  readonly stall: (() => void) | null;
  stop(): Promise<void>;
}
