import type { OfferedLabel } from './rules';
import type { Labelling } from './use-labelling';

/** Removes the label if it is attached, and otherwise adds it. Does nothing while the attached labels are loading. */
export function toggleLabel({ currentLabels, remove, add }: Labelling, label: OfferedLabel): void {
  const currentLabel = currentLabels?.find(({ id }) => id === label.id);
  if (currentLabel) remove(currentLabel);
  else add({ label });
}
