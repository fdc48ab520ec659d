import type { Design } from './drawing/packages';

/** The invented groceries of the demo: every one stands on the drawn shelves and in the catalogue. */
export const GROCERIES: readonly Design[] = [
  { key: 'oat', form: 'carton', brand: 'HAVREN', word: 'OAT DRINK', base: '#f3ead6', accent: '#d99a2b', motif: 'sun' },
  { key: 'barista', form: 'carton', brand: 'HAVREN', word: 'BARISTA', base: '#2f3a4a', accent: '#e0a458', motif: 'waves' },
  { key: 'muesli', form: 'carton', brand: 'KORNA', word: 'MUSLI', base: '#c8452f', accent: '#f6c945', motif: 'split' },
  { key: 'flakes', form: 'carton', brand: 'KORNA', word: 'CORN FLAKES', base: '#f4c430', accent: '#d1491f', motif: 'sun' },
  { key: 'tea', form: 'carton', brand: 'MIRAVE', word: 'HERB TEA', base: '#dfe9d3', accent: '#4d8c4a', motif: 'leaf' },
  { key: 'tomato', form: 'can', brand: 'SOLVIK', word: 'TOMATOES', base: '#b5281f', accent: '#f3e9d4', motif: 'stripes' },
  { key: 'beans', form: 'can', brand: 'SOLVIK', word: 'BEANS', base: '#24507a', accent: '#e88c30', motif: 'split' },
  { key: 'corn', form: 'can', brand: 'SOLVIK', word: 'SWEETCORN', base: '#2f7d4f', accent: '#f5cf3f', motif: 'sun' },
  { key: 'ginger', form: 'can', brand: 'LUMO', word: 'GINGER', base: '#ead9b0', accent: '#9a5b1f', motif: 'waves' },
  { key: 'lemon', form: 'bottle', brand: 'LUMO', word: 'LEMON', base: '#fbf3c4', accent: '#e2b714', motif: 'sun', content: '#e9d66a' },
  { key: 'berry', form: 'bottle', brand: 'LUMO', word: 'BERRY', base: '#f4dfe6', accent: '#a31f52', motif: 'waves', content: '#a02a5a' },
  { key: 'water', form: 'bottle', brand: 'FJELLA', word: 'STILL', base: '#e4f1f7', accent: '#2b6fa8', motif: 'peaks', content: '#bcd9e4' },
  { key: 'apricot', form: 'jar', brand: 'MIRAVE', word: 'APRICOT', base: '#fff4df', accent: '#d9772b', motif: 'leaf', content: '#e08a2e' },
  { key: 'brulee', form: 'jar', brand: 'MIRAVE', word: 'BRULEE', base: '#5b3a29', accent: '#e9c46a', motif: 'waves', content: '#f0d9a6' },
  { key: 'jalapeno', form: 'jar', brand: 'PEPITO', word: 'JALAPENO', base: '#f7f1d8', accent: '#3d7a33', motif: 'leaf', content: '#7f9a3a' },
  { key: 'coffee', form: 'bag', brand: 'TOSTA', word: 'CAFE', base: '#3a2a23', accent: '#c97b3c', motif: 'peaks' },
  { key: 'chips', form: 'bag', brand: 'PEPITO', word: 'PAPRIKA', base: '#d9381e', accent: '#ffd23f', motif: 'stripes' },
  { key: 'nuts', form: 'bag', brand: 'KORNA', word: 'NUTS', base: '#2d6a6a', accent: '#e7b563', motif: 'split' },
];

const card = (number: number, brand: string, base: string, accent: string): Design => ({
  key: `card-${brand.toLowerCase().replaceAll(' ', '-')}`, form: 'card', brand, word: `#${String(number).padStart(3, '0')}`, base, accent, motif: 'sun',
});
/** The invented trading cards of the second collection. */
export const CARDS: readonly Design[] = [
  card(1, 'EMBER WARDEN', '#7a1f1f', '#f08a3c'), card(2, 'TIDE SINGER', '#12456b', '#4fb3d9'), card(3, 'MOSS GIANT', '#274d2c', '#8fbf4d'),
  card(4, 'NIGHT HERON', '#2a2350', '#8f7ae0'), card(7, 'GLASS FOX', '#4a5a66', '#bfe3ea'), card(12, 'COMET KEEPER', '#1b1b38', '#f2d45c'),
  card(15, 'IRON LARK', '#3c3f45', '#d0a56a'), card(21, 'SUN MOTH', '#8a5a12', '#ffd76b'), card(33, 'FROST ELK', '#305a78', '#dff3ff'), card(48, 'ROSE GOLEM', '#6b2346', '#f09ac0'),
];
