import { z } from 'zod';
import { MAX_MASK_COUNTS } from '../../limits';
import { COUNTS_PATTERN } from '../../mask-rle';
import { defineServiceCalls } from '../base/core';
import { ImageInput, ImageRef } from './detection';
import {
  Box,
  Id,
  Json,
  ListQuery,
  Page,
  StoredJson,
  Timestamp,
  toIdOrRow,
  Version,
  WorkspaceOnlyQuery,
  storedPrediction,
} from '../base/primitives';
import { shapeAttributeFields, storedAttributes } from '../shapes/shape-attributes';
import { defineImageDeletion, defineShapeCalls } from '../base/row-calls';
import { ShapeLabel } from '../shapes/shape-label';

/** Pixels as COCO RLE. `size` is `[height, width]` of the upright image, `counts` the compressed run list in column-major order. */
export const MaskData = z.object({
  size: z.array(z.number().int().min(1).max(2_147_483_647)).length(2, 'must be [height, width]'),
  counts: z
    .string()
    .max(MAX_MASK_COUNTS, `has more than ${MAX_MASK_COUNTS.toLocaleString('en')} characters`)
    .regex(COUNTS_PATTERN, 'must be the compressed run list of COCO'),
});
export type MaskData = z.output<typeof MaskData>;

export const Mask = z.object({
  id: Id,
  workspace: Id,
  image: ImageRef,
  segmentation_label: ShapeLabel,
  data: MaskData,
  /** Bounding box `[x1, y1, x2, y2]` in pixels of the upright image. `x2` and `y2` are exclusive. */
  bbox: Box,
  /** Number of pixels of the mask. */
  area: z.number().int(),
  meta_data: StoredJson,
  ...storedAttributes,
  ...storedPrediction,
  created: Timestamp,
  version: Version,
});
export type Mask = z.output<typeof Mask>;

export const maskFields = {
  image: ImageInput,
  segmentation_label: toIdOrRow(Id),
  data: MaskData,
  meta_data: Json.optional(),
  ...shapeAttributeFields,
};

/** Calls for masks. Masks and polygons share the same labels. The server computes `bbox` and `area`. */
export const maskCalls = defineServiceCalls('custom-segmentation', {
  'GET /segmentation/v2/mask/': {
    summary: 'Masks, newest first',
    query: z.object({ ...ListQuery, image: Id.optional(), labels: Id.optional() }),
    response: Page(Mask),
  },
  ...defineShapeCalls('/segmentation/v2/mask', 'a mask', Mask, maskFields),
  'GET /segmentation/v2/mask/{id}': { summary: 'One mask', query: WorkspaceOnlyQuery, response: Mask },
  'DELETE /segmentation/v2/mask/image': defineImageDeletion('Delete all masks of an image'),
});
