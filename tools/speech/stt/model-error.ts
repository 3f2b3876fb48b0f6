/** Why a folder is not an usable model, in words that name its files and no folder of this machine. */
export class ModelError extends Error {}
