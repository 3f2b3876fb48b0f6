/* Times within a film or a sound, as options write them. */

/** @param {number} seconds @param {number} step 1 for whole seconds, less for milliseconds @returns {string} `HH:MM:SS`, or with milliseconds */
export function timeText(seconds, step) {
  const thousandths = step === 1 ? Math.floor(seconds) * 1000 : Math.round(seconds * 1000);
  const two = (/** @type {number} */ value) => String(Math.floor(value)).padStart(2, '0');
  const whole = [thousandths / 3_600_000, (thousandths / 60_000) % 60, (thousandths / 1000) % 60].map(two).join(':');
  const rest = thousandths % 1000;
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(3, '0')}`;
}

/** @param {unknown} text @returns {number | null} seconds; null for what is no such time */
export function secondsOf(text) {
  const match = /^(\d{2}):([0-5]\d):([0-5]\d(?:\.\d{1,3})?)$/.exec(String(text));
  return match === null ? null : Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]);
}

/** @param {number} seconds @returns {string} as players show it: `1:05`, `0:02.4`, `1:00:00` */
export function shortTime(seconds) {
  const tenths = Math.round(seconds * 10);
  const [hours, minutes, rest] = [tenths / 36_000, (tenths / 600) % 60, (tenths % 600) / 10];
  const [whole, decimal] = rest.toFixed(tenths % 10 === 0 ? 0 : 1).split('.');
  const last = `${whole?.padStart(2, '0')}${decimal === undefined ? '' : `.${decimal}`}`;
  return hours < 1
    ? `${Math.floor(minutes)}:${last}`
    : `${Math.floor(hours)}:${String(Math.floor(minutes)).padStart(2, '0')}:${last}`;
}
