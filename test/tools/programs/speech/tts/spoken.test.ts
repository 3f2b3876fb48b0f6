import { execa } from 'execa';
import { expect, it } from 'vitest';
import { loadSpeller } from '../../../../../tools/programs/speech/tts/text/spoken/spell.ts';
import { type Locale, VOICES } from '../../../../../tools/programs/speech/tts/voices.ts';

/** Returns espeak-ng's phonemes of a text, without accents and pauses. */
async function phonemes(locale: Locale, text: string): Promise<string> {
  const args = ['-q', '-x', '-v', VOICES[locale].name, '--stdin'];
  const { stdout } = await execa('espeak-ng', args, { input: text });
  return stdout.replace(/[\s',_|!-]/g, '');
}

/** A written text, and the words that are read for it. */
const READ: readonly (readonly [Locale, string, string])[] = [
  ['en-US', 'It costs $1,250.50.', 'It costs one thousand two hundred fifty dollars and fifty cents.'],
  ['en-GB', 'Dr. Hill paid £3.20 in 1984.', 'Doctor Hill paid three pounds and twenty pence in nineteen eighty four.'],
  ['en-US', 'Open 9:00 on 03/05/2024.', "Open nine o'clock on March fifth, twenty twenty four."],
  ['de-DE', 'am 3. März um 20:30 Uhr', 'am dritten März um zwanzig Uhr dreißig'],
  ['de-DE', '12,50 €, z. B. Äpfel', 'zwölf Euro und fünfzig Cent, zum Beispiel Äpfel'],
  [
    'fr-FR',
    'le 1er mars, 12,50 €, 14h30',
    'le premier mars, douze euros et cinquante centimes, quatorze heures trente',
  ],
  ['es-ES', '12,50 € y 5 km', 'doce euros con cincuenta céntimos y cinco kilómetros'],
  ['it-IT', 'da 12,50 € a 5 kg', 'da dodici euro e cinquanta centesimi a cinque chilogrammi'],
];

it.each(READ)('%s: %s sounds as when it is written in words', async (locale, written, words) => {
  const said = (await loadSpeller(locale))(written);
  const expected = await phonemes(locale, words);
  expect(expected).not.toBe('');
  expect(await phonemes(locale, said)).toBe(expected);
  // The control: espeak-ng alone reads the signs differently.
  expect(await phonemes(locale, written)).not.toBe(expected);
});
