/** Frames of one film, where max_frames says nothing, and where it says the most. */
export const USUAL_FRAMES = 100;
export const MOST_FRAMES = 1000;

/** Width and height of a frame, pixels. */
export const WIDEST_FRAME = 8192;

/** All frames of one film together, bytes. */
export const FRAME_BYTES = 4 * 1024 ** 3;
