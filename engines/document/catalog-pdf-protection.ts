import type { OptionDefinitions } from '../../src/catalog/definition.ts';

/** Options for passwords, and for what readers may do. */
export const PROTECTION_OPTIONS = {
  new_owner_password: {
    type: 'string',
    maxLength: 64,
    writeOnly: true,
    description: 'Password that lifts the restrictions of the result. Adds one or replaces the old one.',
    'x-group': 'protection',
    'x-order': 270,
  },
  new_user_password: {
    type: 'string',
    maxLength: 64,
    writeOnly: true,
    description: 'Password needed to open the result. Adds one or replaces the old one.',
    'x-group': 'protection',
    'x-order': 260,
  },
  allow_printing: {
    type: 'boolean',
    description: 'Whether readers of a protected result may print it.',
    'x-group': 'protection',
  },
  allow_copying: {
    type: 'boolean',
    description: 'Whether readers of a protected result may copy text and images.',
    'x-group': 'protection',
  },
  allow_modification: {
    type: 'boolean',
    description:
      'Whether readers of a protected result may change it. false also means the three below, unless they are true.',
    'x-group': 'protection',
  },
  allow_annotations: {
    type: 'boolean',
    description: 'Whether readers of a protected result may add comments. Left out: as allow_modification.',
    'x-group': 'protection',
  },
  allow_forms: {
    type: 'boolean',
    description:
      'Whether readers of a protected result may fill in forms. Left out: as allow_modification. Who may add comments may do it too, so deny both.',
    'x-group': 'protection',
  },
  allow_assembly: {
    type: 'boolean',
    description:
      'Whether readers of a protected result may add, remove and turn pages. Left out: as allow_modification.',
    'x-group': 'protection',
  },
} as const satisfies OptionDefinitions;

/** Options that restrict readers if they are false. */
export const RESTRICTIONS = [
  ...(['allow_printing', 'allow_copying', 'allow_modification'] as const),
  ...(['allow_annotations', 'allow_forms', 'allow_assembly'] as const),
] as const;
