import { z } from 'zod';
import { BULK_LIMIT } from '../limits';
import { ExpectedVersion, Id, Text, WorkspaceBody } from './primitives';

/** An item as it was read: what a single call would validate, or the field that is wrong with it. */
export type ParsedItem<Item> = { item: Item } | { field: string; message: string };

const itemSchemas = new WeakMap<z.ZodType, z.ZodType>();

/** The schema by which a list's items are read one by one; undefined for any other schema. */
export function getItemSchema(schema: z.ZodType): z.ZodType | undefined {
  return itemSchemas.get(schema);
}

/** Reads each item on its own: one that is none is that item's own error and not the whole call's. */
export function parseEachItem<T extends z.ZodType>(schema: T): z.ZodType<ParsedItem<z.output<T>>, z.input<T>> {
  const { $schema: _, ...description } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const own = z
    .unknown()
    .transform((value): ParsedItem<z.output<T>> => {
      const read = schema.safeParse(value);
      if (read.success) return { item: read.data };
      const [first] = read.error.issues;
      return { field: first?.path.join('.') || 'items', message: first?.message ?? 'cannot be read' };
    })
    .meta(description);
  itemSchemas.set(own, schema);
  return own as unknown as z.ZodType<ParsedItem<z.output<T>>, z.input<T>>;
}

/**
 * The Idempotency-Key of one item: what has been answered under it before, by a single call too, is answered again. So a
 * client that goes back to single calls makes no second row.
 */
const ItemKey = { key: Text(255).min(1).optional() };

/**
 * The body of a bulk call on shapes. Items may name rows of several workspaces; each row's own decides, as in a single
 * call. A row may be named by one item only: what follows another write of it goes into a later call.
 */
export function defineBulkBody<C extends z.ZodRawShape, E extends z.ZodRawShape>(create: C, change: E) {
  const item = z.discriminatedUnion('op', [
    z.object({ op: z.literal('create'), ...create, ...ItemKey }),
    z.object({ op: z.literal('change'), id: Id, ...change, ...ExpectedVersion }),
    z.object({ op: z.literal('delete'), id: Id }),
    /** Puts back what was deleted in the last 30 days, with all that hung on it and is still there. */
    z.object({ op: z.literal('restore'), id: Id, ...ItemKey }),
  ]);
  const items = z
    .array(parseEachItem(item))
    .min(1, 'has no item')
    .max(BULK_LIMIT, `has more than ${BULK_LIMIT.toLocaleString('en')} items`);
  return z.object({ items, ...WorkspaceBody });
}

/** What a single call would have been answered, and nothing of the item was done. */
export const BulkItemError = z.object({ status: z.number().int().min(400).max(499), detail: z.string() }).loose();
export type BulkItemError = z.output<typeof BulkItemError>;

/** One result an item, in their order. 201 is created, 200 changed or restored, 204 deleted. */
export function defineBulkResponse<T extends z.ZodType>(row: T) {
  const result = z.union([
    z.object({ status: z.union([z.literal(200), z.literal(201)]), row }),
    z.object({ status: z.literal(204), row: z.null() }),
    BulkItemError,
  ]);
  return z.object({ results: z.array(result) });
}
