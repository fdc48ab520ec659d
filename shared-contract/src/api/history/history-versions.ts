import { z } from 'zod';
import { SHAPE_TABLES } from '../../shape-kinds';
import { storedAttributes } from '../shapes/shape-attributes';
import { defineCalls } from '../base/core';
import { ChangedKind, RestoreResult } from './history';
import { MaskData } from '../annotation/masks';
import { Id, Text, Timestamp, WorkspaceBody, WorkspaceQuery } from '../base/primitives';

const ChangeId = z.number().int();

/** A shape of an image at an earlier time. */
export const VersionShape = z.object({
  kind: z.enum(SHAPE_TABLES),
  id: Id,
  /** The label, which may have been deleted since then. Null for a point. */
  label: Id.nullable(),
  /** The name of a point, otherwise null. */
  name: z.string().nullable(),
  /** Coordinates in pixels of the image, as in the calls of the kind. For a mask, the box around the mask. */
  data: z.array(z.number()),
  /** `[x, y, width, height, angle]` of a rotated object. Otherwise null. */
  rotated_box: z.array(z.number()).nullable(),
  /** Pixels of a mask, otherwise null or missing. */
  mask: MaskData.nullish(),
  ...storedAttributes,
});
export type VersionShape = z.output<typeof VersionShape>;

export const versionCalls = defineCalls({
  'GET /history/v2/image-shapes/': {
    coversWorkspace: true,
    summary: 'The shapes of an image after one of the changes in its history, or before the first one',
    query: z.object({
      ...WorkspaceQuery,
      image: Id,
      /** Id of the last change to include. 0: the state before the first change, for example as imported. */
      change: z.coerce.number().int().nonnegative(),
    }),
    response: z.object({
      /** Time of the change in the query. For the change 0: time of the first change. */
      created: Timestamp,
      shapes: z.array(VersionShape),
    }),
  },
  'POST /history/v2/restore-version': {
    coversWorkspace: true,
    permission: 'annotate',
    summary: 'Undoes all changes of a row, and of the rows that belong to it, after one of its changes',
    body: z.object({
      ...WorkspaceBody,
      kind: ChangedKind,
      subject: Text(80),
      /** Restores only this row and the rows that belong to it, for example one object of an image with its labels. */
      row: Text(80).optional(),
      /** Id of the last change to keep. Later changes are undone. */
      change: ChangeId.nonnegative(),
      /** Whether to also overwrite conflicting changes of other rows and delete rows that are in use. */
      overwrite: z.boolean().default(false),
      /** Only returns what would be undone. */
      dry_run: z.boolean().default(false),
    }),
    response: RestoreResult,
  },
});
