import { z } from 'zod';
import { defineCalls } from '../base/core';
import { ImageFilter } from '../images/image-filters';
import { Id, Ids, WorkspaceBody, WorkspaceOnlyQuery } from '../base/primitives';
import { Work } from '../operations/work';

/** Maximum number of images of one call. Their annotations are added in one transaction, so that undo removes all of them. */
export const MAX_PRE_LABELLED_IMAGES = 5_000;

const PreLabelBody = z
  .object({
    /**
     * `count`: returns how many annotations the stored predictions would add. `predict`: predicts images that have no predictions yet, as
     * background work. `add`: also adds the predictions as annotations, in one change that can be undone.
     */
    mode: z.enum(['count', 'predict', 'add']).default('count'),
    images: Ids.optional(),
    /** Selects all matching images. */
    filter: ImageFilter.optional(),
    /** Minimum probability by the id of the label. Default: the threshold that the model recommends. */
    thresholds: z.record(z.string(), z.number().min(0).max(1)).default({}),
    /**
     * If set, predictions are accepted without a review. The value is the maximum expected ratio of accepted images with an error.
     * Only images whose prediction is certain enough get annotations and count as verified by the model. A random sample of the images
     * becomes an audit job, in which users annotate without seeing predictions. Only for detection tasks, and for recognition tasks with
     * one label per image.
     */
    target_error: z.number().min(0.01).max(0.5).optional(),
    ...WorkspaceBody,
  })
  .refine(({ images, filter }) => (images === undefined) !== (filter === undefined), 'needs one of: images, filter');
export type PreLabelBody = z.output<typeof PreLabelBody>;

/**
 * Why no predictions are accepted. `few_references`: users have verified too few images that the model was not trained on.
 * `none_qualified`: no prediction is certain enough. `few_qualified`: fewer images qualify than the audit needs to confirm the target.
 * `audit_open`, `audit_failed`: the audit of earlier acceptances is incomplete, or does not confirm the target.
 */
export const AcceptanceProblem = z.enum(['few_references', 'none_qualified', 'few_qualified', 'audit_open', 'audit_failed']);
export type AcceptanceProblem = z.output<typeof AcceptanceProblem>;

/** Preview of how many images would be accepted without a review. */
export const AcceptancePreview = z.object({
  /** Number of verified images that are used to calibrate the model's confidence. */
  references: z.number().int(),
  accepted: z.number().int(),
  /** Number of additional images for the audit, which users annotate without seeing the predictions. */
  audited: z.number().int(),
  /** Expected ratio of accepted images with an error. Null if no image qualifies. */
  expected_error: z.number().nullable(),
  problem: AcceptanceProblem.nullable(),
});
export type AcceptancePreview = z.output<typeof AcceptancePreview>;

/** Annotations that a model would add to the selected images. Verified images, and images that users annotate independently, are skipped. */
export const PreLabelPreview = z.object({
  /** Number of selected images. */
  matched: z.number().int(),
  /** Number of the selected images that can get annotations of the model. */
  images: z.number().int(),
  /** Number of images without a prediction of the current model. The counts in `labels` do not include these images. */
  unpredicted: z.number().int(),
  /** Labels of the task. `threshold` is the threshold in use, `count` the number of annotations to add. */
  labels: z.array(
    z.object({ id: Id, name: z.string(), threshold: z.number(), recommended: z.number(), count: z.number().int() }),
  ),
  /** Only with `target_error` and `count`. */
  acceptance: AcceptancePreview.optional(),
  /** Only with `predict` and `add`. */
  work: Work.nullable(),
});
export type PreLabelPreview = z.output<typeof PreLabelPreview>;

/** The images that were accepted without a review, and their audit. */
export const Acceptance = z.object({
  /** Number of accepted images that no user has verified yet. */
  images: z.number().int(),
  /** The `target_error` of the newest acceptance. */
  target_error: z.number(),
  expected_error: z.number(),
  /** Id of the image job of the newest audit. */
  job: Id,
  audited: z.number().int(),
  errors: z.number().int(),
  /** Number of images of the audit that nobody has annotated yet. */
  pending: z.number().int(),
  /** Upper bound of the error with 95 % confidence. The bound stays valid however often it is checked during the audit. */
  error_bound: z.number(),
});
export type Acceptance = z.output<typeof Acceptance>;

/** What users did with the annotations that the models of a task created. */
export const PreLabelEffort = z.object({
  /** Models with annotations, newest first. */
  models: z.array(
    z.object({
      model: Id,
      /** Number of the model within its task, starting with 1. */
      number: z.number().int(),
      /** Number of annotations that no user has changed or verified. */
      unreviewed: z.number().int(),
      /**
       * Number of annotations that users accepted. They verified the image without a change, or confirmed the annotation by independent work
       * or by setting the same label.
       */
      accepted: z.number().int(),
      corrected: z.number().int(),
      deleted: z.number().int(),
      /** Number of annotations of the task that users later added to the same images. */
      added: z.number().int(),
      /** Missing if no predictions were accepted without a review. */
      acceptance: Acceptance.optional(),
    }),
  ),
});
export type PreLabelEffort = z.output<typeof PreLabelEffort>;

const effort = {
  query: WorkspaceOnlyQuery,
  response: PreLabelEffort,
  coversWorkspace: true as const,
  summary: 'How many annotations of each model users accepted, corrected, deleted or had to add',
};

const preLabel = {
  permission: 'manage' as const,
  body: PreLabelBody,
  response: PreLabelPreview,
  summary: 'Add the predictions of the active model to many images, or count what it would add',
};

export const preLabelCalls = defineCalls({
  'POST /recognition/v2/task/{id}/pre-label': { ...preLabel, service: 'recognition' },
  'POST /detection/v2/task/{id}/pre-label': { ...preLabel, service: 'custom-object-detection' },
  'POST /segmentation/v2/task/{id}/pre-label': { ...preLabel, service: 'custom-segmentation' },
  'GET /recognition/v2/task/{id}/pre-label': { ...effort, service: 'recognition' },
  'GET /detection/v2/task/{id}/pre-label': { ...effort, service: 'custom-object-detection' },
  'GET /segmentation/v2/task/{id}/pre-label': { ...effort, service: 'custom-segmentation' },
});
