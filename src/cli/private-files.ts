/** For whoever writes customers' files: what this process makes from now on, other users can neither read nor list. */
export const keepFilesPrivate = (): void => void process.umask(0o077);
