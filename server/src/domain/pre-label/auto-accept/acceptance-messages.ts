import type { AcceptanceProblem } from '@console/shared-contract/api';

/** Text about predictions that are accepted without a review. */
export const acceptanceMessages = {
  jobName: (model: number, task: string) => `Audit of model ${model}: ${task}`,
  instructions: (task: string) =>
    `Annotate each image completely for the task “${task}”. Your work shows how often the predictions of a model are wrong.`,
  problems: {
    few_references: 'Too few verified images show how reliable the model is.',
    none_qualified: 'The model is not certain enough about any of these images.',
    few_qualified: 'Fewer images qualify than the audit needs.',
    audit_open: 'Annotate the images of the previous audit first.',
    audit_failed: 'The audit does not confirm that the error is at most the target.',
  } satisfies Record<AcceptanceProblem, string>,
  noUser: 'The user who started it has been deleted.',
  unsupported: 'Only detection tasks and recognition tasks with one label per image support it.',
} as const;
