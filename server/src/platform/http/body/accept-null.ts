import { getItemSchema, parseEachItem, type HttpMethod } from '@console/shared-contract/api';
import { z } from 'zod';

/**
 * Returns a body's schema that also accepts null for its optional fields, at any depth, and parses it as a missing field.
 * Existing clients send every field of a row. In a nullable field of a PUT or PATCH, null stays a value that clears the
 * field. The result is used for validation and for the OpenAPI document.
 */
export function acceptNullAsMissing(schema: z.ZodType, method: HttpMethod): z.ZodType {
  return rewriteSchema(schema, method !== 'POST');
}

/** The parts of zod's internal schema definition that `rewriteSchema` needs. */
interface SchemaDefinition {
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  element?: z.ZodType;
  options?: z.ZodType[];
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
}

function rewriteSchema(schema: z.ZodType, isNullClearing: boolean): z.ZodType {
  const definition = schema.def as unknown as SchemaDefinition;
  const rewriteNested = (part: z.ZodType) => rewriteSchema(part, isNullClearing);
  const itemSchema = getItemSchema(schema);
  if (itemSchema) return parseEachItem(rewriteNested(itemSchema));
  if (schema instanceof z.ZodObject) {
    // A strict object is the filter of a call for all matching rows. If a null in a filter were ignored, the call would match more rows
    // than intended.
    if (schema.def.catchall instanceof z.ZodNever) return schema;
    const fields = Object.entries(schema.def.shape as Record<string, z.ZodType>);
    const shape = Object.fromEntries(
      fields.map(([name, field]) => [name, rewriteOptional(rewriteNested(field), isNullClearing)]),
    );
    return replaceDefinition(schema, { shape });
  }
  if (definition.element) return replaceDefinition(schema, { element: rewriteNested(definition.element) });
  if (definition.options) return replaceDefinition(schema, { options: definition.options.map(rewriteNested) });
  if (definition.innerType) return replaceDefinition(schema, { innerType: rewriteNested(definition.innerType) });
  if (definition.in && definition.out)
    return replaceDefinition(schema, { in: rewriteNested(definition.in), out: rewriteNested(definition.out) });
  return schema;
}

function rewriteOptional(field: z.ZodType, isNullClearing: boolean): z.ZodType {
  if (field instanceof z.ZodDefault) {
    const value: unknown = field.def.defaultValue;
    const nullableField = z.nullable(field.unwrap()).default(value);
    return nullableField.transform((input) => input ?? value);
  }
  if (!(field instanceof z.ZodOptional)) return field;
  if (isNullClearing && isNullable(field)) return field;
  return field.nullable().transform((input) => input ?? undefined);
}

/** Whether the contract explicitly allows null. Free JSON, which includes null, does not count. */
function isNullable(field: z.ZodType): boolean {
  if (field instanceof z.ZodNullable) return true;
  const { innerType } = field.def as unknown as SchemaDefinition;
  return innerType !== undefined && isNullable(innerType);
}

/** Clones a schema with changed parts. Checks and refinements belong to the definition and are retained. */
function replaceDefinition(schema: z.ZodType, parts: SchemaDefinition): z.ZodType {
  return schema.clone({ ...schema.def, ...parts } as typeof schema.def);
}
