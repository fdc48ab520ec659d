import type { StoredImage } from '@console/server/platform/images/upload';
import { CARDS, GROCERIES } from '../pictures/designs';
import { clipBox } from '../drawing/geometry';
import type { MadePicture } from '../pictures/make';
import { seededRandom, type Random } from '../drawing/random';
import type { CataloguePlan, PricePlan, ProductImagePlan, ProductPlan } from '../write/catalogue';
import { PRODUCT_NAMES } from './similarity';

const DRINKS = ['oat', 'barista', 'ginger', 'lemon', 'berry', 'water'];
const SHOPS = ['Own shops', 'Competitor shelf scan', 'Price portal'];
const CARD_SOURCES = ['Auction house Nord', 'Kortbörsen', 'Flea market Søndag'];
const GRADERS = ['Gradis', 'TrueGrade'];

/** Two collections of groceries and one of trading cards, with sets; pictures by the keys of their designs. */
export async function cataloguePlan(pictures: ReadonlyMap<string, MadePicture>): Promise<CataloguePlan> {
  const random = seededRandom(501);
  return {
    collections: [
      { key: 'pantry', name: 'Pantry & breakfast', type: 'grocery' },
      { key: 'drinks', name: 'Drinks', type: 'grocery' },
      { key: 'cards', name: 'Legends of Tarn', type: 'trading card' },
    ],
    sets: [
      {
        key: 'season',
        name: 'Legends of Tarn, first season',
        year: 2024,
        collection: 'cards',
        metaData: { publisher: 'Tarn & Søn', language: 'en' },
      },
      { key: 'base', name: 'Base set', year: 2024, collection: 'cards', parent: 'season', completed: true },
      { key: 'foil', name: 'Foil set', year: 2025, collection: 'cards', parent: 'season' },
      { key: 'promo', name: 'Promotional cards', year: 2025, collection: 'cards' },
      {
        key: 'breakfast',
        name: 'Breakfast range',
        year: 2025,
        collection: 'pantry',
        completed: true,
        metaData: { layout: 'spring', shelf_metres: 6.5 },
      },
      { key: 'gluten-free', name: 'Breakfast range, gluten-free', year: 2025, collection: 'pantry', parent: 'breakfast' },
      { key: 'summer', name: 'Summer drinks', year: 2026, collection: 'drinks' },
    ],
    products: [
      ...(await groceryProducts(pictures, random)),
      ...(await cardProducts(pictures, random)),
      ...productsWithoutPictures(),
    ],
  };
}

async function groceryProducts(pictures: ReadonlyMap<string, MadePicture>, random: Random): Promise<ProductPlan[]> {
  return Promise.all(
    GROCERIES.map(async ({ key, brand, form }, index): Promise<ProductPlan> => ({
      name: PRODUCT_NAMES[key] ?? key,
      customerId: `${brand.slice(0, 3)}-${String(2_100 + index * 17)}`,
      collection: DRINKS.includes(key) ? 'drinks' : 'pantry',
      set: ['muesli', 'flakes', 'coffee', 'apricot'].includes(key)
        ? 'breakfast'
        : key === 'oat'
          ? 'gluten-free'
          : ['lemon', 'berry', 'ginger'].includes(key)
            ? 'summer'
            : undefined,
      verified: index % 3 !== 1,
      metaData: index % 2 === 0 ? { package: form, vegan: form !== 'jar', origin: random.pick(['SE', 'DE', 'ES', 'PT']) } : {},
      images: await imagesOf(pictures.get(key), index % 4 !== 2),
      prices: index % 2 === 0 ? groceryPrices(random) : [],
    })),
  );
}

async function cardProducts(pictures: ReadonlyMap<string, MadePicture>, random: Random): Promise<ProductPlan[]> {
  return Promise.all(
    CARDS.map(async ({ key, brand, word }, index): Promise<ProductPlan> => ({
      name: `${brand
        .split(' ')
        .map((part) => part.charAt(0) + part.slice(1).toLowerCase())
        .join(' ')} ${word}`,
      customerId: `LOT-1-${word.slice(1)}`,
      collection: 'cards',
      set: index < 5 ? 'base' : index < 8 ? 'foil' : 'promo',
      verified: index % 2 === 0,
      metaData: { rarity: ['common', 'rare', 'mythic'][index % 3], artist: 'Þóra Ólafsdóttir' },
      images: await imagesOf(pictures.get(key), index % 3 !== 0),
      prices: cardPrices(random, 3 + (index % 6)),
    })),
  );
}

function productsWithoutPictures(): ProductPlan[] {
  return [
    {
      name: 'Storm Otter #052',
      customerId: 'LOT-1-052',
      collection: 'cards',
      set: 'promo',
      verified: false,
      images: [],
      prices: [],
    },
    {
      name: 'Solvik Chickpeas in the family tin with the ring pull, two for the price of one until the end of the campaign',
      customerId: 'SOL-2999',
      collection: 'pantry',
      verified: false,
      images: [],
      prices: [],
    },
    { name: 'Smörgåsgurka 720 ml', customerId: 'SMG-0720', collection: 'pantry', verified: true, images: [], prices: [] },
  ];
}

async function imagesOf(picture: MadePicture | undefined, synced: boolean): Promise<ProductImagePlan[]> {
  if (!picture) return [];
  const front = await picture.take();
  return [{ name: 'front', stored: front, synced, objects: synced ? objectsOn(picture, front) : [] }];
}

function objectsOn(picture: MadePicture, { img_width, img_height }: StoredImage): Record<string, unknown>[] {
  return picture.parts.flatMap((part) => {
    const box = clipBox(part.outline, img_width, img_height);
    return box ? [{ name: part.kind, bound_box: box }] : [];
  });
}

function groceryPrices(random: Random): PricePlan[] {
  const base = random.between(1.1, 7.9);
  return SHOPS.map((source, index) => ({
    source,
    price: (base * (1 + index * 0.07)).toFixed(2),
    currency: 'EUR',
    daysAgo: 2 + index * 9,
  }));
}

function cardPrices(random: Random, count: number): PricePlan[] {
  const base = random.between(4, 160);
  return Array.from({ length: count }, (_, index) => ({
    source: CARD_SOURCES[index % CARD_SOURCES.length] ?? '',
    grader: index % 3 === 2 ? undefined : GRADERS[index % 2],
    price: (base * random.between(0.7, 1.4)).toFixed(2),
    currency: index % 2 === 0 ? 'EUR' : 'SEK',
    daysAgo: 1 + index * 5.5,
    itemLink: `https://market.example/lots/${2_000 + index * 31}`,
    imageLink: index % 2 === 0 ? `https://market.example/scans/${2_000 + index * 31}.jpg` : undefined,
  }));
}
