/** Why a folder is no usable model, in words that name its files and no folder of this machine. */
export class ModelError extends Error {}
