import type { DetectionLabel } from '@console/shared-contract/api';
import type { Label, LabelSet } from '../../editor';

interface ShapeLabels extends LabelSet {
  readonly object: readonly (Label & Pick<DetectionLabel, 'recognition_tasks'>)[];
}

/** Marks the detection labels whose recognition tasks belong to the job. Lists show marked labels first, but all labels can be chosen. */
export function markJobLabels(labels: ShapeLabels, jobTasks: readonly string[]): LabelSet {
  if (jobTasks.length === 0) return labels;
  const object = labels.object.map((label) => ({
    ...label,
    isOfJob: label.recognition_tasks.some((task) => jobTasks.includes(task)),
  }));
  return { ...labels, object };
}
