/** The longest name of a layer, block, style … in R12. */
const LONGEST_NAME = 31;

/** Converts text for an R12 group: ASCII on one line, anything else as `\U+xxxx`, which newer releases show as the letter. */
export function asR12Text(text: string): string {
  const oneLine = text.replace(/\r\n|[\r\n]/g, '^J').replace(/\t/g, '^I');
  return oneLine.replace(/[^\x20-\x7e]/g, (unit) => {
    const code = unit.charCodeAt(0);
    // Other control characters would end or truncate the group.
    return code < 0x20 ? '' : `\\U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  });
}

/**
 * Converts names as R12 allows them: capital letters, digits, `$`, `-` and `_`, at most 31. Different names of a table never become equal;
 * each table has its own `Names`.
 */
export class Names {
  readonly #given = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** Returns the R12 name for `name`, whose case is ignored. Equal names get the same one. */
  of(name: string): string {
    const key = name.toUpperCase();
    const given = this.#given.get(key);
    if (given !== undefined) return given;
    const marker = key.startsWith('*') ? '*' : '';
    const cleaned = marker + key.slice(marker.length).replace(/[^A-Z0-9$_-]/g, '_');
    const wanted = cleaned.slice(0, LONGEST_NAME) || '_';
    let result = wanted;
    for (let number = 1; this.#taken.has(result); number++) {
      const ending = `___${number}`;
      result = wanted.slice(0, LONGEST_NAME - ending.length) + ending;
    }
    this.#taken.add(result);
    this.#given.set(key, result);
    return result;
  }
}

/** Names of each table of a drawing. */
export interface NameTables {
  readonly layers: Names;
  readonly lineTypes: Names;
  readonly textStyles: Names;
  readonly blocks: Names;
  readonly dimensionStyles: Names;
  readonly applications: Names;
  readonly views: Names;
  readonly coordinateSystems: Names;
}

export function nameTables(): NameTables {
  return {
    layers: new Names(),
    lineTypes: new Names(),
    textStyles: new Names(),
    blocks: new Names(),
    dimensionStyles: new Names(),
    applications: new Names(),
    views: new Names(),
    coordinateSystems: new Names(),
  };
}
