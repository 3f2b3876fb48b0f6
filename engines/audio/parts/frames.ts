/** The encoded frames of a part, without the rest of its file. */
export interface Frames {
  readonly frames: readonly Buffer[];
  /** What comes before the frames: the tag of an MP3 file, the headers of Opus. */
  readonly headers: readonly Buffer[];
  /** For Opus: samples of the last frame that are not played. */
  readonly padding: number;
}
