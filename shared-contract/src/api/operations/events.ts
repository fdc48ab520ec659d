import { z } from 'zod';
import { Id } from '../base/primitives';

/** Maximum number of ids in one event. `count` also counts the rows whose ids are omitted. */
export const MAX_EVENT_IDS = 1000;

/** The rows that a change concerns, one or many. */
const Rows = z.object({
  count: z.number().int().min(1),
  ids: z.array(Id).min(1).max(MAX_EVENT_IDS),
});

const TrainedModel = z.object({
  domain: z.enum(['recognition', 'detection', 'segmentation']),
  task: Id,
});

/**
 * Kinds of events of a workspace, with the data of each kind. The entity of an event is the row that the event is about: the first word of
 * its name, for example the job. An event about several images has no entity.
 */
export const EVENT_DATA = {
  'image.created': Rows,
  /** Images that got a new verification by the user. */
  'image.verified': Rows,
  'job.completed': z.object({ name: z.string(), type: z.enum(['image', 'similarity']) }),
  /** The entity is the job. */
  'job.item_sent_back': z.object({
    image: Id,
    remark: Id,
    /** The user who must correct the item. */
    author: Id,
  }),
  /** The entity of the events of a training is the model. */
  'training.finished': TrainedModel.extend({ map: z.number().nullable() }),
  'training.failed': TrainedModel.extend({ error: z.string() }),
  'import.finished': z.object({ name: z.string(), state: z.enum(['done', 'failed', 'cancelled']) }),
  /** The files of the export are complete, and their download starts. */
  'export.finished': z.object({ format: z.string() }),
  /** The model has become the active model of its task, which makes the predictions. */
  'model.promoted': TrainedModel,
} as const;

export const EventKind = z.enum(Object.keys(EVENT_DATA) as [keyof typeof EVENT_DATA]);
export type EventKind = z.output<typeof EventKind>;

/** The data of an event of a kind. */
export type EventData<Kind extends EventKind> = z.output<(typeof EVENT_DATA)[Kind]>;
