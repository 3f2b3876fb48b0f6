/** A habit that makes text hard to read. */
export interface Habit {
  /** Matched in prose: code, names and addresses are removed before. */
  readonly pattern: RegExp;
  readonly why: string;
  /** A better wording. */
  readonly instead: string;
}

/** The worst habits. A habit belongs here if it has one clearly better wording, and hardly any good use. */
export const HABITS: readonly Habit[] = [
  {
    pattern: /\b(?:is|are|was|were|be|been|being) told\b(?! (?:not )?to\b| otherwise)/i,
    why: 'errors, warnings and progress are reported; programs get arguments; values are distinguished',
    instead: 'is reported, gets, is distinguished from, was asked to',
  },
  { pattern: /\bthat (?:is|are) none\b/i, why: 'a riddle', instead: 'invalid, malformed, not a …' },
  {
    pattern:
      /(?<!\b[Tt]here )\b(?:is|was) no (?!longer|more|less|later|better|worse|way|need|use|such|other|matter|doubt|larger|smaller|bigger|faster|slower|louder|different|coincidence|reason|gain|room|loss|preference|place)[a-z]/,
    why: 'inverted negation',
    instead: 'is not a …, is not …',
  },
  { pattern: /\bfor ever\b/i, why: 'archaic', instead: 'permanently, forever, never' },
  { pattern: /\banew\b/i, why: 'archaic', instead: 'again, from scratch' },
  { pattern: /\bmend(?:s|ed|ing)?\b(?!\.\w)/i, why: 'files and bugs are not socks', instead: 'fix, repair' },
  { pattern: /\bunasked\b/i, why: 'archaic', instead: 'automatically, without being asked' },
  { pattern: /(?<!\b(?:one|none|any|some) )\bof (?:ours|yours)\b/i, why: 'inverted', instead: 'our own, your own' },
  {
    pattern: /\bwhat (?:that|a missing [a-z]+) costs?\b/i,
    why: 'prices stand for consequences',
    instead: 'what is unavailable without it, how long it takes',
  },
  {
    pattern: /\bby (?:its|their) content\b(?=[^.]*\bkind\b)|\bof the kind \w+ by\b/i,
    why: 'a riddle',
    instead: 'is a WAV file (detected from its content)',
  },
  {
    pattern: /\b(?:thereof|whereby|wherein|thence|whence|lest|betimes|whilst|for want of|in vain)\b/i,
    why: 'archaic',
    instead: 'plain words',
  },
  { pattern: /\bheed(?:s|ed)?\b/i, why: 'archaic', instead: 'respect, honour' },
  { pattern: /\b(?:can|could|cannot|may) (?:not )?be had\b/i, why: 'inverted', instead: 'is available, is possible' },
  { pattern: /\b(?:is|are|was|were) taken for\b/i, why: 'ambiguous', instead: 'is treated as, is mistaken for' },
  {
    pattern:
      /(?<!\b(?:of|for|to) )\b(?:a|one) (?:line|page|folder|file|tag|chunk|output|task|thread|test|table|row|slide|column|process|step) (?:a|an) (?!bit|few|little|second|minute|day)[a-z]+/i,
    why: 'two articles in a row of nouns',
    instead: 'one line per category',
  },
];
