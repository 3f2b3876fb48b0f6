/** Why a folder is not a usable model; the message names its files, but no folder of this machine. */
export class ModelError extends Error {}
