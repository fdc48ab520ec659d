// Attributes of shapes (ADR 0108). This file does not import zod: a remote can use it without bundling the schemas.

/** Boolean attributes that every shape can have, and that trainings and evaluations use. A missing flag is false. */
export const SHAPE_FLAGS = ['occluded', 'truncated', 'difficult', 'crowd', 'ignore'] as const;
export type ShapeFlag = (typeof SHAPE_FLAGS)[number];

/** The value of one attribute. The type depends on the attribute: a flag, a checkbox, a number, a choice or a text. */
export type AttributeValue = boolean | number | string;
/** The attributes of a shape by name: flags, attributes that its label declares, and other attributes from an import. */
export type ShapeAttributes = Readonly<Record<string, AttributeValue>>;

export const ATTRIBUTE_TYPES = ['checkbox', 'number', 'choice', 'text'] as const;
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number];

/** An attribute that a label declares for its shapes. */
export interface AttributeDefinition {
  name: string;
  type: AttributeType;
  /** The possible values of an attribute of the type choice. */
  choices?: string[] | undefined;
  /** The smallest and the largest value of an attribute of the type number. */
  min?: number | undefined;
  max?: number | undefined;
  /** The value that the image screen gives to new shapes. */
  default?: AttributeValue | undefined;
  /** Whether the image screen marks shapes without a value. Other clients may leave the value out. */
  required?: boolean | undefined;
}

/** Limits of attributes; lengths are numbers of characters. */
export const ATTRIBUTE_LIMITS = {
  name: 100,
  text: 1000,
  choice: 100,
  choices: 100,
  definitions: 50,
  /** Number of attributes of one shape. */
  values: 100,
} as const;

/** By default, trainings leave out shapes with these flags. */
export const DEFAULT_LEAVE_OUT: readonly ShapeFlag[] = ['crowd', 'ignore'];

/**
 * Whether an evaluation ignores a shape: a matching prediction is neither right nor wrong, and an unmatched shape is not an error.
 */
export const isIgnoredInEvaluation = (attributes: ShapeAttributes | null | undefined): boolean =>
  hasFlag(attributes, 'crowd') || hasFlag(attributes, 'ignore');

export const isShapeFlag = (name: string): name is ShapeFlag => (SHAPE_FLAGS as readonly string[]).includes(name);

export const hasFlag = (attributes: ShapeAttributes | null | undefined, flag: ShapeFlag): boolean => attributes?.[flag] === true;

/** Returns why a value is invalid for the attribute definition, or null if it is valid. */
export function findAttributeProblem(
  value: AttributeValue,
  { type, choices = [], min, max }: AttributeDefinition,
): string | null {
  if (type === 'checkbox') return typeof value === 'boolean' ? null : 'must be true or false';
  if (type === 'number') {
    if (typeof value !== 'number') return 'must be a number';
    if (min !== undefined && value < min) return `must be at least ${min}`;
    return max !== undefined && value > max ? `must be at most ${max}` : null;
  }
  if (typeof value !== 'string') return 'must be a text';
  return type === 'text' || choices.includes(value) ? null : `must be one of ${choices.join(', ')}`;
}

/** Converts a value from an imported file, often a string, to the type of the attribute. Returns null if the value is invalid. */
export function toDeclaredValue(value: AttributeValue, definition: AttributeDefinition): AttributeValue | null {
  const convertedValue = convertValue(value, definition.type);
  return convertedValue === null || findAttributeProblem(convertedValue, definition) !== null ? null : convertedValue;
}

function convertValue(value: AttributeValue, type: AttributeType): AttributeValue | null {
  if (type === 'checkbox') return parseBoolean(value);
  if (type !== 'number') return String(value);
  if (typeof value === 'number') return value;
  const parsedNumber = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  return Number.isFinite(parsedNumber) ? parsedNumber : null;
}

/** Reads true, false, 1, 0, yes and no, ignoring case. Returns null for anything else. */
export function parseBoolean(value: unknown): boolean | null {
  const text = String(value).trim().toLowerCase();
  if (['true', '1', 'yes'].includes(text)) return true;
  return ['false', '0', 'no'].includes(text) ? false : null;
}
