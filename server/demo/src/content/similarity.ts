import type { DemoImage } from '../write/images';
import type { DemoObject } from '../write/shapes';
import type { GroupPlan, SimilarityPlan } from '../write/similarity';

const MOST_MEMBERS = 8;
const PRODUCTS = [
  'oat',
  'barista',
  'muesli',
  'tomato',
  'beans',
  'lemon',
  'water',
  'apricot',
  'brulee',
  'jalapeno',
  'coffee',
  'chips',
];

/** Names of products as the catalogue and the groups have them, by the key of the design. */
export const PRODUCT_NAMES: Record<string, string> = {
  oat: 'Havren Oat Drink 1 l',
  barista: 'Havren Barista 1 l',
  muesli: 'Korna Früchte-Müsli 500 g',
  flakes: 'Korna Corn Flakes 375 g',
  tea: 'Miravé Herb Tea, 20 bags',
  tomato: 'Solvik Chopped Tomatoes 400 g',
  beans: 'Solvik Baked Beans 415 g',
  corn: 'Solvik Sweetcorn 340 g',
  ginger: 'Lumo Ginger 33 cl',
  lemon: 'Lumo Lemon 75 cl',
  berry: 'Lumo Berry 75 cl',
  water: 'Fjella Still Water 75 cl',
  apricot: 'Miravé Apricot Jam 340 g',
  brulee: 'Crème brûlée 250 g',
  jalapeno: 'Pepito Sliced Jalapeño 215 g',
  coffee: 'Tosta Café en grano 1 kg',
  chips: 'Pepito Paprika Tortilla Chips 185 g',
  nuts: 'Korna Nüsse & Früchte 200 g',
};

export function similarityPlan(images: readonly DemoImage[], objects: readonly DemoObject[]): SimilarityPlan {
  return {
    types: [
      { key: 'product', name: 'Same product' },
      { key: 'shelf', name: 'Same shelf' },
      { key: 'cell', name: 'Same kind of cell' },
      { key: 'shop', name: 'Same shop' },
    ],
    tasks: [
      { name: 'Product lookup', description: 'Finds the product that a cut-out shows.', types: ['product'] },
      { name: 'Shelf over time', description: 'Finds earlier pictures of the same shelf.', types: ['shelf', 'shop'] },
      { name: 'Cell atlas', description: 'Finds cells that look alike.', types: ['cell'] },
    ],
    groups: [...productGroups(images, objects), ...shelfGroups(images), ...cellGroups(objects), ...otherGroups()],
  };
}

function productGroups(images: readonly DemoImage[], objects: readonly DemoObject[]): GroupPlan[] {
  return PRODUCTS.map((key, index) => ({
    key,
    name: PRODUCT_NAMES[key] ?? key,
    type: 'product',
    test: index % 4 === 3,
    verified: index % 3 === 0 ? 1 + (index % 2) : 0,
    description: `Cut-outs and pack shots of ${PRODUCT_NAMES[key] ?? key}.`,
    images: images.filter(({ picture }) => picture.plan.key === `shot-${key}`).map((image) => image.id),
    objects: objects
      .filter(({ part }) => part.design === key)
      .slice(0, MOST_MEMBERS)
      .map((object) => object.id),
    metaData: { ean: `40${String(10_000 + index * 137)}` },
  }));
}

function shelfGroups(images: readonly DemoImage[]): GroupPlan[] {
  const aisle = images.filter(({ picture }) => picture.plan.key.startsWith('aisle-4'));
  const bare = images.filter(({ picture }) => picture.plan.key.startsWith('bare'));
  return [
    {
      key: 'aisle',
      name: 'Aisle 4, drinks, left of the door',
      type: 'shelf',
      verified: 1,
      description: 'The same shelf on three days.',
      images: aisle.map((image) => image.id),
    },
    { key: 'bare', name: 'Empty shelves', type: 'shelf', test: true, images: bare.map((image) => image.id) },
  ];
}

function cellGroups(objects: readonly DemoObject[]): GroupPlan[] {
  return (['neutrophil', 'lymphocyte', 'eosinophil'] as const).map((kind, index) => ({
    key: kind,
    name: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}s`,
    type: 'cell',
    test: index === 2,
    objects: objects
      .filter(({ part }) => part.kind === kind)
      .slice(0, MOST_MEMBERS)
      .map((object) => object.id),
  }));
}

function otherGroups(): GroupPlan[] {
  return [
    {
      key: 'oats',
      name: 'Oat drinks by Havren, all varieties',
      type: 'product',
      description: 'Holds the groups of the single varieties.',
      groups: ['oat', 'barista'],
    },
    {
      key: 'range',
      name: 'Everything that stands in the breakfast aisle of the shop at Hamnvägen, whatever its brand, kept for the comparison with the spring layout',
      type: 'product',
      groups: ['oats', 'muesli', 'apricot', 'coffee'],
    },
    { key: 'sort', name: 'To be sorted', description: 'Empty on purpose: move here what fits nowhere.' },
  ];
}

/** The groups that a person compares in the demo's similarity job. */
export const COMPARED_GROUPS: readonly string[] = PRODUCTS;
