/**
 * Reed-Solomon codes of R2007 files, encoded systematically: code words of 255 bytes, of which `dataBytes` are data
 * (Open Design Specification for .dwg files, "Reed-Solomon encoding").
 */
export interface Code {
  readonly dataBytes: number;
  /** The primitive polynomial of the field of 256 elements, with its highest term. */
  readonly polynomial: number;
}

/** Code for the header, the page map and the section map. */
export const SYSTEM_CODE: Code = { dataBytes: 239, polynomial: 0x169 };
/** Code for the pages of the other sections. */
export const DATA_CODE: Code = { dataBytes: 251, polynomial: 0x11d };

export const CODE_WORD_BYTES = 255;

interface Field {
  readonly powers: Uint8Array;
  readonly logarithms: Uint8Array;
}

function fieldOf(polynomial: number): Field {
  const powers = new Uint8Array(512);
  const logarithms = new Uint8Array(256);
  let value = 1;
  for (let power = 0; power < 255; power++) {
    powers[power] = value;
    powers[power + 255] = value;
    logarithms[value] = power;
    value <<= 1;
    if (value > 255) value ^= polynomial;
  }
  return { powers, logarithms };
}

/** Returns the generator polynomial whose roots are the first `count` powers; lowest term first. */
function generatorOf({ logarithms, powers }: Field, count: number): Uint8Array {
  let generator = Uint8Array.of(1);
  for (let root = 1; root <= count; root++) {
    const next = new Uint8Array(generator.length + 1);
    for (const [degree, factor] of generator.entries()) {
      next[degree + 1] = (next[degree + 1] ?? 0) ^ factor;
      if (factor !== 0) next[degree] = (next[degree] ?? 0) ^ (powers[(logarithms[factor] ?? 0) + root] ?? 0);
    }
    generator = next;
  }
  return generator;
}

/** Returns a function that computes the parity bytes of blocks of data. */
export function parityOf({ dataBytes, polynomial }: Code): (block: Uint8Array) => Uint8Array {
  const field = fieldOf(polynomial);
  const count = CODE_WORD_BYTES - dataBytes;
  const generator = generatorOf(field, count);
  return (block) => {
    const parity = new Uint8Array(count);
    for (let i = dataBytes - 1; i >= 0; i--) {
      const feedback = (block[i] ?? 0) ^ (parity[count - 1] ?? 0);
      for (let j = count - 1; j >= 0; j--) {
        const factor = generator[j] ?? 0;
        const product =
          feedback === 0 || factor === 0
            ? 0
            : (field.powers[(field.logarithms[feedback] ?? 0) + (field.logarithms[factor] ?? 0)] ?? 0);
        parity[j] = (j === 0 ? 0 : (parity[j - 1] ?? 0)) ^ product;
      }
    }
    return parity;
  };
}
