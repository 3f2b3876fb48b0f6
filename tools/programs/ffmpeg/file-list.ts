/** A file of a list, and directives about it: `duration 2.5`. */
export interface ListedFile {
  readonly path: string;
  readonly directives?: readonly string[];
}

/** Returns the list (ffconcat) from which ffmpeg reads files one after another. */
export const renderFileList = (files: readonly ListedFile[]): string =>
  [
    'ffconcat version 1.0',
    ...files.flatMap(({ path, directives = [] }) => [`file '${path.replaceAll("'", "'\\''")}'`, ...directives]),
    '',
  ].join('\n');
