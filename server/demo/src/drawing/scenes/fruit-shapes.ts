import type { Random } from '../random';
import { distance, mix, put, smooth, type Rgb } from '../colour';
import type { Part } from '../drawing';
import { radial, type Outline } from '../geometry';
import { drawStroke } from '../lettering';
import { cloud, grainAt, smoothNoise } from '../noise';
import { fill, rasterise, type Raster } from '../raster';
import { castShadow } from '../shadow';

export type FruitKind = 'apple' | 'orange' | 'lemon' | 'lime' | 'plum' | 'hazelnut' | 'jalapeno' | 'banana';

export interface FruitPlace {
  x: number;
  y: number;
  radius: number;
  turn: number;
}

interface Round {
  /** Distance of the skin at an angle, as a share of the radius. */
  radius: (angle: number) => number;
  stretch: number;
  unripe: Rgb;
  ripe: Rgb;
  blush: Rgb;
  gloss: number;
  /** The size of pores as a share of the radius; 0 for a smooth skin. */
  pores: number;
}

const tip = (angle: number, at: number, width: number) =>
  Math.exp(-(Math.atan2(Math.sin(angle - at), Math.cos(angle - at)) ** 2) / width);
const ROUND: Record<Exclude<FruitKind, 'banana' | 'jalapeno'>, Round> = {
  apple: {
    radius: (a) => 0.97 - 0.05 * tip(a, -Math.PI / 2, 0.08) + 0.025 * Math.cos(2 * a),
    stretch: 1.03,
    unripe: [196, 196, 76],
    ripe: [200, 26, 36],
    blush: [238, 176, 84],
    gloss: 0.75,
    pores: 0,
  },
  orange: {
    radius: () => 0.98,
    stretch: 1,
    unripe: [226, 168, 38],
    ripe: [240, 130, 22],
    blush: [246, 160, 40],
    gloss: 0.4,
    pores: 0.045,
  },
  lemon: {
    radius: (a) => 0.74 + 0.2 * tip(a, 0, 0.06) + 0.14 * tip(a, Math.PI, 0.05) + 0.05 * Math.cos(2 * a),
    stretch: 1.06,
    unripe: [196, 204, 70],
    ripe: [246, 214, 50],
    blush: [250, 226, 96],
    gloss: 0.5,
    pores: 0.05,
  },
  lime: {
    radius: (a) => 0.78 + 0.1 * tip(a, 0, 0.05) + 0.05 * tip(a, Math.PI, 0.05),
    stretch: 1.14,
    unripe: [72, 130, 42],
    ripe: [118, 166, 54],
    blush: [150, 190, 74],
    gloss: 0.55,
    pores: 0.05,
  },
  plum: {
    radius: (a) => 0.93 - 0.05 * tip(a, -Math.PI / 2, 0.05),
    stretch: 0.93,
    unripe: [150, 74, 92],
    ripe: [78, 40, 92],
    blush: [122, 88, 142],
    gloss: 0.38,
    pores: 0,
  },
  hazelnut: {
    radius: (a) => 0.93 + 0.07 * tip(a, Math.PI / 2, 0.12),
    stretch: 0.96,
    unripe: [190, 140, 84],
    ripe: [156, 96, 50],
    blush: [212, 172, 118],
    gloss: 0.3,
    pores: 0,
  },
};

/** Draws a fruit lying on something. `ripeness` goes from 0 to 100; a bruise is an inner surface of the part. */
export function drawFruit(
  raster: Raster,
  kind: FruitKind,
  place: FruitPlace,
  ripeness: number,
  bruised: boolean,
  random: Random,
): Part {
  if (kind === 'banana') return drawBanana(raster, place, ripeness);
  if (kind === 'jalapeno') return drawJalapeno(raster, place, ripeness);
  const round = ROUND[kind];
  const outline = radial(place.x, place.y, 72, (angle) => place.radius * round.radius(angle), round.stretch, place.turn);
  castShadow(raster, outline, { dx: place.radius * 0.16, dy: place.radius * 0.2, blur: place.radius * 0.32, strength: 0.5 });
  const bruise = bruised ? bruiseOutline(place, random) : null;
  fill(raster, rasterise(raster, outline), roundShader(round, place, ripeness));
  if (bruise) paintBruise(raster, bruise, place);
  const spot = kind === 'apple' || kind === 'plum' ? drawStem(raster, place) : undefined;
  return {
    kind,
    outline,
    measure: Math.round(ripeness),
    spot,
    inner: bruise ? [{ kind: 'bruise', outline: bruise }] : undefined,
  };
}

function roundShader(round: Round, { x, y, radius, turn }: FruitPlace, ripeness: number) {
  // The change is quick: half ripe skin is seldom seen, and its mixed colour looks brown.
  const skin = mix(round.unripe, round.ripe, smooth(15, 75, ripeness));
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  return (out: Rgb, px: number, py: number) => {
    const dx = (px - x) / radius;
    const dy = (py - y) / radius;
    const along = (dx * cos + dy * sin) / round.stretch;
    const across = dy * cos - dx * sin;
    const rho2 = Math.min(0.999, (along * along + across * across) / 0.98);
    const nz = Math.sqrt(1 - rho2);
    // Streaks run from the stem, which is at the top.
    const streak = smoothNoise(Math.atan2(across + 0.5, along) * 6 + x, y);
    const blush = smooth(0.42, 0.95, smoothNoise(along * 2.2 + x, across * 2.2 + y) * 0.8 + streak * 0.28) * 0.5;
    let pit = 0;
    if (round.pores > 0) pit = (smoothNoise(px / (radius * round.pores), py / (radius * round.pores)) - 0.5) * 0.11;
    const diffuse = Math.max(0, -dx * 0.42 - dy * 0.5 + nz * 0.76 + pit);
    const light = 0.3 + 0.8 * diffuse + 0.1 * (1 - nz) * (1 - nz);
    const hx = dx + 0.36;
    const hy = dy + 0.42;
    const shine =
      round.gloss * 190 * Math.exp(-(hx * hx + hy * hy + pit * 0.3) / 0.028) +
      round.gloss * 30 * Math.exp(-(hx * hx + hy * hy) / 0.2);
    for (let channel = 0; channel < 3; channel++)
      out[channel] = ((skin[channel] ?? 0) * (1 - blush) + (round.blush[channel] ?? 0) * blush) * light + shine;
  };
}

function bruiseOutline({ x, y, radius }: FruitPlace, random: Random): Outline {
  const angle = random.between(-0.4, 1.4);
  const size = radius * random.between(0.2, 0.32);
  const seed = random.between(0, 90);
  return radial(
    x + Math.cos(angle) * radius * 0.42,
    y + Math.sin(angle) * radius * 0.42,
    28,
    (a) => size * (0.78 + 0.4 * smoothNoise(Math.cos(a) * 1.4 + seed, Math.sin(a) * 1.4)),
    1.25,
    angle,
  );
}

function paintBruise(raster: Raster, outline: Outline, { x, y, radius }: FruitPlace): void {
  fill(
    raster,
    rasterise(raster, outline),
    (out, px, py) => {
      const dim = 0.9 - 0.35 * ((px - x + (py - y)) / radius) * 0.5 + 0.1 * cloud(px * 0.1, py * 0.1);
      put(out, 104 * dim, 66 * dim, 34 * dim);
    },
    0.72,
  );
}

function drawStem(raster: Raster, { x, y, radius, turn }: FruitPlace): Part['spot'] {
  const angle = turn - Math.PI / 2;
  const at = (share: number): [number, number] => [x + Math.cos(angle) * radius * share, y + Math.sin(angle) * radius * share];
  const dip = radial(...at(0.5), 20, () => radius * 0.2, 1.5, turn);
  castShadow(raster, dip, { dx: 0, dy: 0, blur: radius * 0.18, strength: 0.42 });
  drawStroke(raster, at(0.52), at(0.82), radius * 0.045, [88, 62, 38]);
  const [sx, sy] = at(0.52);
  return { name: 'stem', x: Math.round(sx), y: Math.round(sy) };
}

/** A tapering tube along an arc: where its middle line is, and how wide it is there. */
function tube(place: FruitPlace, bend: number, length: number, half: (t: number) => number, steps = 26): Outline {
  const arc = place.radius * bend;
  const span = (place.radius * length) / arc;
  const point = (t: number, side: number): [number, number] => {
    const angle = place.turn + (t - 0.5) * span;
    const r = arc + side * half(t) * place.radius;
    return [
      place.x + Math.cos(angle) * r - Math.cos(place.turn) * arc,
      place.y + Math.sin(angle) * r - Math.sin(place.turn) * arc,
    ];
  };
  const outer = Array.from({ length: steps + 1 }, (_, i) => point(i / steps, 1)).flat();
  const inner = Array.from({ length: steps + 1 }, (_, i) => point(1 - i / steps, -1)).flat();
  return [...outer, ...inner];
}

/** For a pixel of a tube: how far along it is (0 to 1) and how far off its middle line, in pixels. */
function tubeCoordinates(place: FruitPlace, bend: number, length: number, px: number, py: number): [number, number] {
  const arc = place.radius * bend;
  const dx = px - place.x + Math.cos(place.turn) * arc;
  const dy = py - place.y + Math.sin(place.turn) * arc;
  const angle = Math.atan2(dy, dx) - place.turn;
  return [0.5 + (Math.atan2(Math.sin(angle), Math.cos(angle)) * bend) / length, distance(dx, dy) - arc];
}

function drawBanana(raster: Raster, place: FruitPlace, ripeness: number): Part {
  const half = (t: number) =>
    0.045 + 0.2 * Math.sin(Math.PI * Math.min(1, Math.max(0, t * 0.9 + 0.03))) ** 0.62 * (1 - 0.5 * smooth(0.86, 1, t));
  const outline = tube(place, 1.15, 2, half);
  castShadow(raster, outline, { dx: place.radius * 0.08, dy: place.radius * 0.1, blur: place.radius * 0.14, strength: 0.5 });
  const skin = mix([150, 178, 52], [244, 206, 62], Math.min(1, ripeness / 70));
  fill(raster, rasterise(raster, outline), (out, px, py) => {
    const [t, off] = tubeCoordinates(place, 1.15, 2, px, py);
    const u = off / (half(t) * place.radius);
    const facet = 0.98 + 0.14 * smooth(-0.3, -0.2, u) - 0.2 * smooth(0.32, 0.42, u) - 0.34 * u * u;
    const freckle = smooth(0.72, 0.8, smoothNoise(px * 0.13, py * 0.13)) * smooth(55, 100, ripeness) * 0.55;
    const end = Math.max(smooth(0.05, 0, t), smooth(0.955, 0.99, t));
    const green = smooth(0.2, 0.04, t) * 0.4;
    for (let channel = 0; channel < 3; channel++) {
      const fresh = (skin[channel] ?? 0) * (1 - green) + ([132, 150, 52][channel] ?? 0) * green;
      const dark = [78, 56, 34][channel] ?? 0;
      const spotted = fresh * (1 - freckle) + dark * freckle;
      out[channel] = (spotted * (1 - end) + dark * end) * facet + grainAt(px, py) * 2;
    }
  });
  return { kind: 'banana', outline, measure: Math.round(ripeness) };
}

function drawJalapeno(raster: Raster, place: FruitPlace, ripeness: number): Part {
  const half = (t: number) => (t < 0.12 ? 0.07 + t * 0.5 : 0.3 * (1 - smooth(0.15, 1.08, t) * 0.82));
  const outline = tube(place, 3, 1.85, half);
  castShadow(raster, outline, { dx: place.radius * 0.08, dy: place.radius * 0.11, blur: place.radius * 0.16, strength: 0.5 });
  const skin = mix([44, 110, 38], [176, 36, 28], smooth(60, 100, ripeness));
  fill(raster, rasterise(raster, outline), (out, px, py) => {
    const [t, off] = tubeCoordinates(place, 3, 1.85, px, py);
    const u = off / (half(t) * place.radius);
    const facing = Math.cos(place.turn) * -0.42 + Math.sin(place.turn) * -0.5;
    const nz = Math.sqrt(Math.max(0, 1 - u * u));
    const light = 0.34 + 0.8 * Math.max(0, u * facing + nz * 0.72);
    const shine = 150 * Math.exp(-((u - facing * 0.62) ** 2) / 0.012) * smooth(0.15, 0.3, t) * smooth(0.95, 0.6, t);
    const stem = t < 0.13;
    for (let channel = 0; channel < 3; channel++)
      out[channel] = ((stem ? [122, 150, 74] : skin)[channel] ?? 0) * light + (stem ? 0 : shine);
  });
  return { kind: 'jalapeno', outline, measure: Math.round(ripeness) };
}
