/** Default and maximum of max_frames for one film. */
export const USUAL_FRAMES = 100;
export const MOST_FRAMES = 1000;

/** Most frames of a contact sheet side by side, and below each other. */
export const MOST_TILES_A_SIDE = 20;
export const USUAL_TILES_A_SIDE = 4;
/** Default width of a frame on a contact sheet, pixels. */
export const USUAL_TILE_WIDTH = 320;

/** Largest width and height of a frame, pixels. */
export const WIDEST_FRAME = 8192;

/** Largest total of all frames of one film, bytes. */
export const FRAME_BYTES = 4 * 1024 ** 3;
