import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares secrets, in constant time for texts of equal length; timing may reveal the lengths. */
export function timingSafeEqualTexts(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
