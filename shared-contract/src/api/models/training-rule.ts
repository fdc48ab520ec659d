import { z } from 'zod';
import { defineCalls } from '../base/core';
import { ModelDomain } from './prediction-runs';
import { Id, Timestamp, UserReference, WorkspaceBody, WorkspaceQuery } from '../base/primitives';

/**
 * Rule for putting a newly trained model into use. `newest`: always. `manual`: a user decides. `better`: if it is better than the current
 * model on the TEST images. `not_worse`: unless it is worse than the current model on the TEST images.
 */
export const Promotion = z.enum(['newest', 'manual', 'better', 'not_worse']);
export type Promotion = z.output<typeof Promotion>;

const ruleFields = {
  promotion: Promotion,
  /** Whether a training starts when a job is complete. */
  after_job: z.boolean(),
  /** Number of newly verified images after which a training starts. Null: verified images do not start a training. */
  every_pictures: z.number().int().min(1).max(1_000_000).nullable(),
  schedule: z.enum(['daily', 'weekly']).nullable(),
};

/**
 * When a task is trained automatically, and which of its models is used. A training needs images that were verified after the last
 * training, and annotations that have changed since the last training.
 */
export const TrainingRule = z.object({
  ...ruleFields,
  /** The user who saved the rule and gets the notices. Null if there is no rule. */
  user: UserReference.nullable(),
  /** When the task was last trained. */
  last_training: Timestamp.nullable(),
  /** Number of training images that were verified after the last training. */
  new_pictures: z.number().int(),
});
export type TrainingRule = z.output<typeof TrainingRule>;

const reference = { domain: ModelDomain, task: Id };

export const trainingRuleCalls = defineCalls({
  'GET /annotate/v2/training-rule/': {
    coversWorkspace: true,
    summary: 'When a task is trained automatically, and which model is used',
    service: 'annotate',
    query: z.object({ ...WorkspaceQuery, ...reference }),
    response: TrainingRule,
  },
  'PUT /annotate/v2/training-rule/': {
    permission: 'train',
    coversWorkspace: true,
    summary: 'Set when a task is trained automatically, and which model is used',
    service: 'annotate',
    body: z.object({ ...reference, ...ruleFields, ...WorkspaceBody }),
    response: TrainingRule,
  },
});
