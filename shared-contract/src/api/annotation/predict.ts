import { z } from 'zod';
import { MAX_PREDICT_RECORDS } from '../../limits';
import { Id, Json, Text, WorkspaceBody } from '../base/primitives';

const PredictedLabel = z.object({ id: Id, name: z.string(), prob: z.number() }).loose();
/** Status of a record or of the complete response. `code` is 200 or the HTTP status of the error. */
export const PredictStatus = z.object({ code: z.number().int(), text: z.string() });
/** Defines the schema of a record with an image to predict. Other fields can be any JSON; the response contains them unchanged. */
export const definePredictRecord = <T extends z.ZodRawShape>(extraFields: T) =>
  z
    .object({ _url: Text(4096).optional(), _base64: z.string().optional(), ...extraFields })
    .loose()
    .superRefine((record, context) => {
      const { _base64, ...recordFields } = record as Record<string, unknown>;
      const { error } = Json.safeParse(recordFields);
      if (error) context.addIssue({ code: 'custom', message: error.issues[0]?.message });
    });
/**
 * Recommended minimum probability of a prediction for each label. The thresholds were chosen on images that were held out at that
 * point; the final model was also trained on these images. Missing in responses of older servers.
 */
export const LabelThresholds = z.array(z.object({ id: Id, threshold: z.number() })).optional();
/** Id of the model that made the predictions. Missing in responses of older servers. */
export const PredictingModel = Id.optional();
export const PredictBody = z.object({
  records: z
    .array(definePredictRecord({ _objects: z.unknown().optional(), _extract_object: z.boolean().optional() }))
    .min(1)
    .max(MAX_PREDICT_RECORDS, `has more than ${MAX_PREDICT_RECORDS} records`),
  task_id: Id.optional(),
  task: Id.optional(),
  /**
   * Minimum probability of returned predictions. Default: the model's threshold of each label if the server has trained the
   * model, otherwise `DEFAULT_KEEP_PROB`.
   */
  keep_prob: z.number().min(0).max(1).optional(),
  ...WorkspaceBody,
});
export const ClassifyResponse = z.object({
  records: z.array(
    z.object({ _status: PredictStatus, best_label: PredictedLabel.nullable(), labels: z.array(PredictedLabel) }).loose(),
  ),
  thresholds: LabelThresholds,
  model: PredictingModel,
  status: PredictStatus,
});
