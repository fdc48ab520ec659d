import { Id, TrainStatus } from '@console/shared-contract/api';
import { z } from 'zod';

// What a model server answers with, as docs/model-server.md says it: taken by the server, and checked by `npm run conformance`.

/** Bytes of one answer that is JSON. */
export const LARGEST_ANSWER = 20_000_000;
/** Bytes of a model's file. */
export const LARGEST_MODEL = 2_000_000_000;

const Probability = z.number().min(0).max(1);
const Label = z.object({ id: Id, prob: Probability });
const BoundBox = z
  .array(z.number().min(-1e6).max(1e6))
  .length(4)
  .refine(([x1 = 0, y1 = 0, x2 = 0, y2 = 0]) => x1 < x2 && y1 < y2, 'has no area');
/** At least three corners, as x, y, x, y ... */
const Outline = z
  .array(z.number().min(-1e6).max(1e6))
  .min(6)
  .max(20_000)
  .refine((points) => points.length % 2 === 0, 'has half a corner');
const recordsOf = <T extends z.ZodType>(item: T) => z.object({ records: z.array(item) });
/** A record whose picture could not be read says so in its own status, and says nothing else. */
const Unread = z.object({ _status: z.object({ code: z.number().min(400) }) }).transform(() => null);
const saidOf = <T extends z.ZodType>(item: T) => recordsOf(z.union([Unread, item]));

export const State = z.object({ train_status: TrainStatus, error: z.string().max(2000).nullish(), map: Probability.nullish() });
export const Refusal = z.object({ detail: z.string().min(1).max(500) });
export const Classified = saidOf(
  z.object({ labels: z.array(Label.extend({ value: z.number().nullish(), deviation: z.number().min(0).nullish() })) }),
);
export const Detected = saidOf(z.object({ _objects: z.array(Label.extend({ bound_box: BoundBox })) }));
export const Segmented = saidOf(z.object({ _objects: z.array(Label.extend({ bound_box: BoundBox, polygon: Outline })) }));
export const Described = saidOf(z.object({ descriptor: z.array(z.number()).min(1) }));
export const Processed = saidOf(z.record(z.string(), z.unknown()));

/** How a file of a model is kept, by the type that the answer names; null for what is none. */
export function fileTypeOf(contentType: string | null): 'application/zip' | 'application/octet-stream' | null {
  const [type = ''] = (contentType ?? '').split(';');
  const known = type.trim().toLowerCase();
  return known === 'application/zip' || known === 'application/octet-stream' ? known : null;
}
/** Statuses by which a server says that it gives no file of this model. */
export const GIVES_NO_FILE: readonly number[] = [404, 405, 410, 501];
