import type { Param } from '@console/shared-ui/pages';

/**
 * Selects a model's decisions (predictions compared with annotations) by matrix cell or label. The value `none` means no label, and
 * undefined means any label.
 */
export interface DecisionFilter {
  /** Task id. Undefined means the task of the label. */
  task?: string;
  /** Id of the annotated label. */
  truth?: string;
  /** Id of the predicted label. */
  predicted?: string;
  /** Id of a label that was annotated or predicted. */
  label?: string;
  /** Only images that are annotated with this label. */
  imageLabel?: string;
}

/** The order of the fields in the URL parameter. */
const ENCODED_FIELDS = ['task', 'truth', 'predicted', 'label', 'imageLabel'] as const satisfies (keyof DecisionFilter)[];
const ID_PATTERN = /^[\w-]{1,64}$/;

/** URL parameter of the open decisions dialog, so that a reload keeps the dialog and Back closes it. */
export const decisionFilterParam: Param<DecisionFilter | null> = {
  initial: null,
  read: (text) => {
    const values = text.split('~');
    const parsedEntries = ENCODED_FIELDS.flatMap((field, index) => {
      const value = values[index] ?? '';
      return ID_PATTERN.test(value) ? [[field, value] as const] : [];
    });
    return values.length === ENCODED_FIELDS.length && parsedEntries.length > 0
      ? (Object.fromEntries(parsedEntries) as DecisionFilter)
      : undefined;
  },
  write: (filter) => (filter ? ENCODED_FIELDS.map((field) => filter[field] ?? '').join('~') : ''),
};

/** URL parameter of the threshold slider, from 0 to 1. `null` means the threshold of the model. */
export const thresholdParam: Param<number | null> = {
  initial: null,
  read: (text) => (/^(0|1|0\.\d{1,4})$/.test(text) ? Number(text) : undefined),
  write: (value) => (value === null ? '' : String(value)),
  typed: true,
};
