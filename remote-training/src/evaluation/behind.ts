import type { Param } from '@console/shared-ui/pages';

/** What pictures are asked for: those of a cell, or of a label. `none` is nothing, undefined is anything. */
export interface Behind {
  /** Undefined: the task that has the label. */
  task?: string;
  truth?: string;
  said?: string;
  /** People or the model said it. */
  label?: string;
  /** Only images that people gave this label. */
  among?: string;
}

const FIELDS = ['task', 'truth', 'said', 'label', 'among'] as const satisfies (keyof Behind)[];
const ID = /^[\w-]{1,64}$/;

/** What is open over the page, in its address: a reload keeps it, and Back closes it. */
export const behindParam: Param<Behind | null> = {
  initial: null,
  read: (text) => {
    const parts = text.split('~');
    const said = FIELDS.flatMap((field, index) => {
      const part = parts[index] ?? '';
      return ID.test(part) ? [[field, part] as const] : [];
    });
    return parts.length === FIELDS.length && said.length > 0 ? (Object.fromEntries(said) as Behind) : undefined;
  },
  write: (behind) => (behind ? FIELDS.map((field) => behind[field] ?? '').join('~') : ''),
};

/** A share of 0 to 1 that is dragged; null is as the model has it. */
export const thresholdParam: Param<number | null> = {
  initial: null,
  read: (text) => (/^(0|1|0\.\d{1,4})$/.test(text) ? Number(text) : undefined),
  write: (value) => (value === null ? '' : String(value)),
  typed: true,
};
