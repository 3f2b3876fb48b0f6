/**
 * Returns the probability that a task has to wait if tasks arrive at random (Poisson), take exponentially distributed times, and share
 * `slots` slots: Erlang's C formula. @param load arrivals per second times the mean time of a task, below `slots`
 */
export function erlangC(slots: number, load: number): number {
  if (load >= slots) throw new RangeError('more work comes than slots can do');
  // Erlang's B by its recursion, which needs no factorials.
  let blocked = 1;
  for (let slot = 1; slot <= slots; slot += 1) blocked = (load * blocked) / (slot + load * blocked);
  return blocked / (1 - (load / slots) * (1 - blocked));
}

/** Returns the mean wait of all tasks in M/M/c, seconds. */
export const meanWait = (slots: number, load: number, meanSeconds: number): number =>
  (erlangC(slots, load) * meanSeconds) / (slots - load);

/** Returns the wait that a fraction of the tasks stays below in M/M/c, seconds: P(wait > t) = C · e^(-(c - load) t / mean). */
export function waitQuantile(slots: number, load: number, meanSeconds: number, fraction: number): number {
  const waiting = erlangC(slots, load);
  return Math.max(0, (Math.log(waiting / (1 - fraction)) * meanSeconds) / (slots - load));
}
