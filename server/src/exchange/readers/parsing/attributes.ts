import { AttributeValueInput } from '@console/shared-contract/api';
import { ATTRIBUTE_LIMITS, isShapeFlag, parseBoolean, type AttributeValue } from '@console/shared-contract/shape-attributes';
import type { ShapeExtras } from '../reader/image-annotations';

/** Names of flags that tools write differently. */
const FLAG_NAMES: ReadonlyMap<string, string> = new Map([
  ['iscrowd', 'crowd'],
  ['is_crowd', 'crowd'],
  ['ignored', 'ignore'],
]);

/**
 * Splits the fields of a shape in a file into attributes and metadata. Values that an attribute cannot have, such as lists, become
 * metadata. Flags that are false are left out.
 */
export function readAttributes(fields: Readonly<Record<string, unknown>>): Pick<ShapeExtras, 'attributes' | 'meta_data'> {
  const attributes: Record<string, AttributeValue> = {};
  const metaData: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined || value === null || value === '') continue;
    const name = (FLAG_NAMES.get(key) ?? key).trim();
    const flagValue = isShapeFlag(name) ? parseBoolean(value) : null;
    const parsedValue = AttributeValueInput.safeParse(value).data;
    if (flagValue !== null) {
      if (flagValue) attributes[name] = true;
    } else if (parsedValue !== undefined && isAttributeName(name) && Object.keys(attributes).length < ATTRIBUTE_LIMITS.values)
      attributes[name] = parsedValue;
    else metaData[key] = value;
  }
  return {
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(Object.keys(metaData).length > 0 && { meta_data: metaData }),
  };
}

const isAttributeName = (name: string) =>
  name !== '' && name.length <= ATTRIBUTE_LIMITS.name && !isShapeFlag(name) && name !== '__proto__';
