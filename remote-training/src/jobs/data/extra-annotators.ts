import type { JobWithType } from '@console/shared-contract/api';

/** Form values that control additional annotators. */
export interface ExtraAnnotators {
  /** Percentage of agreement below which an additional user annotates an item; 0 if there are no additional users. */
  extra_threshold: number;
  /** Maximum number of users who annotate an item. */
  max_people: number;
}

const DEFAULT_MAX_PEOPLE = 3;
export const NO_EXTRA_ANNOTATORS: ExtraAnnotators = { extra_threshold: 0, max_people: DEFAULT_MAX_PEOPLE };

export const toExtraAnnotators = ({ extra_threshold, max_people, todo_number }: JobWithType): ExtraAnnotators => ({
  extra_threshold: extra_threshold ?? 0,
  max_people: max_people ?? Math.max(DEFAULT_MAX_PEOPLE, Math.min(4, todo_number + 1)),
});

/**
 * Returns the fields to send. Older servers do not know these fields, so they are sent only to set a threshold or to remove the
 * current one.
 */
export function toExtraAnnotatorsFields({ extra_threshold, max_people }: ExtraAnnotators, current?: JobWithType) {
  if (extra_threshold > 0) return { extra_threshold, max_people };
  return current?.extra_threshold ? { extra_threshold: null, max_people: null } : {};
}
