/** Attributes of a shape: flags, one that its label declares, and one that it does not. */
export const ATTRIBUTES = { occluded: true, ripe: true, shelf: 'A' };

/** Attributes that a label declares, with every optional field. */
export const ATTRIBUTE_DEFINITIONS = [
  { name: 'ripe', type: 'checkbox', default: false, required: true },
  { name: 'seeds', type: 'number', min: 0, max: 9 },
  { name: 'side', type: 'choice', choices: ['front', 'back'] },
];
