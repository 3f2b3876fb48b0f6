/** Makes all files that this process creates from now on unreadable for other users; for processes that write customers' files. */
export const keepFilesPrivate = (): void => void process.umask(0o077);
