import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { FTPError } from 'basic-ftp';
import type { CloudPutOptions } from './contract.ts';
import { CloudError, type CloudSubject } from './errors.ts';
import { type FtpServer, withFtp } from './ftp-connection.ts';

/** Suffix of a file's name while it is sent, which marks incomplete files in the folder. */
const PART_SUFFIX = '.part';

/**
 * See `CloudFile.put`. Sends the file under another name and renames it when it is complete; creates missing folders. Replaces what an
 * earlier attempt has left under that name.
 */
export async function putByFtp(
  server: FtpServer,
  remote: string,
  { content, size }: { content: Readable; size: number },
  options: CloudPutOptions,
  subject: CloudSubject,
): Promise<void> {
  try {
    await withFtp(server, options, subject, async (client) => {
      const folder = posix.dirname(remote);
      if (folder !== '.') await client.ensureDir(folder);
      const name = posix.basename(remote);
      const part = `${name}${PART_SUFFIX}`;
      await client.uploadFrom(content, part);
      const arrived = await client.size(part).catch(() => size);
      if (arrived !== size) {
        throw new CloudError('unavailable', subject, {
          reason: `The FTP server did not take all of ${subject.label}.`,
        });
      }
      await client.rename(part, name).catch(async (error: unknown) => {
        // Some servers refuse to rename to an existing name.
        if (!(error instanceof FTPError)) throw error;
        await client.remove(name, true);
        await client.rename(part, name);
      });
    });
  } catch (error) {
    options.signal.throwIfAborted();
    throw refused(error, subject);
  }
}

/** Returns the error for a refused write: "no such file" then means that the file may not be written there. */
function refused(error: unknown, subject: CloudSubject): unknown {
  if (!(error instanceof CloudError) || error.fault !== 'missing') return error;
  const reason = `The FTP server does not let the user write ${subject.label}. Check parameters.file and the rights of the user.`;
  return new CloudError('rejected', subject, { reason, cause: error.cause });
}
