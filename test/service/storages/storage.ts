/** Description of an input or a target in a client's request. */
export interface Described {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly credentials: Readonly<Record<string, string>>;
}

/** A client's storage on loopback, for tests of inputs and deliveries. */
export interface TestStorage {
  /** `source` of an input and `type` of a target. */
  readonly type: string;
  describe(file: string): Described;
  /** The same with credentials that the storage does not accept. */
  withWrongCredentials(file: string): Described;
  /** The same in a bucket, container or folder that does not exist. */
  elsewhere(file: string): Described;
  /** Secret that only the storage may see. */
  readonly secret: string;
  write(file: string, bytes: Buffer): Promise<void>;
  /** Null if the file does not exist. */
  read(file: string): Promise<Buffer | null>;
  /** Refuses connections from now on. */
  takeDown(): Promise<void>;
  bringUp(): Promise<void>;
  /** Accepts connections, but no more bytes, until `bringUp`. Null if the storage cannot do that. */
  readonly stall: (() => void) | null;
  stop(): Promise<void>;
}
