import type { AttributeType, ShapeFlag } from '@console/shared-contract/shape-attributes';

const typeNames: Readonly<Record<AttributeType, string>> = {
  checkbox: 'Checkbox',
  number: 'Number',
  choice: 'Choice',
  text: 'Text',
};

const flagNames: Readonly<Record<ShapeFlag, string>> = {
  occluded: 'Occluded',
  truncated: 'Truncated',
  difficult: 'Difficult',
  crowd: 'Crowd',
  ignore: 'Ignore',
};

/** Text about the attributes that labels declare, and about flags of shapes. */
export const attributeMessages = {
  title: 'Attributes',
  hint: 'Users set them for each shape, in addition to occluded, truncated, difficult, crowd and ignore.',
  types: typeNames,
  flags: flagNames,
  add: 'Add attribute',
  position: (number: number) => `Attribute ${number}`,
  name: 'Name',
  type: 'Type',
  choices: 'Choices, separated by commas or semicolons',
  min: 'Minimum',
  max: 'Maximum',
  initial: 'Default for drawn shapes',
  none: 'None',
  checked: 'Checked',
  notChecked: 'Not checked',
  required: 'Required',
  moveUp: 'Move up',
  moveUpNamed: (name: string) => `Move up ${name}`,
  remove: (name: string) => `Remove ${name}`,
  nameMissing: 'Enter a name for each attribute.',
  nameTooLong: (max: number) => `Names have at most ${max} characters.`,
  nameTwice: (name: string) => `Two attributes are named ${name}.`,
  nameOfFlag: (name: string) => `Every shape has the attribute ${name} already. Choose another name.`,
  choicesMissing: (name: string) => `Enter at least one choice for ${name}.`,
  choicesInvalid: (name: string, max: number, length: number) =>
    `${name} can have up to ${max} different choices of at most ${length} characters.`,
  notNumber: (name: string) => `Enter numbers for the limits and the default of ${name}.`,
  minAboveMax: (name: string) => `The minimum of ${name} is above its maximum.`,
  initialInvalid: (name: string, problem: string) => `The default of ${name} ${problem}.`,
  leaveOut: 'Exclude from training',
  leaveOutHint: 'Shapes with these flags are neither examples nor background.',
} as const;
