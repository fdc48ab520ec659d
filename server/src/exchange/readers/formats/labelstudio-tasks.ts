import { z } from 'zod';
import type { DeclaredFact } from '@console/shared-contract/api';
import { declareFact } from '../reader/declared-facts';
import { getFileName, isImageFile } from '../reader/file-set';
import { isUrl, toUrlPath } from '../reader/url-paths';

const UserReference = z
  .union([z.string(), z.number(), z.looseObject({})])
  .nullish()
  .catch(undefined);
const Time = z.string().nullish().catch(undefined);
const Review = z.looseObject({ accepted: z.boolean().nullish(), created_by: UserReference, created_at: Time });

const Annotation = z.looseObject({
  completed_by: UserReference,
  last_created_by: UserReference,
  updated_by: UserReference,
  created_at: Time,
  updated_at: Time,
  lead_time: z.number().nullish().catch(undefined),
  reviews: z.array(Review).nullish().catch(undefined),
  was_cancelled: z.boolean().nullish(),
  ground_truth: z.boolean().nullish(),
  result: z
    .array(z.unknown())
    .nullish()
    .transform((result) => result ?? []),
});
export type Annotation = z.output<typeof Annotation>;

/** A task of a Label Studio export. Versions before 1.0 call annotations completions. */
export const LabelStudioTask = z.looseObject({
  data: z.looseObject({}),
  file_upload: z.string().nullish(),
  annotations: z.array(Annotation).optional(),
  completions: z.array(Annotation).optional(),
  predictions: z.array(z.unknown()).nullish(),
  drafts: z.array(z.unknown()).nullish(),
  created_at: Time,
  updated_at: Time,
  updated_by: UserReference,
});
export type LabelStudioTask = z.output<typeof LabelStudioTask>;

/** Creates the facts about a task: who annotated it, and when. Accepted reviews are verifications. */
export function declareTaskFacts(task: LabelStudioTask, annotation: Partial<Annotation> = {}): DeclaredFact[] {
  const author = annotation.completed_by ?? annotation.last_created_by;
  const changedAt = annotation.updated_at ?? task.updated_at;
  const acceptedReviews = (annotation.reviews ?? []).filter((review) => review.accepted);
  return [
    ...declareFact('annotated', { by: author, at: annotation.created_at, seconds: annotation.lead_time }),
    ...(isSameSecond(changedAt, annotation.created_at ?? task.created_at)
      ? []
      : declareFact('changed', { by: annotation.updated_by ?? task.updated_by, at: changedAt })),
    ...acceptedReviews.flatMap((review) => declareFact('verified', { by: review.created_by, at: review.created_at })),
    ...declareFact('created', { at: task.created_at }),
  ];
}

/**
 * Label Studio sets the update time of every new annotation, some microseconds after its creation time. Times in the same second therefore
 * mean that nothing was updated.
 */
const isSameSecond = (a: string | null | undefined, b: string | null | undefined) => a?.slice(0, 19) === b?.slice(0, 19);

interface TaskImage {
  /** A path, or the URL of an image on a server or in a bucket. */
  name: string;
  /** The field of the data that names the image. */
  field: string | null;
}

/**
 * Finds the image of a task. If `file_upload` is a list of URLs instead of the image, the data names the image. Returns null if
 * there is no image.
 */
export function findImage({ data, file_upload }: LabelStudioTask): TaskImage | 'several' | null {
  const imageFields = Object.entries(data).filter(([, value]) => isImageUrl(value));
  const [field = null, url] = Object.entries(data).find(([name]) => name === 'image') ?? imageFields[0] ?? [];
  if (field !== 'image' && (imageFields.length > 1 || Object.values(data).some(hasImageList))) return 'several';
  if (file_upload != null && isImageUrl(file_upload)) return { name: removeUploadPrefix(toUrlPath(file_upload)), field };
  if (typeof url !== 'string' || url === '') return null;
  const path = toUrlPath(url);
  if (path.includes('data/upload/')) return { name: removeUploadPrefix(path), field };
  return { name: isUrl(url) ? url : path, field };
}

const isImageUrl = (value: unknown): value is string => typeof value === 'string' && isImageFile({ path: toUrlPath(value) });

/** Whether a value is a list of image URLs, or a list of objects that contain image URLs. */
const hasImageList = (value: unknown) =>
  Array.isArray(value) &&
  value.some(
    (element) =>
      isImageUrl(element) || (typeof element === 'object' && element !== null && Object.values(element).some(isImageUrl)),
  );

/** Removes eight hex digits and a hyphen, which Label Studio puts before the names of uploads. */
const removeUploadPrefix = (path: string) => getFileName(path).replace(/^[0-9a-f]{8}-/, '');

/**
 * Converts a task of the format JSON-MIN, which has its data and results in one object, to the format JSON. Other values stay unchanged. A
 * single choice is not distinguishable from data, so it stays data.
 */
export function convertJsonMinTask(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'data' in value) return value;
  const [taskData, results]: [Record<string, unknown>, object[]] = [{}, []];
  for (const [name, field] of Object.entries(value)) {
    const fieldResults = (Array.isArray(field) ? field : [field]).map(convertJsonMinResult);
    if (fieldResults.length > 0 && fieldResults.every((result) => result !== null))
      for (const result of fieldResults) results.push(result);
    else taskData[name] = field;
  }
  const { id, annotation_id, annotator, created_at, updated_at, lead_time, ...others } = taskData;
  const hasImage = Object.entries(taskData).some(([name, field]) => name === 'image' || isImageUrl(field));
  const annotation = { id: annotation_id, completed_by: annotator, created_at, updated_at, lead_time, result: results };
  return hasImage ? { id, data: others, annotations: [annotation] } : value;
}

/** Converts a result. In JSON-MIN, the type of a result is the name of the field with its classes. */
function convertJsonMinResult(value: unknown): object | null {
  if (typeof value !== 'object' || value === null) return null;
  const type = Object.keys(value).find((name) => /^(choices|\w+labels)$/.test(name));
  if (type === undefined) return null;
  const { original_width, original_height, image_rotation } = value as Record<string, unknown>;
  return { type, value, original_width, original_height, image_rotation };
}
