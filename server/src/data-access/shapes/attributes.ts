import {
  findAttributeProblem,
  toDeclaredValue,
  type AttributeDefinition,
  type AttributeValue,
  type ShapeAttributes,
} from '@console/shared-contract/shape-attributes';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { createFieldError } from '../../platform/errors';

/**
 * Throws 400 if an attribute contradicts the definition of the label. Accepts attributes that the label does not declare. Also accepts
 * values that the shape already has, because the definition may have changed after they were stored.
 */
export function requireDeclaredValues(
  attributes: ShapeAttributes | undefined,
  definitions: readonly AttributeDefinition[] = [],
  storedAttributes: ShapeAttributes = {},
): void {
  if (!attributes) return;
  for (const definition of definitions) {
    // Without `hasOwn`, the name `constructor` would read a property that every object inherits.
    const value = Object.hasOwn(attributes, definition.name) ? attributes[definition.name] : undefined;
    if (value === undefined || value === storedAttributes[definition.name]) continue;
    const problem = findAttributeProblem(value, definition);
    if (problem !== null) throw createFieldError(`attributes.${definition.name}`, problem);
  }
}

/** Converts values of a file to the types that a label declares. Values that contradict their definition are returned separately. */
export function convertToDeclared(
  attributes: ShapeAttributes,
  definitions: readonly AttributeDefinition[],
): { attributes: ShapeAttributes; invalidValues: ShapeAttributes } {
  const result: { attributes: Record<string, AttributeValue>; invalidValues: Record<string, AttributeValue> } = {
    attributes: {},
    invalidValues: {},
  };
  const definitionsByName = new Map(definitions.map((definition) => [definition.name, definition]));
  for (const [name, value] of Object.entries(attributes)) {
    const definition = definitionsByName.get(name);
    const convertedValue = definition ? toDeclaredValue(value, definition) : value;
    if (convertedValue === null) result.invalidValues[name] = value;
    else result.attributes[name] = convertedValue;
  }
  return result;
}

/** SQL condition: a shape has at least one of the flags. `alias` is the alias of its table. */
export const hasAnyFlag = (alias: string, flags: readonly string[]): RawBuilder<boolean> => {
  const attributes = sql.ref(`${alias}.attributes`);
  return sql<boolean>`${attributes} <> '{}' and exists (
    select from unnest(${flags}::text[]) flag where ${attributes} @> jsonb_build_object(flag, true))`;
};

/**
 * SQL condition: a shape of a label has an attribute, with the given value if there is one. Text attributes match if they contain the
 * value. `alias` is the alias of the shape's table. A checkbox that nobody has set is shown as cleared, so it counts as false.
 */
export function hasAttribute(
  alias: string,
  label: { domain: 'detection' | 'segmentation'; id: string },
  name: string,
  value: string | undefined,
): RawBuilder<boolean> {
  const storedValue = sql`${sql.ref(`${alias}.attributes`)} ->> ${name}::text`;
  if (value === undefined) return sql<boolean>`(${storedValue}) is not null`;
  // The subquery does not depend on the shape, so PostgreSQL evaluates it once per query.
  const type = sql`(
    select d ->> 'type' from ${sql.table(`${label.domain}_label`)} l, jsonb_array_elements(l.attributes) d
    where l.id = ${label.id} and d ->> 'name' = ${name}::text)`;
  return sql<boolean>`case ${type}
    when 'checkbox' then coalesce(${storedValue}, 'false') = ${value}
    when 'number' then ${sql.ref(`${alias}.attributes`)} -> ${name}::text = ${JSON.stringify(Number(value))}::jsonb
    when 'text' then strpos(lower(${storedValue}), lower(${value})) > 0
    else ${storedValue} = ${value} end`;
}

/** Reads the attributes that labels of detection and segmentation declare, by the id of the label. */
export async function loadDefinitions(db: Db, labelIds: readonly string[]): Promise<Map<string, AttributeDefinition[]>> {
  const { rows } = await sql<{ id: string; attributes: AttributeDefinition[] }>`
    select id, attributes from detection_label where id = any(${labelIds}::uuid[])
    union all select id, attributes from segmentation_label where id = any(${labelIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, attributes }) => [id, attributes]));
}
