import type { ShapeLabelPlan, ShapeTaskPlan } from '../write/shape-labels';

export const PACKAGES = ['carton', 'can', 'bottle', 'jar', 'bag'] as const;
export const FRUITS = ['apple', 'orange', 'lemon', 'lime', 'plum', 'banana', 'hazelnut', 'jalapeno'] as const;
export const LEUKOCYTES = ['neutrophil', 'lymphocyte', 'monocyte', 'eosinophil'] as const;

export const DETECTION_LABELS: readonly ShapeLabelPlan[] = [
  { key: 'carton', name: 'Carton', color: '#2f80ed' },
  { key: 'can', name: 'Can', color: '#eb5757' },
  { key: 'bottle', name: 'Bottle', color: '#27ae60' },
  { key: 'jar', name: 'Jar', color: '#f2994a' },
  { key: 'bag', name: 'Bag', color: '#9b51e0' },
  { key: 'tag', name: 'Price tag', color: '#f2c94c' },
  { key: 'apple', name: 'Apple', color: '#d7263d' },
  { key: 'orange', name: 'Orange', color: '#ff8c42' },
  { key: 'lemon', name: 'Lemon', color: '#e0c200' },
  { key: 'lime', name: 'Lime', color: '#66a61e' },
  { key: 'plum', name: 'Plum', color: '#6a2c70' },
  { key: 'banana', name: 'Banana', color: '#f4d35e' },
  { key: 'hazelnut', name: 'Hazelnut', color: '#a8763e' },
  { key: 'jalapeno', name: 'Jalapeño', color: '#1b7f4d' },
  { key: 'erythrocyte', name: 'Red blood cell', color: '#e76f51' },
  { key: 'leukocyte', name: 'White blood cell', color: '#3d5a98' },
  { key: 'platelet', name: 'Platelet', color: '#8e7dbe' },
  {
    key: 'multipack',
    name: 'Shrink-wrapped multipack (box the outer pack only, never the single packs inside it)',
    color: '#00a6a6',
  },
];

export const DETECTION_TASKS: readonly ShapeTaskPlan[] = [
  {
    key: 'products',
    name: 'Shelf products',
    description: 'Every package that stands in front.',
    labels: [...PACKAGES, 'multipack'],
    inputSize: 768,
  },
  { key: 'tags', name: 'Price tags', description: 'Tags on the rails, also the yellow ones.', labels: ['tag'], inputSize: 1024 },
  { key: 'fruit', name: 'Fruit & vegetables', description: 'Whole fruits only.', labels: FRUITS, inputSize: 512 },
  {
    key: 'cells',
    name: 'Blood cells',
    description: 'Cells cut off by the edge count when half of them is seen.',
    labels: ['erythrocyte', 'leukocyte', 'platelet'],
    inputSize: 640,
  },
];

export const SEGMENTATION_LABELS: readonly ShapeLabelPlan[] = [
  { key: 'leukocyte', name: 'White cell', color: '#3d5a98' },
  { key: 'nucleus', name: 'Cell nucleus', color: '#7b2cbf' },
  { key: 'bruise', name: 'Bruise', color: '#8a5a44' },
  { key: 'plate', name: 'Plate', color: '#00a6fb' },
  { key: 'package', name: 'Package', color: '#2a9d8f' },
];

export const SEGMENTATION_TASKS: readonly ShapeTaskPlan[] = [
  { key: 'cell parts', name: 'Cell parts', description: 'White cells and their nuclei.', labels: ['leukocyte', 'nucleus'] },
  { key: 'fruit damage', name: 'Damage on fruit', description: 'Traced for measuring its area.', labels: ['bruise', 'plate'] },
  { key: 'cut-outs', name: 'Cut-outs', description: 'Packages before a backdrop.', labels: ['package'] },
];

/** The label of each kind of drawn part; white cells of all types share one. */
export function shapeKinds(labels: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const kinds = new Map(labels);
  const leukocyte = labels.get('leukocyte');
  if (leukocyte) for (const kind of LEUKOCYTES) kinds.set(kind, leukocyte);
  return kinds;
}
