import { z } from 'zod';
import { defineCalls } from '../base/core';
import { ImageInput, ImageRef } from './detection';
import {
  ExpectedVersion,
  Id,
  ListQuery,
  Page,
  PointData,
  storedPrediction,
  Text,
  Timestamp,
  Version,
  WorkspaceBody,
  WorkspaceOnlyQuery,
} from '../base/primitives';
import { defineShapeCalls } from '../base/row-calls';
import { shapeAttributeFields, storedAttributes } from '../shapes/shape-attributes';

export const Point = z.object({
  id: Id,
  workspace: Id,
  image: ImageRef,
  name: z.string(),
  /** `[x, y]` in pixels of the upright image. */
  data: z.array(z.number().int()),
  ...storedAttributes,
  ...storedPrediction,
  created: Timestamp,
  version: Version,
});
export type Point = z.output<typeof Point>;

export const pointFields = { image: ImageInput, name: Text(255).trim(), data: PointData, ...shapeAttributeFields };
const shapeCalls = defineShapeCalls('/annotate/v2/point', 'a point', Point, pointFields);

export const pointCalls = defineCalls({
  'GET /annotate/v2/point/': {
    summary: 'Points, newest first',
    query: z.object({ ...ListQuery, image: Id.optional() }),
    response: Page(Point),
  },
  ...shapeCalls,
  'PUT /annotate/v2/point/{id}/': {
    ...shapeCalls['PUT /annotate/v2/point/{id}/'],
    summary: 'Move a point, or replace its attributes',
  },
  'GET /annotate/v2/point/{id}': { summary: 'One point', query: WorkspaceOnlyQuery, response: Point },
  'PATCH /annotate/v2/point/{id}': {
    permission: 'annotate',
    summary: 'Rename a point',
    body: z.object({
      name: Text(255).trim().optional(),
      data: PointData.optional(),
      ...shapeAttributeFields,
      ...WorkspaceBody,
      ...ExpectedVersion,
    }),
    response: Point,
  },
});
