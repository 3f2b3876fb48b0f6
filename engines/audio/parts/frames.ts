/** The encoded frames of a part, without what files have besides. */
export interface Frames {
  readonly frames: readonly Buffer[];
  /** What comes before the frames: the tag of an MP3 file, the headers of Opus. */
  readonly headers: readonly Buffer[];
  /** Opus: samples of the last frame that are not played. */
  readonly padding: number;
}
