/** Attributes of a shape: a flag, an attribute that its label declares, and an attribute that the label does not declare. */
export const ATTRIBUTES = { occluded: true, ripe: true, shelf: 'A' };

/** Attributes that a label declares, with every optional field. */
export const ATTRIBUTE_DEFINITIONS = [
  { name: 'ripe', type: 'checkbox', default: false, required: true },
  { name: 'seeds', type: 'number', min: 0, max: 9 },
  { name: 'side', type: 'choice', choices: ['front', 'back'] },
];
