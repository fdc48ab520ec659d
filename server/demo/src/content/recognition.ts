import { GROCERIES } from '../pictures/designs';
import type { LabelPlan, TaskPlan } from '../write/recognition';

const BRANDS = [...new Set(GROCERIES.map((design) => design.brand))];
const brandName = (brand: string) => brand.charAt(0) + brand.slice(1).toLowerCase();

export const LABELS: readonly LabelPlan[] = [
  { key: 'shelf', name: 'Shelf', type: 'category', color: '#2f80ed', description: 'A shelf in a shop, from the front.' },
  { key: 'fruit', name: 'Fruit & vegetables', type: 'category', color: '#6fcf97', description: 'A plate or a table from above.' },
  { key: 'smear', name: 'Blood smear', type: 'category', color: '#bb6bd9', description: 'A stained smear under an oil lens.' },
  { key: 'packshot', name: 'Pack shot', type: 'category', color: '#f2c94c', description: 'One product in a studio.' },
  ...BRANDS.map((brand): LabelPlan => ({ key: `brand ${brand}`, name: brandName(brand), type: 'category' })),
  { key: 'neutrophil', name: 'Neutrophil', type: 'category' },
  { key: 'lymphocyte', name: 'Lymphocyte', type: 'category' },
  { key: 'monocyte', name: 'Monocyte', type: 'category' },
  { key: 'eosinophil', name: 'Eosinophil', type: 'category' },
  { key: 'out of stock', name: 'Out of stock', type: 'tag', description: 'At least one product is sold out in every facing.' },
  { key: 'sparse', name: 'Sparsely filled', type: 'tag', description: 'Less than 85 % of the facings are filled.' },
  { key: 'bottles', name: 'Bottles in view', type: 'tag' },
  { key: 'bruised', name: 'Bruised', type: 'tag', description: 'A brown, soft spot in the skin.' },
  { key: 'overripe', name: 'Overripe', type: 'tag' },
  { key: 'unripe', name: 'Unripe', type: 'tag' },
  { key: 'many white', name: 'More than one white cell', type: 'tag' },
  { key: 'few platelets', name: 'Few platelets', type: 'tag', description: 'Fewer than five in the field.' },
  { key: 'crowded', name: 'Crowded field', type: 'tag', description: 'Forty red cells or more.' },
  { key: 'fill', name: 'Fill level (%)', type: 'value', range: [0, 100, 5], description: 'Filled facings of all facings.' },
  { key: 'ripeness', name: 'Ripeness (%)', type: 'value', range: [0, 100, 1], description: '0 is green, 100 is ready to eat.' },
  { key: 'shelf life', name: 'Days until overripe', type: 'value', range: [0, 14, 0.5] },
  { key: 'second look', name: 'Needs a second look', type: 'plain' },
  { key: 'for customer', name: 'Show to the customer', type: 'plain' },
  { key: 'checked', name: 'Checked in a job', type: 'plain', description: 'Put on by the shelf round when an image is done.' },
  {
    key: 'long',
    name: 'Photographed through the glass door of a chiller, so that its colours are duller than those on the shelf',
    type: 'plain',
  },
];

export const TASKS: readonly TaskPlan[] = [
  {
    key: 'scene',
    name: 'Scene',
    type: 'multi_class',
    description: 'What kind of picture it is.',
    labels: ['shelf', 'fruit', 'smear', 'packshot'],
  },
  {
    key: 'brand',
    name: 'Brand',
    type: 'multi_class',
    description: 'Whose product a package is.',
    labels: BRANDS.map((brand) => `brand ${brand}`),
  },
  {
    key: 'cell type',
    name: 'White cell type',
    type: 'multi_class',
    description: 'Told by the form of the nucleus and by the granules.',
    labels: ['neutrophil', 'lymphocyte', 'monocyte', 'eosinophil'],
  },
  {
    key: 'shelf findings',
    name: 'Shelf findings',
    type: 'multi_label',
    description: 'What the shop should hear of.',
    labels: ['out of stock', 'sparse', 'bottles'],
  },
  {
    key: 'fruit quality',
    name: 'Fruit quality',
    type: 'multi_label',
    description: 'For single fruits and for whole plates.',
    labels: ['bruised', 'overripe', 'unripe'],
  },
  {
    key: 'smear findings',
    name: 'Smear findings',
    type: 'multi_label',
    description: 'For the whole field of view.',
    labels: ['many white', 'few platelets', 'crowded'],
  },
  { key: 'fill level', name: 'Shelf fill level', type: 'regression', description: 'How full a shelf is.', labels: ['fill'] },
  {
    key: 'ripeness',
    name: 'Ripeness',
    type: 'regression',
    description: 'How ripe a fruit is, and for how long it keeps.',
    labels: ['ripeness', 'shelf life'],
  },
];
