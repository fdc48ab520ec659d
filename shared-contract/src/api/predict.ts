import { z } from 'zod';
import { MAX_PREDICT_RECORDS } from '../limits';
import { Id, Json, Text, WorkspaceBody } from './primitives';

const PredictedLabel = z.object({ id: Id, name: z.string(), prob: z.number() }).loose();
export const PredictStatus = z.object({ code: z.number().int(), text: z.string() });
/** A picture with whatever comes back with its answer; all but the picture is free JSON. */
export const definePredictRecord = <T extends z.ZodRawShape>(further: T) =>
  z
    .object({ _url: Text(4096).optional(), _base64: z.string().optional(), ...further })
    .loose()
    .superRefine((record, context) => {
      const { _base64, ...rest } = record as Record<string, unknown>;
      const { error } = Json.safeParse(rest);
      if (error) context.addIssue({ code: 'custom', message: error.issues[0]?.message });
    });
/** The least probability that a prediction answers with, where nothing else says it. */
export const DEFAULT_KEEP_PROB = 0.3;
export const PredictBody = z.object({
  records: z
    .array(definePredictRecord({ _objects: z.unknown().optional(), _extract_object: z.boolean().optional() }))
    .min(1)
    .max(MAX_PREDICT_RECORDS, `has more than ${MAX_PREDICT_RECORDS} records`),
  task_id: Id.optional(),
  task: Id.optional(),
  /**
   * What is said with less is left out. Unless sent: what the model was found to be best from, of one that draws and was trained
   * on the server's machine, else `KEEP_PROB`.
   */
  keep_prob: z.number().min(0).max(1).optional(),
  ...WorkspaceBody,
});
export const ClassifyResponse = z.object({
  records: z.array(
    z.object({ _status: PredictStatus, best_label: PredictedLabel.nullable(), labels: z.array(PredictedLabel) }).loose(),
  ),
  status: PredictStatus,
});
