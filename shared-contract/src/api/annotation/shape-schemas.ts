import { z } from 'zod';
import { Point, pointFields } from './points';
import { DetectionObject, objectFields, skeletonFields } from './detection';
import { Mask, maskCalls, maskFields } from './masks';
import { AnnotationSource, ExpectedVersion, ModelOrigin, WorkspaceBody } from '../base/primitives';
import { Polygon, polygonFields } from './segmentation';
import { Skeleton } from '../shapes/skeleton';

export * from './masks';

/** API calls for kinds of shapes whose calls are in a separate file: currently masks. */
export const shapeCalls = { ...maskCalls };

const rowFields = { id: true, meta_data: true, attributes: true, prediction: true, created: true, version: true } as const;

/** A shape of a layer (the independent work of one annotator on an image). It has the same fields as a row of its kind. */
export const LayerShape = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('object'),
    ...DetectionObject.pick({ ...rowFields, detection_label: true, data: true, rotated_box: true, recognition_labels: true })
      .shape,
  }),
  z.object({ kind: z.literal('polygon'), ...Polygon.pick({ ...rowFields, segmentation_label: true, data: true }).shape }),
  z.object({
    kind: z.literal('point'),
    ...Point.pick({ id: true, name: true, data: true, attributes: true, created: true, version: true }).shape,
  }),
  z.object({ kind: z.literal('skeleton'), ...Skeleton.pick({ ...rowFields, detection_label: true, data: true }).shape }),
  z.object({ kind: z.literal('mask'), ...Mask.pick({ ...rowFields, segmentation_label: true, data: true }).shape }),
]);
export type LayerShape = z.output<typeof LayerShape>;

const writeFields = {
  source: AnnotationSource.optional(),
  prediction: ModelOrigin.optional(),
  ...WorkspaceBody,
  ...ExpectedVersion,
};
const withoutImage = <Fields extends { image: z.ZodType }>({ image: _, ...fields }: Fields): Omit<Fields, 'image'> => fields;

/** Body that replaces all fields of a shape. If an optional field is missing, its stored value is removed. */
export const LayerShapeBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('object'), ...withoutImage(objectFields), ...writeFields }),
  z.object({ kind: z.literal('polygon'), ...withoutImage(polygonFields), ...writeFields }),
  z.object({ kind: z.literal('point'), ...withoutImage(pointFields), ...writeFields }),
  z.object({ kind: z.literal('skeleton'), ...withoutImage(skeletonFields), ...writeFields }),
  z.object({ kind: z.literal('mask'), ...withoutImage(maskFields), ...writeFields }),
]);
export type LayerShapeBody = z.output<typeof LayerShapeBody>;
