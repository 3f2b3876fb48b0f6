import type { FormatKind } from '../files/formats/detected-format.ts';
import type { GivenOptions, OptionRule } from './rules.ts';

/** JSON Schema types of options. */
export type OptionType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';

/**
 * Text forms that a `pattern` alone cannot describe well. A small parser checks each (src/catalog/grammar), with a message that says what
 * is wrong; the `pattern` next to it is for clients that build forms from the catalog.
 */
export type OptionFormat =
  | 'alpha-channel'
  | 'aspect-ratio'
  | 'clock-time'
  | 'color'
  | 'cookie-name'
  | 'cookie-value'
  | 'drawing-scale'
  | 'file-size'
  | 'film-time'
  | 'film-times'
  | 'frame-rates'
  | 'identifiers'
  | 'language-tag'
  | 'length'
  | 'ocr-languages'
  | 'page-choice'
  | 'page-number'
  | 'page-ranges'
  | 'page-selection'
  | 'picture-area'
  | 'picture-size'
  | 'printable-ascii'
  | 'rgb-color'
  | 'split-points'
  | 'text-lines'
  | 'time-of-day'
  | 'url-path';

/** Groups in which options of a target are shown, in this order. */
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

/** Type of an array option's items: objects with named members, or plain values. */
export type ItemDefinition = ObjectItemDefinition | ValueItemDefinition;

export interface ObjectItemDefinition {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, PropertyDefinition>>;
  readonly required: readonly string[];
}

export interface ValueItemDefinition
  extends Pick<OptionDefinition, 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'pattern' | 'format'> {
  readonly type: 'string' | 'integer';
  readonly properties?: never;
  readonly required?: never;
}

/**
 * One option of a target: plain JSON Schema, plus `example` (as in OpenAPI) and keywords of our own (`x-…`). It is published unchanged (GET
 * /v2/conversions, `convertd catalog --json`).
 */
export interface OptionDefinition {
  readonly type: OptionType;
  /** For users: its effect, its unit, what happens without it. */
  readonly description: string;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** Minimum in characters (Unicode code points). */
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
  /** Words of a value that is a list in one text (format `ocr-languages`). */
  readonly 'x-values'?: readonly string[];
  /** Group in which forms show it; default: `other`. */
  readonly 'x-group'?: OptionGroup;
  /** Position of an option that most people look for, before all groups. */
  readonly 'x-order'?: number;
  /** Unit of its values, for a label next to the field. */
  readonly 'x-unit'?: string;
  /** The option that chooses the unit; `x-unit` is its default. */
  readonly 'x-unit-option'?: string;
  /** Value of a text option that `true` stands for; `false` then means that it is not given. */
  readonly 'x-true'?: string;
  /** Another form of its value, in words: `90, for all pages`. */
  readonly 'x-also'?: string;
  /** Options of the target that this name, which all categories share, stands for; forms show those instead. */
  readonly 'x-short-for'?: readonly string[];
  /** Kinds of files that it applies to; default: all. */
  readonly 'x-inputs'?: readonly FormatKind[];
}

export type OptionDefinitions = Readonly<Record<string, OptionDefinition>>;

/** One line of the catalog, with exactly the fields that the interface publishes. */
export interface CatalogEntry {
  /** Permanent: a number is never changed or given to another target. */
  readonly id: number;
  readonly category: string;
  readonly target: string;
  readonly options: OptionDefinitions;
}

/** Formats (src/files/formats/names.ts) that an engine reads directly. */
export interface Reads {
  /** Kinds with all formats that any program reads. */
  readonly kinds?: readonly FormatKind[];
  /** Further formats. */
  readonly formats?: readonly string[];
  /** Option that is required to accept them. */
  readonly option?: string;
}

/** A target in the definition of its category. */
export interface TargetDefinition {
  readonly id: number;
  readonly options: OptionDefinitions;
  /** What it reads, if this differs from the category. */
  readonly reads?: readonly Reads[];
}

/** The targets of one category, by name. */
export type CategoryTargets = Readonly<Record<string, TargetDefinition>>;

/** An environment variable of an engine or its tools, for docs/configuration.md and `convertd config`. */
export interface EngineSetting {
  /** For operators, one line; `code` in backquotes. */
  readonly meaning: string;
  /** The default as text; if missing: `found automatically`, as for the path of a program. */
  readonly shown?: string;
  /** Names of related variables: one variable for each language. */
  readonly family?: string;
  /** Page with details: a path from the project's root, with an anchor. */
  readonly page?: string;
}

/**
 * The targets of one category: `engines/<category>/catalog.ts` exports it as `catalog`. It is data, and loads nothing but the code of this
 * folder: every command and every request reads it, long before the engine itself is loaded.
 */
export interface CategoryCatalog {
  /** Lower-case letters, digits and hyphens; also the name of its folder. */
  readonly category: string;
  /** Default timeout of a task, seconds: what the largest reasonable task needs. */
  readonly timeLimitSeconds: number;
  readonly targets: CategoryTargets;
  /** False: most conversions start no program, so a command need not make the sandbox ready before one is asked for. */
  readonly startsPrograms?: false;
  /** What its targets read; the first entry with a format applies. Default: any file. */
  readonly reads?: readonly Reads[];
  /** Its own environment variables, by name. */
  readonly settings?: Readonly<Record<string, EngineSetting>>;
  /** Other names of targets, such as `jpeg` for `jpg`: accepted wherever a target is named; answers contain the target's own name. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Rules between options, in the order in which they are listed and reported. */
  readonly rules?: readonly OptionRule[];
  /** Values of left-out options that depend on the given ones; they replace `default`. */
  readonly dependentDefaults?: (target: string, given: GivenOptions) => Readonly<Record<string, unknown>>;
}

type ValueOf<D> = D extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : D extends { readonly type: 'array'; readonly items: infer Item }
    ? readonly ItemOf<Item>[]
    : D extends { readonly type: 'array' }
      ? readonly unknown[]
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
  : Item extends { readonly type: 'string' | 'integer' }
    ? ValueOf<Item>
    : never;

type Defaulted<Definitions> = {
  [Name in keyof Definitions]: Definitions[Name] extends { readonly default: unknown } ? Name : never;
}[keyof Definitions];

type Flat<T> = { [Key in keyof T]: T[Key] };

/**
 * Type of validated options, derived from the data: an `enum` is the union of its values, an option with a default is always present, every
 * other option may be missing.
 */
export type OptionsOf<Definitions> = Flat<
  { readonly [Name in Defaulted<Definitions>]: ValueOf<Definitions[Name]> } & {
    readonly [Name in Exclude<keyof Definitions, Defaulted<Definitions>>]?: ValueOf<Definitions[Name]>;
  }
>;

/** The names of a catalog's targets. */
export type TargetOf<Catalog extends CategoryCatalog> = keyof Catalog['targets'] & string;

/** Validated options of a target: `TargetOptions<typeof catalog, 'mp3'>`; a union for several or all targets. */
export type TargetOptions<
  Catalog extends CategoryCatalog,
  Target extends TargetOf<Catalog> = TargetOf<Catalog>,
> = Target extends unknown ? OptionsOf<Catalog['targets'][Target]['options']> : never;

/** All options of any target of a catalog, each of which may be missing: for code that handles all targets alike. */
export type AnyOptions<Catalog extends CategoryCatalog> = Merged<TargetOptions<Catalog>>;

type Merged<Union> = { readonly [Name in NameIn<Union>]?: ValueAt<Union, Name> };

type NameIn<Union> = Union extends unknown ? keyof Union : never;

type ValueAt<Union, Name> = Union extends unknown
  ? Name extends keyof Union
    ? Exclude<Union[Name], undefined>
    : never
  : never;
