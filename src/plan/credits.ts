/** Returns the credits of a task: one, plus one for each full 100 MB of its inputs and each full minute that it took. */
export function creditsOf({ inputBytes, seconds }: { inputBytes: number; seconds: number }): number {
  return 1 + Math.floor(inputBytes / 100e6) + Math.floor(seconds / 60);
}
