import { accessSync, constants, mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';

/** Makes DATA_DIR if it does not exist. Throws Error that says what to do if this user cannot write in it. */
export function requireDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const { uid, gid } = userInfo();
    const isReadOnly = code === 'EROFS';
    const remedy = isReadOnly
      ? 'It is on a file system that is mounted read-only: mount a volume there'
      : `Give it to this user (chown -R ${uid}:${gid} ${path}), or mount a volume there`;
    throw new Error(
      `The folder ${path} (DATA_DIR) cannot be written by user ${uid} (${code}). ${remedy}; or name another folder by DATA_DIR.`,
      { cause },
    );
  }
}
