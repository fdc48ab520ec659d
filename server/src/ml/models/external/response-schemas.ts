import { Id, ModelScores, TrainingProgress, TrainStatus } from '@console/shared-contract/api';
import { z } from 'zod';
import type { NamedLabel } from '../model/back-end';

// The responses of a model server (docs/model-server.md). The console's server parses them, and `npm run conformance` checks them.

/** Maximum size of a JSON response in bytes. */
export const MAX_RESPONSE_BYTES = 20_000_000;
/** Maximum size of a model file in bytes. */
export const MAX_MODEL_BYTES = 2_000_000_000;

const Probability = z.number().min(0).max(1);
const Label = z.object({ id: Id, prob: Probability });
const Coordinate = z.number().min(-1e6).max(1e6);
const BoundBox = z
  .array(Coordinate)
  .length(4)
  .refine(([x1 = 0, y1 = 0, x2 = 0, y2 = 0]) => x1 < x2 && y1 < y2, 'has no area');
/** An outline with at least three corners: x, y, x, y ... */
const Outline = z
  .array(Coordinate)
  .min(6)
  .max(20_000)
  .refine((points) => points.length % 2 === 0, 'has an odd number of coordinates');
/** x, y and confidence of each point of a skeleton. */
const Points = z.array(z.tuple([Coordinate, Coordinate, Probability]));
const createRecordsSchema = <T extends z.ZodType>(item: T) => z.object({ records: z.array(item) });
/** A record whose image could not be read. It contains only an error status. */
const UnreadableRecord = z.object({ _status: z.object({ code: z.number().min(400) }) }).transform(() => null);
const createResultsSchema = <T extends z.ZodType>(item: T) => createRecordsSchema(z.union([UnreadableRecord, item]));

/** The optional fields of a state. The conformance check requires them to be valid. */
export const StateDetails = z.object({ progress: TrainingProgress.nullish(), scores: ModelScores.nullish() });
export const StateResponse = z.object({
  train_status: TrainStatus,
  error: z.string().max(2000).nullish(),
  map: Probability.nullish(),
  // A server may use these names for fields with another meaning, so invalid values do not fail the training.
  progress: StateDetails.shape.progress.catch(null),
  scores: StateDetails.shape.scores.catch(null),
});
export const ErrorResponse = z.object({ detail: z.string().min(1).max(500) });
export const ClassifyResponse = createResultsSchema(
  z.object({ labels: z.array(Label.extend({ value: z.number().nullish(), deviation: z.number().min(0).nullish() })) }),
);
/**
 * Creates the schema of detections. If the label has a skeleton template, an object with `points` is a skeleton. For other labels
 * `points` is ignored, so that a server may use this name for a field of its own.
 */
export function createDetectResponse(labels: readonly NamedLabel[]) {
  const pointCounts = new Map(labels.map(({ id, skeleton }) => [id, skeleton?.points.length]));
  const Detection = Label.extend({ bound_box: BoundBox, points: z.unknown().optional() }).transform(
    ({ points, ...object }, context) => {
      const pointCount = pointCounts.get(object.id);
      if (pointCount === undefined || points === undefined || points === null) return object;
      const result = Points.length(pointCount, `must have ${pointCount} points, as the template`).safeParse(points);
      if (result.success) return { ...object, points: result.data };
      for (const { path, message } of result.error.issues)
        context.addIssue({ code: 'custom', path: ['points', ...path], message });
      return z.NEVER;
    },
  );
  return createResultsSchema(z.object({ _objects: z.array(Detection) }));
}
export const SegmentResponse = createResultsSchema(
  z.object({ _objects: z.array(Label.extend({ bound_box: BoundBox, polygon: Outline })) }),
);
export const DescriptorResponse = createResultsSchema(z.object({ descriptor: z.array(z.number()).min(1) }));
export const FlowResponse = createResultsSchema(z.record(z.string(), z.unknown()));

/** Returns the content type of a model file if it is supported, otherwise null. */
export function parseFileType(contentType: string | null): 'application/zip' | 'application/octet-stream' | null {
  const [type = ''] = (contentType ?? '').split(';');
  const mediaType = type.trim().toLowerCase();
  return mediaType === 'application/zip' || mediaType === 'application/octet-stream' ? mediaType : null;
}
/** Response statuses of a server that provides no file for a model. */
export const NO_FILE_STATUSES: readonly number[] = [404, 405, 410, 501];
