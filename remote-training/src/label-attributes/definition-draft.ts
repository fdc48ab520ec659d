import {
  ATTRIBUTE_LIMITS,
  findAttributeProblem,
  isShapeFlag,
  type AttributeDefinition,
  type AttributeType,
  type AttributeValue,
} from '@console/shared-contract/shape-attributes';
import { attributeMessages } from './attribute-messages';

/** An attribute definition as a form edits it. An empty text means a missing value. */
export interface DefinitionDraft {
  name: string;
  type: AttributeType;
  /** Separated by commas, or by semicolons if a choice contains a comma. */
  choices: string;
  min: string;
  max: string;
  initial: string;
  required: boolean;
}

export const EMPTY_DRAFT: DefinitionDraft = {
  name: '',
  type: 'checkbox',
  choices: '',
  min: '',
  max: '',
  initial: '',
  required: false,
};

export const toDraft = ({ name, type, choices, min, max, default: initial, required }: AttributeDefinition): DefinitionDraft => ({
  name,
  type,
  choices: joinChoices(choices ?? []),
  min: toText(min),
  max: toText(max),
  initial: toText(initial),
  required: required ?? false,
});

const toText = (value: AttributeValue | undefined) => (value === undefined ? '' : String(value));

/** Converts a valid draft. Leaves out fields that the type of the attribute does not use. */
export function toDefinition({
  name,
  type,
  choices,
  min,
  max,
  initial,
  required: isRequired,
}: DefinitionDraft): AttributeDefinition {
  return {
    name: name.trim(),
    type,
    ...(type === 'choice' && { choices: splitChoices(choices) }),
    ...(type === 'number' && min.trim() !== '' && { min: Number(min) }),
    ...(type === 'number' && max.trim() !== '' && { max: Number(max) }),
    ...(initial.trim() !== '' && { default: toValue(type, initial.trim()) }),
    ...(isRequired && { required: isRequired }),
  };
}

function toValue(type: AttributeType, text: string): AttributeValue {
  if (type === 'checkbox') return text === 'true';
  return type === 'number' ? Number(text) : text;
}

const joinChoices = (choices: readonly string[]): string =>
  choices.some((choice) => choice.includes(',')) ? choices.map((choice) => `${choice};`).join(' ') : choices.join(', ');

export const splitChoices = (text: string): string[] =>
  text.split(text.includes(';') ? ';' : ',').flatMap((choice) => choice.trim() || []);

/** Returns true if the attributes can be saved, otherwise a message about what the user must correct first. */
export function validateDrafts(drafts: readonly DefinitionDraft[]): true | string {
  const names = drafts.map(({ name }) => name.trim());
  for (const [index, draft] of drafts.entries()) {
    const name = names[index]!;
    if (name === '') return attributeMessages.nameMissing;
    if (name.length > ATTRIBUTE_LIMITS.name) return attributeMessages.nameTooLong(ATTRIBUTE_LIMITS.name);
    if (names.indexOf(name) !== index) return attributeMessages.nameTwice(name);
    if (isShapeFlag(name)) return attributeMessages.nameOfFlag(name);
    const problem = findProblem(draft, name);
    if (problem) return problem;
  }
  return true;
}

function findProblem(draft: DefinitionDraft, name: string): string | null {
  const { type, min, max, initial } = draft;
  const definition = toDefinition(draft);
  if (type === 'choice') {
    const choices = definition.choices ?? [];
    if (choices.length === 0) return attributeMessages.choicesMissing(name);
    const isValid = new Set(choices).size === choices.length && choices.every(({ length }) => length <= ATTRIBUTE_LIMITS.choice);
    if (!isValid || choices.length > ATTRIBUTE_LIMITS.choices)
      return attributeMessages.choicesInvalid(name, ATTRIBUTE_LIMITS.choices, ATTRIBUTE_LIMITS.choice);
  }
  if (type === 'number') {
    if (![min, max, initial].every((text) => Number.isFinite(Number(text)))) return attributeMessages.notNumber(name);
    if ((definition.min ?? -Infinity) > (definition.max ?? Infinity)) return attributeMessages.minAboveMax(name);
  }
  const problem = definition.default === undefined ? null : findAttributeProblem(definition.default, definition);
  return problem === null ? null : attributeMessages.initialInvalid(name, problem);
}
