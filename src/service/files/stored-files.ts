import { ConversionError } from '../../task/errors.ts';
import { type FileBackend, tooLarge } from './backend.ts';
import {
  type Arrived,
  type ArrivedInFolder,
  type ArrivedInS3,
  noSuchUpload,
  type ResumableUploadStore,
} from './resumable-upload-store.ts';
import type { ServiceFiles } from './service-files.ts';
import type { UploadSpool } from './upload-spool.ts';

const NOT_STORED = 'The file cannot be stored';
const NOT_READ = 'The file cannot be read';

/** The service's own store. */
type OwnStore =
  | { readonly kind: 'folder'; readonly arriving: ResumableUploadStore<ArrivedInFolder> }
  | { readonly kind: 's3'; readonly arriving: ResumableUploadStore<ArrivedInS3> };

interface Parts {
  readonly own: OwnStore;
  readonly folder: FileBackend;
  readonly s3: FileBackend;
  readonly spool: UploadSpool;
}

/**
 * Returns the error that a client gets for a failed store: without its location or the cause, which are for the log. The code stays, and
 * with it whether the same request may succeed later.
 */
async function forClients<Result>(what: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    throw new ConversionError(error.code, `${what} now; try again later.`, { cause: error });
  }
}

/** Combines both kinds of stores: the scheme of a location selects the store. */
export function storedFiles({ own, folder, s3, spool }: Parts): ServiceFiles {
  const ours = own.kind === 'folder' ? folder : s3;
  const backendOf = (location: string): FileBackend | null => {
    if (location.startsWith('file:')) return folder;
    return location.startsWith('s3:') ? s3 : null;
  };
  const requireBackend = (location: string): FileBackend => {
    const backend = backendOf(location);
    if (backend === null) throw new Error(`not a location of the service: ${location}`);
    return backend;
  };
  const store: ServiceFiles['store'] = (id, filename, path) =>
    forClients(NOT_STORED, () => ours.store(id, filename, path));
  const receive: ServiceFiles['receive'] = async (
    id,
    filename,
    content,
    maxBytes,
    refuse = () => tooLarge(maxBytes),
  ) => {
    const part = await spool.begin(id, null);
    try {
      await part.append(content, { maxBytes, refuse });
      return await store(id, filename, part.path);
    } finally {
      await part.discard();
    }
  };
  return {
    spool,
    arriving: arrivingFor(own),
    receive,
    store,
    copy: async (location, id, filename) => {
      const backend = requireBackend(location);
      if (backend === ours) return forClients(NOT_STORED, () => ours.copy(location, id, filename));
      // Meanwhile the operator has moved from one kind of store to the other.
      const content = await backend.read(location, null);
      return (await receive(id, filename, content, Number.POSITIVE_INFINITY)).location;
    },
    read: (location, range) => forClients(NOT_READ, async () => requireBackend(location).read(location, range)),
    readSmall: (location, start, most) =>
      forClients(NOT_READ, () => requireBackend(location).readSmall(location, start, most)),
    pathInStore: (location) => forClients(NOT_READ, () => requireBackend(location).pathInStore(location)),
    remove: async (location) => backendOf(location)?.remove(location),
    receivedBefore: (time) => ours.receivedBefore(time),
  };
}

function arrivingFor(own: OwnStore): ResumableUploadStore {
  return own.kind === 'folder'
    ? ofOneKind(own.arriving, (state) => state.kind === 'folder')
    : ofOneKind(own.arriving, (state) => state.kind === 's3');
}

/** Refuses uploads that began in a store of the other kind, before the operator moved: they are lost. */
function ofOneKind<State extends Arrived>(
  arriving: ResumableUploadStore<State>,
  isOwn: (state: Arrived) => state is State & Arrived,
): ResumableUploadStore {
  return {
    begin: () => arriving.begin(),
    append: (file, state, content, commit) =>
      forClients(NOT_STORED, async () => {
        if (!isOwn(state)) throw noSuchUpload();
        return arriving.append(file, state, content, commit);
      }),
    discard: async (file, state) => {
      if (isOwn(state)) await arriving.discard(file, state);
    },
  };
}
