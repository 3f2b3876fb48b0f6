/** `D:20240301100000+02'00'` (ISO 32000-2, 7.9.4); everything after the year is optional. */
const PDF_DATE = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/;
const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?(Z|[+-]\d\d:\d\d))?$/;

/** Converts a PDF's date to ISO 8601; null if it is not one. */
export function fromPdfDate(text: string): string | null {
  const found = PDF_DATE.exec(text);
  if (found === null) return null;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, hours, minutes] = found;
  const zone = sign === undefined ? 'Z' : `${sign}${hours}:${minutes ?? '00'}`;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
  return isRealDate(iso) ? iso : null;
}

/** Converts an ISO 8601 date, or date and time with zone, to a PDF's date; null if it is not one. */
export function toPdfDate(iso: string): string | null {
  const found = ISO_DATE.exec(iso);
  if (found === null || !isRealDate(iso)) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone = 'Z'] = found;
  const offset = zone === 'Z' ? 'Z' : `${zone.replace(':', "'")}'`;
  return `D:${year}${month}${day}${hour}${minute}${second}${offset}`;
}

/** Rejects dates such as 31 April, which JavaScript turns into 1 May. */
function isRealDate(iso: string): boolean {
  const day = new Date(`${iso.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(Date.parse(iso)) && day.toISOString().startsWith(iso.slice(0, 10));
}
