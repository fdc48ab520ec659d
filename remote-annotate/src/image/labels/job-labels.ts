import type { DetectionLabel } from '@console/shared-contract/api';
import type { Label, LabelSet } from '../../editor';

interface ShapeLabels extends LabelSet {
  readonly object: readonly (Label & Pick<DetectionLabel, 'recognition_tasks'>)[];
}

/**
 * Marks the detection labels that have recognition tasks of the job. All labels can still be chosen, because labels do not belong to
 * jobs.
 */
export function markJobLabels(labels: ShapeLabels, jobTasks: readonly string[]): LabelSet {
  if (jobTasks.length === 0) return labels;
  const object = labels.object.map((label) => ({
    ...label,
    isOfJob: label.recognition_tasks.some((task) => jobTasks.includes(task)),
  }));
  return { ...labels, object };
}
