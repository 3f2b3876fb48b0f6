/** Times of day by language; other languages leave them to the voice, which reads 14:30 as fourteen thirty. */
const SPELLERS: Readonly<Record<string, (text: string) => string>> = {
  en: (text) =>
    text.replace(
      /(?<![\p{L}\p{N}:.,])(\d{1,2}):(\d{2})(?![\p{L}\p{N}:])( ?[ap]m\b)?/giu,
      (whole, hour, minute, half) =>
        isTime(hour, minute) ? `${english(Number(hour), Number(minute), half !== undefined)}${half ?? ''}` : whole,
    ),
  de: (text) =>
    text.replace(/(?<![\p{L}\p{N}:.,])(\d{1,2})[:.](\d{2})\s?Uhr(?!\p{L})/gu, (whole, hour, minute) => {
      if (!isTime(hour, minute)) return whole;
      return Number(minute) === 0 ? `${Number(hour)} Uhr` : `${Number(hour)} Uhr ${Number(minute)}`;
    }),
  fr: (text) =>
    text.replace(/(?<![\p{L}\p{N}:.,])(\d{1,2})\s?h(?:\s?(\d{2}))?(?![\p{L}\p{N}])/gu, (whole, hour, minute = '0') => {
      if (!isTime(hour, minute)) return whole;
      const hours = `${Number(hour)} ${Number(hour) < 2 ? 'heure' : 'heures'}`;
      return Number(minute) === 0 ? hours : `${hours} ${Number(minute)}`;
    }),
};

const isTime = (hour: string, minute: string): boolean => Number(hour) < 24 && Number(minute) < 60;

function english(hour: number, minute: number, hasHalf: boolean): string {
  if (minute >= 10) return `${hour} ${minute}`;
  if (minute > 0) return `${hour} oh ${minute}`;
  if (hasHalf) return String(hour);
  return hour >= 1 && hour <= 12 ? `${hour} o'clock` : `${hour} hundred hours`;
}

/** Writes times of day for the voice: `9:05` becomes 9 oh 5, `14:30 Uhr` 14 Uhr 30. */
export const timeSpeller = (language: string): ((text: string) => string) => SPELLERS[language] ?? ((text) => text);
