import { z } from 'zod';
import {
  ATTRIBUTE_LIMITS,
  ATTRIBUTE_TYPES,
  findAttributeProblem,
  isShapeFlag,
  SHAPE_FLAGS,
  type AttributeDefinition,
} from '../../shape-attributes';
import { restrictJson, Text } from '../base/primitives';

const AttributeName = Text(ATTRIBUTE_LIMITS.name)
  .min(1)
  .refine((name) => name === name.trim() && name !== '__proto__', 'must be a name without spaces around it');
export const AttributeValueInput = z.union([z.boolean(), z.number(), Text(ATTRIBUTE_LIMITS.text)]);

/**
 * The attributes of a shape by name: flags such as `occluded`, and attributes that the label of the shape defines. A change replaces all
 * attributes.
 */
export const AttributesInput = restrictJson(z.record(AttributeName, AttributeValueInput))
  .refine(
    (values) => Object.keys(values).length <= ATTRIBUTE_LIMITS.values,
    `has more than ${ATTRIBUTE_LIMITS.values} attributes`,
  )
  .superRefine((values, context) => {
    for (const [name, value] of Object.entries(values))
      if (isShapeFlag(name) && typeof value !== 'boolean')
        context.addIssue({ code: 'custom', path: [name], message: 'must be true or false' });
  });

const DefinitionInput = z
  .object({
    name: AttributeName,
    type: z.enum(ATTRIBUTE_TYPES),
    /** The possible values of an attribute of the type choice. */
    choices: z.array(Text(ATTRIBUTE_LIMITS.choice).min(1)).max(ATTRIBUTE_LIMITS.choices).optional(),
    /** The smallest and the largest value of an attribute of the type number. */
    min: z.number().optional(),
    max: z.number().optional(),
    /** The value that the image screen gives to new shapes. */
    default: AttributeValueInput.optional(),
    /** Whether the image screen marks shapes without a value. The API accepts shapes without a value. */
    required: z.boolean().optional(),
  })
  .superRefine((definition, context) => {
    const problem = findDefinitionProblem(definition);
    if (problem) context.addIssue({ code: 'custom', ...problem });
  });

/** Definitions of the attributes for shapes of a label, in the order in which the image screen shows them. */
export const AttributeDefinitionsInput = restrictJson(z.array(DefinitionInput).max(ATTRIBUTE_LIMITS.definitions)).refine(
  (definitions) => new Set(definitions.map(({ name }) => name)).size === definitions.length,
  'has two attributes with the same name',
);

/** Returns the first problem in an attribute definition, or null. */
function findDefinitionProblem(definition: AttributeDefinition): { path: string[]; message: string } | null {
  const { name, type, choices = [], min, max, default: initial } = definition;
  if (isShapeFlag(name)) return { path: ['name'], message: `is a flag of every shape: ${SHAPE_FLAGS.join(', ')}` };
  if (type === 'choice' && choices.length === 0) return { path: ['choices'], message: 'must have at least one choice' };
  if (new Set(choices).size < choices.length) return { path: ['choices'], message: 'has the same choice twice' };
  if (min !== undefined && max !== undefined && min > max) return { path: ['min'], message: 'must be at most the maximum' };
  const problem = initial === undefined ? null : findAttributeProblem(initial, definition);
  return problem === null ? null : { path: ['default'], message: problem };
}

const StoredDefinition = z.object({
  name: z.string(),
  type: z.enum(ATTRIBUTE_TYPES),
  choices: z.array(z.string()).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  default: z.union([z.boolean(), z.number(), z.string()]).optional(),
  required: z.boolean().optional(),
});

/** Field of responses with the attributes of a shape. Missing in responses of older servers. */
export const storedAttributes = { attributes: z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])).optional() };
/** Field of responses with the attribute definitions of a label. Missing in responses of older servers. */
export const storedDefinitions = { attributes: z.array(StoredDefinition).optional() };
/** Fields of requests that create or change a shape or a label. If the field is missing, the attributes stay unchanged. */
export const shapeAttributeFields = { attributes: AttributesInput.optional() };
export const labelAttributeFields = { attributes: AttributeDefinitionsInput.optional() };
