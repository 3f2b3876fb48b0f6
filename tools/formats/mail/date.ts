/** Returns the date of a mail (RFC 5322, 3.3) by ISO 8601, with its zone; null for anything else. */
export function isoDate(date: string): string | null {
  const plain = date.replace(/\([^()]*\)/g, ' ').trim();
  const time = Date.parse(plain);
  if (Number.isNaN(time)) return null;
  const [, sign = '+', hours = '00', minutes = '00'] = /\s([+-])(\d\d)(\d\d)$/.exec(plain) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const local = new Date(time + offset * 60_000);
  // Beyond the year 9999 and its like, there is no such form.
  if (Number.isNaN(local.getTime()) || !/^\d{4}-/.test(local.toISOString())) return null;
  return `${local.toISOString().slice(0, 19)}${offset === 0 ? 'Z' : `${sign}${hours}:${minutes}`}`;
}
