/** Frames of one film, where max_frames says nothing, and where it says the most. */
export const USUAL_FRAMES = 100;
export const MOST_FRAMES = 1000;

/** Frames of a contact sheet side by side, and below each other. */
export const MOST_TILES_A_SIDE = 20;
export const USUAL_TILES_A_SIDE = 4;
/** Width of a frame of a contact sheet where no option says another, pixels. */
export const USUAL_TILE_WIDTH = 320;

/** Width and height of a frame, pixels. */
export const WIDEST_FRAME = 8192;

/** All frames of one film together, bytes. */
export const FRAME_BYTES = 4 * 1024 ** 3;
