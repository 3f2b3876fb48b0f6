/** Writes a number as PDF accepts it: without exponent (ISO 32000-1, 7.3.3), with at most six decimals. */
export function pdfNumber(value: number): string {
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? String(value) : BigInt(value).toString();
  const text = value.toFixed(6).replace(/0+$/, '').replace(/\.$/, '');
  return text === '-0' ? '0' : text;
}

export const pdfNumbers = (values: readonly number[]): string => values.map(pdfNumber).join(' ');
