import type { Paragraph } from './paragraph.ts';
import type { OdfAttributes } from './xml-events.ts';

/** Signs before the items of a list that are check boxes, and whether they are checked. */
export const CHECK_SIGNS: ReadonlyMap<string, boolean> = new Map([
  ['☐', false],
  ['☑', true],
  ['☒', true],
  ['🗹', true],
]);

/** Check boxes of forms: fields of old Word documents, and controls that are described before the text and placed in it. */
export class CheckBoxes {
  readonly #controls = new Map<string, { readonly isChecked: boolean; readonly label: string }>();
  #fieldIsChecked = false;

  /** Opens a field; returns the function for its end. */
  field(attributes: OdfAttributes, paragraph: Paragraph | null): (() => void) | undefined {
    if (!/FORMCHECKBOX$/.test(attributes['field:type'] ?? '')) return undefined;
    this.#fieldIsChecked = false;
    return () => paragraph?.checkBox(this.#fieldIsChecked);
  }

  fieldParameter(attributes: OdfAttributes): undefined {
    if (attributes['field:name'] === 'Checkbox_Checked') this.#fieldIsChecked = attributes['field:value'] === 'true';
  }

  control(attributes: OdfAttributes): undefined {
    const isChecked = (attributes['form:current-state'] ?? attributes['form:state']) === 'checked';
    const control = { isChecked, label: attributes['form:label'] ?? '' };
    for (const id of [attributes['form:id'], attributes['xml:id']])
      if (id !== undefined) this.#controls.set(id, control);
  }

  /** Places a control. */
  placed(attributes: OdfAttributes, paragraph: Paragraph | null): undefined {
    const control = this.#controls.get(attributes['draw:control'] ?? '');
    if (control === undefined) return;
    paragraph?.checkBox(control.isChecked);
    paragraph?.text(` ${control.label}`);
  }
}
