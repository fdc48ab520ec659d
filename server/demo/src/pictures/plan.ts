import { CARDS, GROCERIES } from './designs';
import { hex, type Rgb } from '../drawing/colour';
import type { Drawing } from '../drawing/drawing';
import type { Design } from '../drawing/packages';
import { drawSmear, type LeukocyteKind } from '../drawing/scenes/cells';
import { drawFruitTable } from '../drawing/scenes/fruit';
import type { FruitKind } from '../drawing/scenes/fruit-shapes';
import { drawPackshot } from '../drawing/scenes/packshot';
import { drawShelf } from '../drawing/scenes/shelf';
import type { Surface } from '../drawing/scenes/surface';
import type { Random } from '../drawing/random';

export type Scene = 'shelf' | 'fruit' | 'smear' | 'packshot';
export type Format = 'jpeg' | 'png' | 'webp' | 'turned-jpeg';
/** How far people have got with a picture. */
export type Progress = 'untouched' | 'annotated' | 'verified';

export interface PicturePlan {
  key: string;
  /** What the drawing's chances are drawn from; the key, unless two pictures show the same thing. */
  seed?: string;
  scene: Scene;
  draw: (random: Random) => Drawing;
  format: Format;
  /** A photograph of the world, not a product before a studio's backdrop. */
  real: boolean;
  test: boolean;
  progress: Progress;
  withMask?: boolean;
}

const STEEL: Rgb = [150, 156, 160];
const SAND: Rgb = [186, 166, 136];
const MINT: Rgb = [142, 168, 156];
const SHELF_SIZES = [
  [840, 600, 3],
  [640, 800, 4],
  [800, 600, 3],
  [1120, 440, 2],
  [720, 720, 3],
  [1200, 800, 4],
] as const;
const DRINKS = ['oat', 'barista', 'ginger', 'lemon', 'berry', 'water', 'coffee', 'tea'];

/** The items take turns. */
function turnOf<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('Nothing takes a turn');
  return item;
}

/** Of every seven pictures three are TEST ones, so that an evaluation has something to count; one is yet to be worked on and one to be verified. */
function fate(index: number): Pick<PicturePlan, 'test' | 'progress'> {
  const stage = index % 7;
  return { test: [1, 2, 4].includes(stage), progress: stage === 5 ? 'untouched' : stage === 3 ? 'annotated' : 'verified' };
}

interface ShelfOptions {
  index: number;
  range: 'drinks' | 'all';
  gaps: number;
  stockSeed?: number;
}

function shelfPlan(key: string, { index, range, gaps, stockSeed = index }: ShelfOptions): PicturePlan {
  const [width, height, rows] = turnOf(SHELF_SIZES, index);
  const designs = range === 'drinks' ? GROCERIES.filter((design) => DRINKS.includes(design.key)) : GROCERIES;
  const wall = turnOf([STEEL, SAND, MINT], index);
  return {
    key,
    scene: 'shelf',
    format: 'jpeg',
    real: true,
    ...fate(index),
    draw: (random) => drawShelf({ width, height, rows, designs, gaps, stockSeed, wall }, random),
  };
}

const TABLES: readonly { surface: Surface; glaze: string; kinds: readonly FruitKind[]; size: readonly [number, number] }[] = [
  {
    surface: 'oak',
    glaze: '#eef0f0',
    kinds: ['apple', 'orange', 'lemon', 'plum', 'jalapeno', 'banana', 'lime', 'hazelnut'],
    size: [800, 640],
  },
  { surface: 'marble', glaze: '#5f86a6', kinds: ['orange', 'lemon', 'lime', 'banana'], size: [640, 640] },
  { surface: 'slate', glaze: '#d8c7a8', kinds: ['plum', 'apple', 'hazelnut', 'plum'], size: [720, 540] },
  { surface: 'walnut', glaze: '#e9e4da', kinds: ['jalapeno', 'lime', 'lemon', 'jalapeno'], size: [900, 506] },
  { surface: 'linen', glaze: '#b9553c', kinds: ['apple', 'hazelnut', 'apple', 'banana'], size: [600, 760] },
];

function fruitPlan(key: string, index: number, count = 22): PicturePlan {
  const {
    surface,
    glaze,
    kinds,
    size: [width, height],
  } = turnOf(TABLES, index);
  return {
    key,
    scene: 'fruit',
    format: 'jpeg',
    real: true,
    ...fate(index + 1),
    draw: (random) => drawFruitTable({ width, height, surface, glaze: hex(glaze), kinds, count, bruises: 0.4 }, random),
  };
}

const LEUKOCYTES: readonly (readonly LeukocyteKind[])[] = [
  ['neutrophil'],
  ['lymphocyte', 'neutrophil'],
  ['eosinophil', 'neutrophil'],
  ['monocyte'],
  ['neutrophil', 'lymphocyte', 'eosinophil'],
  ['lymphocyte'],
];
const GROUNDS: readonly Rgb[] = [
  [236, 222, 216],
  [230, 224, 226],
  [238, 228, 210],
];

function smearPlan(key: string, index: number): PicturePlan {
  const ground = turnOf(GROUNDS, index);
  const leukocytes = turnOf(LEUKOCYTES, index);
  const erythrocytes = 26 + ((index * 7) % 22);
  return {
    key,
    scene: 'smear',
    format: index === 2 ? 'png' : 'jpeg',
    real: true,
    ...fate(index + 2),
    draw: (random) =>
      drawSmear({ width: 640, height: 480, leukocytes, erythrocytes, platelets: 3 + (index % 5), ground }, random),
  };
}

const BACKDROPS: readonly Rgb[] = [
  [238, 238, 236],
  [228, 232, 236],
  [240, 234, 224],
];

function packshotPlan(design: Design, index: number): PicturePlan {
  const backdrop = turnOf(BACKDROPS, index);
  return {
    key: `shot-${design.key}`,
    scene: 'packshot',
    format: index === 3 ? 'webp' : 'jpeg',
    real: false,
    ...fate(index),
    draw: (random) => drawPackshot({ width: 360, height: 480, design, backdrop }, random),
  };
}

/** The pictures of the workspace Demo, in the order of their upload. Each line is an upload of several files. */
export function demoPictures(): PicturePlan[] {
  const again = (day: number, gaps: number): PicturePlan => ({
    ...shelfPlan(`aisle-4-day-${day}`, { index: 0, range: 'drinks', gaps, stockSeed: day }),
    seed: 'aisle-4',
  });
  const bareShelf = (key: string, index: number): PicturePlan => ({
    ...shelfPlan(key, { index, range: 'all', gaps: 1 }),
    progress: 'verified',
    test: false,
  });
  const barePlate = (key: string, index: number): PicturePlan => ({
    ...fruitPlan(key, index, 0),
    progress: 'verified',
    test: false,
  });
  const shots = GROCERIES.filter((_, index) => index % 2 === 1).map((design, index) => ({
    ...packshotPlan(design, index),
    withMask: index < 2,
    progress: 'verified' as const,
  }));
  return [
    smearPlan('smear-1', 0),
    smearPlan('smear-2', 1),
    smearPlan('smear-3', 2),
    smearPlan('smear-4', 3),
    again(1, 0.06),
    shelfPlan('shelf-1', { index: 1, range: 'all', gaps: 0.05 }),
    shelfPlan('shelf-2', { index: 2, range: 'all', gaps: 0.14 }),
    fruitPlan('fruit-1', 0),
    fruitPlan('fruit-2', 1),
    barePlate('plate-1', 3),
    fruitPlan('fruit-3', 2),
    again(2, 0.22),
    shelfPlan('shelf-3', { index: 3, range: 'all', gaps: 0.1 }),
    bareShelf('bare-1', 4),
    ...shots,
    smearPlan('smear-5', 4),
    smearPlan('smear-6', 5),
    smearPlan('smear-7', 6),
    smearPlan('smear-8', 7),
    again(3, 0.45),
    { ...shelfPlan('shelf-4', { index: 4, range: 'drinks', gaps: 0.12 }), format: 'turned-jpeg' },
    shelfPlan('shelf-5', { index: 5, range: 'all', gaps: 0.07 }),
    fruitPlan('fruit-4', 3),
    fruitPlan('fruit-5', 4),
    fruitPlan('fruit-6', 5),
    barePlate('plate-2', 2),
    bareShelf('bare-2', 2),
    smearPlan('smear-9', 8),
    smearPlan('smear-10', 9),
    fruitPlan('fruit-7', 6),
    shelfPlan('shelf-6', { index: 9, range: 'all', gaps: 0.16 }),
    smearPlan('smear-11', 13),
    smearPlan('smear-12', 14),
    fruitPlan('fruit-8', 10),
    shelfPlan('shelf-7', { index: 8, range: 'drinks', gaps: 0.09 }),
  ];
}

/** How many of the pictures arrived with each upload. */
export const DEMO_UPLOADS: readonly number[] = [4, 3, 4, 3, 9, 4, 3, 5, 4, 4];

export function recognitionOnlyPictures(): PicturePlan[] {
  return [11, 12, 13]
    .map((index) => smearPlan(`training-smear-${index}`, index))
    .concat([8, 9, 10, 11].map((index) => fruitPlan(`training-fruit-${index}`, index, 12)));
}

export function otherCompanyPictures(): PicturePlan[] {
  return [
    shelfPlan('other-shelf-1', { index: 13, range: 'all', gaps: 0.1 }),
    shelfPlan('other-shelf-2', { index: 16, range: 'drinks', gaps: 0.25 }),
    fruitPlan('other-fruit-1', 7),
    fruitPlan('other-fruit-2', 12, 14),
    smearPlan('other-smear-1', 15),
  ];
}

/** Catalogue pictures: of all but every sixth product, so that some have none. */
export function cataloguePictures(): PicturePlan[] {
  const waiting = (index: number) => index % 6 === 4;
  return [
    ...GROCERIES.filter((_, index) => !waiting(index) && index % 2 === 0),
    ...CARDS.filter((_, index) => !waiting(index)),
  ].map((design, index) => packshotPlan(design, index));
}
