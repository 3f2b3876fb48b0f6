import { createHash, timingSafeEqual } from 'node:crypto';

/** For secrets: in constant time for texts of one length; the lengths may show. */
export function timingSafeEqualTexts(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
