import type { FormatKind } from '../files/formats/detected-format.ts';
import type { GivenOptions, OptionRule } from './rules.ts';

/** JSON Schema types an option can have. */
export type OptionType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';

/**
 * Text forms that a `pattern` alone cannot describe well. Each is checked by a small parser (src/catalog/grammar) whose
 * message says what is wrong; the `pattern` next to it is for clients that build forms from the catalog.
 */
export type OptionFormat =
  | 'alpha-channel'
  | 'aspect-ratio'
  | 'color'
  | 'drawing-scale'
  | 'file-size'
  | 'film-time'
  | 'film-times'
  | 'identifiers'
  | 'language-tag'
  | 'length'
  | 'ocr-languages'
  | 'page-choice'
  | 'page-number'
  | 'page-ranges'
  | 'page-selection'
  | 'printable-ascii'
  | 'rgb-color'
  | 'split-points'
  | 'text-lines'
  | 'time-of-day';

/** The groups in which options of a target are shown, in this order. */
export const OPTION_GROUPS = [
  'crop',
  'web',
  'size',
  'colour',
  'speech',
  'recognition',
  'stamp',
  'paper',
  'protection',
  'loudness',
  'sound',
  'film',
  'cad',
  'clean',
  'about',
  'other',
  'result',
] as const;

export type OptionGroup = (typeof OPTION_GROUPS)[number];

/** A member of an object option. */
export type PropertyDefinition = Omit<OptionDefinition, 'items'>;

/** What the items of an array option are. */
export interface ItemDefinition {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, PropertyDefinition>>;
  readonly required: readonly string[];
}

/**
 * One option of a target: plain JSON Schema, plus `example` (as OpenAPI has it) and keywords of our own (`x-…`). It is
 * published as it stands (GET /v2/conversions, `convertd catalog --json`).
 */
export interface OptionDefinition {
  readonly type: OptionType;
  /** For users: what it does, its unit, what happens without it. */
  readonly description: string;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** Characters (Unicode code points). */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: OptionFormat;
  readonly items?: ItemDefinition;
  readonly maxItems?: number;
  readonly default?: string | number | boolean;
  readonly example?: unknown;
  /** A secret: never shown, logged, or repeated in a message. */
  readonly writeOnly?: true;
  /** Still works, but another option replaces it. */
  readonly deprecated?: true;
  /** The words a value is made of, where it is a list in one text (format `ocr-languages`). */
  readonly 'x-values'?: readonly string[];
  /** The group in which forms show it; left out: `other`. */
  readonly 'x-group'?: OptionGroup;
  /** Of an option that most people come for: its place among those, which stand before all groups. */
  readonly 'x-order'?: number;
  /** The unit of its values, for a label beside the field. */
  readonly 'x-unit'?: string;
  /** The option that chooses the unit; `x-unit` holds where it is left out. */
  readonly 'x-unit-option'?: string;
  /** Kinds of files that it is for; left out: all. */
  readonly 'x-inputs'?: readonly FormatKind[];
}

export type OptionDefinitions = Readonly<Record<string, OptionDefinition>>;

/** One line of the catalog, with the fields that the interface publishes and no others. */
export interface CatalogEntry {
  /** Stable forever: a number is never changed or given to another target. */
  readonly id: number;
  readonly category: string;
  readonly target: string;
  readonly options: OptionDefinitions;
}

/** Formats (src/files/formats/names.ts) that an engine reads directly. */
export interface Reads {
  /** All formats of these kinds that anything reads. */
  readonly kinds?: readonly FormatKind[];
  /** Further formats. */
  readonly formats?: readonly string[];
  /** An option without which they are refused. */
  readonly option?: string;
}

/** A target as its category defines it. */
export interface TargetDefinition {
  readonly id: number;
  readonly options: OptionDefinitions;
  /** What it reads, where that is not what the category reads. */
  readonly reads?: readonly Reads[];
}

/** The targets of one category, by their names. */
export type CategoryTargets = Readonly<Record<string, TargetDefinition>>;

/** An environment variable that an engine or its tools read, for docs/configuration.md and `convertd config`. */
export interface EngineSetting {
  /** For operators, one line; `code` in backquotes. */
  readonly meaning: string;
  /** The default, in words; if missing: `found automatically`, as for the path of a program. */
  readonly shown?: string;
  /** The names of its relatives: one variable for each language. */
  readonly family?: string;
  /** Where there is more about it: a path from the project's root, with an anchor. */
  readonly page?: string;
}

/**
 * What one category makes: `engines/<category>/catalog.ts` exports it as `catalog`. It is data, and loads nothing but the
 * machinery of this folder: every command and every request reads it, long before the engine itself is loaded.
 */
export interface CategoryCatalog {
  /** Lower-case letters, digits and hyphens; the name of its folder. */
  readonly category: string;
  /** Seconds that a task may take where no setting says otherwise: what the largest reasonable task needs. */
  readonly timeLimitSeconds: number;
  readonly targets: CategoryTargets;
  /** What its targets read; the first that has a format counts. Left out: any file. */
  readonly reads?: readonly Reads[];
  /** The environment variables of its own, by their names. */
  readonly settings?: Readonly<Record<string, EngineSetting>>;
  /** Other names of targets, such as `jpeg` of `jpg`: taken wherever a target is named, and answered with the target's own name. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Rules between options, in the order in which they are listed and reported. */
  readonly rules?: readonly OptionRule[];
  /** Values of left-out options that depend on the given ones; they take the place of `default`. */
  readonly dependentDefaults?: (target: string, given: GivenOptions) => Readonly<Record<string, unknown>>;
}

type ValueOf<D> = D extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : D extends { readonly type: 'array'; readonly items: infer Item }
    ? readonly ItemOf<Item>[]
    : D extends { readonly type: 'string' }
      ? string
      : D extends { readonly type: 'integer' | 'number' }
        ? number
        : D extends { readonly type: 'boolean' }
          ? boolean
          : D extends { readonly type: 'object' }
            ? Readonly<Record<string, unknown>>
            : never;

type ItemOf<Item> = Item extends {
  readonly properties: infer Properties;
  readonly required: readonly (infer Required)[];
}
  ? Flat<
      { readonly [Name in keyof Properties as Name extends Required ? Name : never]: ValueOf<Properties[Name]> } & {
        readonly [Name in keyof Properties as Name extends Required ? never : Name]?: ValueOf<Properties[Name]>;
      }
    >
  : never;

type Defaulted<Definitions> = {
  [Name in keyof Definitions]: Definitions[Name] extends { readonly default: unknown } ? Name : never;
}[keyof Definitions];

type Flat<T> = { [Key in keyof T]: T[Key] };

/**
 * The type of validated options, read off the data: an `enum` is the union of its values, an option with a default is
 * always there, every other one may be missing.
 */
export type OptionsOf<Definitions> = Flat<
  { readonly [Name in Defaulted<Definitions>]: ValueOf<Definitions[Name]> } & {
    readonly [Name in Exclude<keyof Definitions, Defaulted<Definitions>>]?: ValueOf<Definitions[Name]>;
  }
>;

/** The names of a catalog's targets. */
export type TargetOf<Catalog extends CategoryCatalog> = keyof Catalog['targets'] & string;

/** The validated options of a target: `TargetOptions<typeof catalog, 'mp3'>`; of several targets, or of all, a union. */
export type TargetOptions<
  Catalog extends CategoryCatalog,
  Target extends TargetOf<Catalog> = TargetOf<Catalog>,
> = Target extends unknown ? OptionsOf<Catalog['targets'][Target]['options']> : never;

/** All options that any target of a catalog has, each of which may be missing: for code that serves all targets alike. */
export type AnyOptions<Catalog extends CategoryCatalog> = Merged<TargetOptions<Catalog>>;

type Merged<Union> = { readonly [Name in NameIn<Union>]?: ValueAt<Union, Name> };

type NameIn<Union> = Union extends unknown ? keyof Union : never;

type ValueAt<Union, Name> = Union extends unknown
  ? Name extends keyof Union
    ? Exclude<Union[Name], undefined>
    : never
  : never;
