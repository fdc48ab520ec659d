import type { AttributeDefinition } from '@console/shared-contract/shape-attributes';
import { EMPTY_DRAFT, toDefinition, toDraft, validateDrafts, type DefinitionDraft } from './definition-draft';

const DEFINITIONS: AttributeDefinition[] = [
  { name: 'ripe', type: 'checkbox', default: false, required: true },
  { name: 'seeds', type: 'number', min: 0, max: 9, default: 2 },
  { name: 'side', type: 'choice', choices: ['front', 'back'], default: 'back' },
  { name: 'note', type: 'text' },
  { name: 'size', type: 'choice', choices: ['small, round', 'large'], default: 'small, round' },
];
const createDraft = (fields: Partial<DefinitionDraft>): DefinitionDraft => ({ ...EMPTY_DRAFT, name: 'side', ...fields });

test('a draft restores the definition from which it was created', () => {
  expect(DEFINITIONS.map(toDraft).map(toDefinition)).toEqual(DEFINITIONS);
  expect(validateDrafts(DEFINITIONS.map(toDraft))).toBe(true);
});

test('fields of another type are left out', () => {
  expect(toDefinition(createDraft({ name: ' side ', type: 'text', choices: 'a, b', min: '1', max: 'x' }))).toEqual({
    name: 'side',
    type: 'text',
  });
});

test.each<[string, Partial<DefinitionDraft>[], string]>([
  ['no name', [{ name: ' ' }], 'Enter a name for each attribute.'],
  ['a long name', [{ name: 'n'.repeat(101) }], 'Names have at most 100 characters.'],
  ['the same name', [{}, { name: 'side ' }], 'Two attributes are named side.'],
  ['the name of a flag', [{ name: 'crowd' }], 'Every shape has the attribute crowd already. Choose another name.'],
  ['no choices', [{ type: 'choice', choices: ' , ' }], 'Enter at least one choice for side.'],
  [
    'the same choice',
    [{ type: 'choice', choices: 'a, a' }],
    'side can have up to 100 different choices of at most 100 characters.',
  ],
  ['a limit that is not a number', [{ type: 'number', min: 'few' }], 'Enter numbers for the limits and the default of side.'],
  ['a minimum above the maximum', [{ type: 'number', min: '3', max: '2' }], 'The minimum of side is above its maximum.'],
  ['a default above the maximum', [{ type: 'number', max: '2', initial: '3' }], 'The default of side must be at most 2.'],
  ['a default that is not a choice', [{ type: 'choice', choices: 'a', initial: 'b' }], 'The default of side must be one of a.'],
])('attributes with %s cannot be saved', (_, fields, message) => {
  expect(validateDrafts(fields.map(createDraft))).toBe(message);
});
