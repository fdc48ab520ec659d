import { z } from 'zod';
import { BULK_LIMIT } from '../../limits';
import { ExpectedVersion, Id, Text, WorkspaceBody } from './primitives';

/** A parsed item of a bulk call: the valid item, or its invalid field with the reason. */
export type ParsedItem<Item> = { item: Item } | { field: string; message: string };

const itemSchemas = new WeakMap<z.ZodType, z.ZodType>();

/** Returns the item schema of a schema from `parseEachItem`; undefined for any other schema. */
export function getItemSchema(schema: z.ZodType): z.ZodType | undefined {
  return itemSchemas.get(schema);
}

/** Wraps an item schema so that an invalid item becomes an error of this item and does not reject the complete call. */
export function parseEachItem<T extends z.ZodType>(schema: T): z.ZodType<ParsedItem<z.output<T>>, z.input<T>> {
  const itemParser = z.unknown().transform((value): ParsedItem<z.output<T>> => {
    const result = schema.safeParse(value);
    if (result.success) return { item: result.data };
    const [firstIssue] = result.error.issues;
    return { field: firstIssue?.path.join('.') || 'items', message: firstIssue?.message ?? 'cannot be read' };
  });
  // The JSON schema is created only for the OpenAPI document, because this takes longer than loading the rest of this package.
  itemParser._zod.toJSONSchema = () => {
    const { $schema: _, ...description } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return description;
  };
  itemSchemas.set(itemParser, schema);
  return itemParser as unknown as z.ZodType<ParsedItem<z.output<T>>, z.input<T>>;
}

/**
 * The idempotency key of an item. If a single call with this key in the header `Idempotency-Key` repeats the item, the server does not
 * create a second row.
 */
const ItemKey = { key: Text(255).min(1).optional() };

/**
 * Defines the body of a bulk call on shapes. Items may refer to rows of several workspaces; permissions are checked for the workspace of
 * each row. Each row may occur only once per call; a second write of the same row needs another call.
 */
export function defineBulkBody<C extends z.ZodRawShape, E extends z.ZodRawShape>(create: C, change: E) {
  const BulkItem = z.discriminatedUnion('op', [
    z.object({ op: z.literal('create'), ...create, ...ItemKey }),
    z.object({ op: z.literal('change'), id: Id, ...change, ...ExpectedVersion }),
    z.object({ op: z.literal('delete'), id: Id }),
    /** Restores a row that was deleted in the last 30 days, with its dependent rows that still exist. */
    z.object({ op: z.literal('restore'), id: Id, ...ItemKey }),
  ]);
  const items = z
    .array(parseEachItem(BulkItem))
    .min(1, 'has no item')
    .max(BULK_LIMIT, `has more than ${BULK_LIMIT.toLocaleString('en')} items`);
  return z.object({ items, ...WorkspaceBody });
}

/** The same error as in the response of a call for this item alone. The failed item has changed nothing. */
export const BulkItemError = z.object({ status: z.number().int().min(400).max(499), detail: z.string() }).loose();
export type BulkItemError = z.output<typeof BulkItemError>;

/** Defines the response of a bulk call: one result per item, in order. 201: created. 200: changed or restored. 204: deleted. */
export function defineBulkResponse<T extends z.ZodType>(row: T) {
  const itemResponse = z.union([
    z.object({ status: z.union([z.literal(200), z.literal(201)]), row }),
    z.object({ status: z.literal(204), row: z.null() }),
    BulkItemError,
  ]);
  return z.object({ results: z.array(itemResponse) });
}
