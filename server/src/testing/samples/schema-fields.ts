import { apiCalls, CollectionId, getItemSchema, type ApiCallKey, type CallSpec } from '@console/shared-contract/api';
import type { z } from 'zod';

/** A field of a request. In its path, `*` means every item of a list. */
export interface Field {
  part: 'query' | 'body';
  path: string[];
  /** Whether it contains the id of a row: a UUID, or the integer id of a collection. */
  isId: boolean;
}

/** An optional field of a body. */
export interface OptionalField {
  path: string[];
  nullable: boolean;
}

/** The parts of zod's internal schema definition that this file needs. */
interface SchemaDefinition {
  type: string;
  format?: string;
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  element?: z.ZodType;
  options?: z.ZodType[];
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
}

const getDefinition = (schema: z.ZodType) => schema.def as unknown as SchemaDefinition;

/** Lists all fields of a call's query and body, derived from its schemas. Ids in paths are not included. */
export function listFields(key: ApiCallKey): Field[] {
  const spec: CallSpec = apiCalls[key];
  return (['query', 'body'] as const).flatMap((part) => {
    const schema = spec[part];
    if (!schema) return [];
    const fields = new Map<string, Field>();
    for (const { path, isId } of listLeaves(schema, [])) {
      const name = path.join('.');
      fields.set(name, { part, path, isId: isId || fields.get(name)?.isId === true });
    }
    return [...fields.values()].filter((field) => field.path.length > 0);
  });
}

/** Lists all optional fields of a call's body at any depth, except in strict objects, which do not accept null. */
export function listOptionalFields(key: ApiCallKey): OptionalField[] {
  const spec: CallSpec = apiCalls[key];
  return spec.body ? collectOptionalFields(spec.body, []) : [];
}

/**
 * Returns a function that selects some calls for a field that many calls have, such as `workspace`: the first and every 32nd.
 * This is enough, because all calls validate the field with the same parser. `npm run soak -- input` selects all calls, which takes
 * minutes.
 */
export function createFieldSelection(): (name: string) => boolean {
  const counts = new Map<string, number>();
  return (name) => {
    if (process.env.LONG) return true;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return count % 32 === 0;
  };
}

function collectOptionalFields(schema: z.ZodType, path: string[]): OptionalField[] {
  const itemSchema = getItemSchema(schema);
  if (itemSchema) return collectOptionalFields(itemSchema, path);
  const definition = getDefinition(schema);
  if (definition.shape) {
    if (definition.catchall && getDefinition(definition.catchall).type === 'never') return [];
    return Object.entries(definition.shape).flatMap(([name, field]) => {
      const fieldPath = [...path, name];
      const wrappers = listWrappers(field);
      const isOptional = wrappers.includes('optional') || wrappers.includes('default');
      return [
        ...(isOptional ? [{ path: fieldPath, nullable: wrappers.includes('nullable') }] : []),
        ...collectOptionalFields(field, fieldPath),
      ];
    });
  }
  if (definition.element) return collectOptionalFields(definition.element, [...path, '*']);
  return [definition.innerType, definition.in, ...(definition.options ?? [])].flatMap((part) =>
    part ? collectOptionalFields(part, path) : [],
  );
}

function listWrappers(schema: z.ZodType): string[] {
  const { type, innerType } = getDefinition(schema);
  return innerType ? [type, ...listWrappers(innerType)] : [];
}

function listLeaves(schema: z.ZodType, path: string[]): { path: string[]; isId: boolean }[] {
  const itemSchema = getItemSchema(schema);
  if (itemSchema) return listLeaves(itemSchema, path);
  const definition = getDefinition(schema);
  if (schema === CollectionId) return [{ path, isId: true }];
  if (definition.shape) return Object.entries(definition.shape).flatMap(([name, child]) => listLeaves(child, [...path, name]));
  if (definition.element) return [{ path, isId: false }, ...listLeaves(definition.element, [...path, '*'])];
  if (definition.options) return definition.options.flatMap((option) => listLeaves(option, path));
  if (definition.innerType) return listLeaves(definition.innerType, path);
  if (definition.type === 'pipe' && definition.in && definition.out) {
    // One side is a transformation without field information: for ids, one side converts to lower case, and the other side validates.
    return [definition.in, definition.out]
      .filter((side) => getDefinition(side).type !== 'transform')
      .flatMap((side) => listLeaves(side, path));
  }
  return [{ path, isId: definition.format === 'uuid' || definition.format === 'guid' }];
}
