import { apiCalls, CollectionId, type ApiCallKey, type CallSpec } from '@console/shared-contract/api';
import type { z } from 'zod';

/** A place in a request that takes a value; `*` stands for every item of a list. */
export interface Field {
  part: 'query' | 'body';
  path: string[];
  /** Names a row: a UUID, or the integer id of a collection. */
  isId: boolean;
}

/** zod's own description of a schema, as far as the walk needs it. */
interface Def {
  type: string;
  format?: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  options?: z.ZodType[];
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
}

const defOf = (schema: z.ZodType) => schema.def as unknown as Def;

/** Every place of a call's query and body that takes a value, derived from its schemas. Path ids are every call's own. */
export function fieldsOf(key: ApiCallKey): Field[] {
  const spec: CallSpec = apiCalls[key];
  return (['query', 'body'] as const).flatMap((part) => {
    const schema = spec[part];
    if (!schema) return [];
    const seen = new Map<string, Field>();
    for (const { path, isId } of leaves(schema, [])) {
      const name = path.join('.');
      seen.set(name, { part, path, isId: isId || seen.get(name)?.isId === true });
    }
    return [...seen.values()].filter((field) => field.path.length > 0);
  });
}

function leaves(schema: z.ZodType, path: string[]): { path: string[]; isId: boolean }[] {
  const def = defOf(schema);
  if (schema === CollectionId) return [{ path, isId: true }];
  if (def.shape) return Object.entries(def.shape).flatMap(([name, child]) => leaves(child, [...path, name]));
  if (def.element) return [{ path, isId: false }, ...leaves(def.element, [...path, '*'])];
  if (def.options) return def.options.flatMap((option) => leaves(option, path));
  if (def.innerType) return leaves(def.innerType, path);
  if (def.type === 'pipe' && def.in && def.out) {
    // One side is a transformation, which says nothing; an id is lower-cased by the one and checked by the other.
    return [def.in, def.out].filter((side) => defOf(side).type !== 'transform').flatMap((side) => leaves(side, path));
  }
  return [{ path, isId: def.format === 'uuid' || def.format === 'guid' }];
}
