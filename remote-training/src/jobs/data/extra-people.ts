import type { JobWithType } from '@console/shared-contract/api';

/** Values of the form about further annotators. Only for image jobs. */
export interface ExtraPeople {
  /** Percentage of agreement below which another user annotates an item; 0 for none. */
  extra_threshold: number;
  /** Maximum number of users of an item. */
  max_people: number;
}

const DEFAULT_MAX_PEOPLE = 3;
export const NO_EXTRA_PEOPLE: ExtraPeople = { extra_threshold: 0, max_people: DEFAULT_MAX_PEOPLE };

export const toExtraPeople = ({ extra_threshold, max_people, todo_number }: JobWithType): ExtraPeople => ({
  extra_threshold: extra_threshold ?? 0,
  max_people: max_people ?? Math.max(DEFAULT_MAX_PEOPLE, Math.min(4, todo_number + 1)),
});

/** Fields of the call. Without a threshold, they are sent only to remove the current one, because older servers do not have them. */
export function toExtraPeopleFields(
  { type, extra_threshold, max_people }: ExtraPeople & Pick<JobWithType, 'type'>,
  current?: JobWithType,
) {
  if (type !== 'image') return {};
  if (extra_threshold > 0) return { extra_threshold, max_people };
  return current?.extra_threshold ? { extra_threshold: null, max_people: null } : {};
}
