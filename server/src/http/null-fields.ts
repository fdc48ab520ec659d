import { getItemSchema, parseEachItem, type HttpMethod } from '@console/shared-contract/api';
import { z } from 'zod';

/**
 * A body's schema that also takes null for its optional fields, at any depth, and reads it as 'not given': existing
 * clients send every field of a row. Where a change's schema is nullable, null stays a value, for it clears the field; a
 * POST has nothing to clear in an optional field. Both the validation and the OpenAPI document are made of the result.
 */
export function nullAsNotGiven(schema: z.ZodType, method: HttpMethod): z.ZodType {
  return rewrite(schema, method !== 'POST');
}

/** zod's own description of a schema, as far as the walk needs it. */
interface Def {
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  element?: z.ZodType;
  options?: z.ZodType[];
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
}

function rewrite(schema: z.ZodType, nullClears: boolean): z.ZodType {
  const def = schema.def as unknown as Def;
  const again = (part: z.ZodType) => rewrite(part, nullClears);
  const item = getItemSchema(schema);
  if (item) return parseEachItem(again(item));
  if (schema instanceof z.ZodObject) {
    // A strict object is the filter of 'all matching': a null in it could only make it match more than was meant.
    if (schema.def.catchall instanceof z.ZodNever) return schema;
    const fields = Object.entries(schema.def.shape as Record<string, z.ZodType>);
    const shape = Object.fromEntries(fields.map(([name, field]) => [name, optionalField(again(field), nullClears)]));
    return withDef(schema, { shape });
  }
  if (def.element) return withDef(schema, { element: again(def.element) });
  if (def.options) return withDef(schema, { options: def.options.map(again) });
  if (def.innerType) return withDef(schema, { innerType: again(def.innerType) });
  if (def.in && def.out) return withDef(schema, { in: again(def.in), out: again(def.out) });
  return schema;
}

function optionalField(field: z.ZodType, nullClears: boolean): z.ZodType {
  if (field instanceof z.ZodDefault) {
    const value: unknown = field.def.defaultValue;
    const taking = z.nullable(field.unwrap()).default(value);
    return taking.transform((sent) => sent ?? value);
  }
  if (!(field instanceof z.ZodOptional)) return field;
  if (nullClears && isNullable(field)) return field;
  return field.nullable().transform((sent) => sent ?? undefined);
}

/** The contract says null in so many words; that JSON of any kind may be null does not count. */
function isNullable(field: z.ZodType): boolean {
  if (field instanceof z.ZodNullable) return true;
  const { innerType } = field.def as unknown as Def;
  return innerType !== undefined && isNullable(innerType);
}

/** The checks and refinements of a schema are in its definition, so they stay. */
function withDef(schema: z.ZodType, parts: Def): z.ZodType {
  return schema.clone({ ...schema.def, ...parts } as typeof schema.def);
}
