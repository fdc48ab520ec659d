import type { ShapeFlag } from '@console/shared-contract/shape-attributes';

const flags: Readonly<Record<ShapeFlag, { name: string; hint: string }>> = {
  occluded: { name: 'Occluded', hint: 'Partly behind something else' },
  truncated: { name: 'Truncated', hint: 'Extends beyond the image' },
  difficult: { name: 'Difficult', hint: 'Hard to recognize' },
  crowd: { name: 'Crowd', hint: 'Many objects in one shape. Not counted as an error in evaluations' },
  ignore: { name: 'Ignore', hint: 'Neither an example nor counted in evaluations' },
};

/** Text about the attributes of shapes. */
export const attributeMessages = {
  title: 'Attributes',
  flags,
  withHint: (hint: string, digit: number) => `${hint} (${digit})`,
  notSet: 'Not set',
  choice: (index: number, name: string) => `${index} ${name}`,
  required: 'Required',
  different: 'Different values',
  undeclared: (name: string, value: string) => `${name}: ${value} (not declared by the label)`,
  remove: (name: string) => `Remove ${name}`,
  yes: 'yes',
  no: 'no',
} as const;
