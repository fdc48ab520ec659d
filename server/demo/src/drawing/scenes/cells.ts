import type { Random } from '../random';
import { distance, mix, put, smooth, type Rgb } from '../colour';
import type { Drawing, Part } from '../drawing';
import { radial, type Outline } from '../geometry';
import { cloud, smoothNoise } from '../noise';
import { createRaster, fill, paintAll, rasterise, type Raster } from '../raster';

export type LeukocyteKind = 'neutrophil' | 'lymphocyte' | 'monocyte' | 'eosinophil';

export interface SmearPlan {
  width: number;
  height: number;
  leukocytes: readonly LeukocyteKind[];
  erythrocytes: number;
  platelets: number;
  /** The tint of the stain and the lamp. */
  ground: Rgb;
}

interface Disc {
  x: number;
  y: number;
  radius: number;
}

/** A stained blood smear as under an oil lens: red cells with pale middles, white cells with purple nuclei, platelets. */
export function drawSmear(plan: SmearPlan, random: Random): Drawing {
  const raster = createRaster(plan.width, plan.height);
  const seed = random.between(0, 60);
  paintAll(
    raster,
    (out, x, y) => {
      const dx = x / plan.width - 0.52;
      const dy = y / plan.height - 0.47;
      const light = 1.03 - (dx * dx + dy * dy) * 0.34 + (cloud(x * 0.008 + seed, y * 0.008) - 0.5) * 0.07;
      put(out, plan.ground[0] * light, plan.ground[1] * light, plan.ground[2] * light);
    },
    3.5,
  );
  const unit = Math.min(plan.width, plan.height) * 0.073;
  const taken: Disc[] = [];
  const parts: Part[] = [];
  for (const kind of plan.leukocytes) {
    const disc = room(plan, taken, unit * random.between(1.65, 2.05), 0.02, random);
    if (disc) parts.push(drawLeukocyte(raster, kind, disc, random));
  }
  for (let index = 0; index < plan.erythrocytes; index++) {
    const disc = room(plan, taken, unit * random.between(0.9, 1.1), -0.1, random);
    if (disc) parts.push(drawErythrocyte(raster, disc, random));
  }
  for (let index = 0; index < plan.platelets; index++) {
    const disc = room(plan, taken, unit * random.between(0.26, 0.38), 0.15, random);
    if (disc) parts.push(drawPlatelet(raster, disc, random));
  }
  return { raster, parts };
}

function room(plan: SmearPlan, taken: Disc[], radius: number, apart: number, random: Random): Disc | null {
  for (let attempt = 0; attempt < 60; attempt++) {
    const disc = {
      x: random.between(-radius * 0.3, plan.width + radius * 0.3),
      y: random.between(-radius * 0.3, plan.height + radius * 0.3),
      radius,
    };
    if (taken.some((other) => distance(other.x - disc.x, other.y - disc.y) < (other.radius + radius) * (1 + apart))) continue;
    taken.push(disc);
    return disc;
  }
  return null;
}

/** An uneven round outline; `wobble` is the share of the radius by which it varies. */
function blob({ x, y, radius }: Disc, wobble: number, random: Random, stretch = 1, steps = 56): Outline {
  const seed = random.between(0, 200);
  return radial(
    x,
    y,
    steps,
    (angle) => radius * (1 - wobble / 2 + wobble * smoothNoise(Math.cos(angle) * 1.1 + seed, Math.sin(angle) * 1.1 + seed)),
    stretch,
    random.between(0, 3),
  );
}

function drawErythrocyte(raster: Raster, disc: Disc, random: Random): Part {
  const outline = blob(disc, 0.14, random, random.between(0.95, 1.07));
  const body = mix([206, 132, 128], [188, 108, 112], random.next());
  const pallor = random.between(0.45, 0.75);
  const shift = random.between(-0.08, 0.08);
  fill(
    raster,
    rasterise(raster, outline),
    (out, px, py) => {
      const dx = (px - disc.x) / disc.radius - shift;
      const dy = (py - disc.y) / disc.radius + shift;
      const rho = distance(dx, dy);
      const pale = smooth(0.62, 0.12, rho) * pallor;
      const rim = 1 - 0.2 * smooth(0.74, 0.98, rho) + (cloud(px * 0.06, py * 0.06) - 0.5) * 0.08 - (dx + dy) * 0.03;
      for (let channel = 0; channel < 3; channel++)
        out[channel] = ((body[channel] ?? 0) * (1 - pale) + ([242, 222, 214][channel] ?? 0) * pale) * rim;
    },
    0.9,
  );
  return { kind: 'erythrocyte', outline };
}

function drawPlatelet(raster: Raster, disc: Disc, random: Random): Part {
  const outline = blob(disc, 0.5, random, random.between(0.8, 1.3), 32);
  fill(
    raster,
    rasterise(raster, outline),
    (out, px, py) => {
      const rho = distance(px - disc.x, py - disc.y) / disc.radius;
      const granule = smooth(0.4, 0.7, smoothNoise(px * 0.42, py * 0.42)) * 46;
      const tone = 1.06 - 0.1 * rho;
      put(out, (158 - granule) * tone, (118 - granule) * tone, (176 - granule * 0.5) * tone);
    },
    0.88,
  );
  return { kind: 'platelet', outline };
}

const LOOKS: Record<LeukocyteKind, { cytoplasm: Rgb; granules: Rgb; grains: number; nucleus: Rgb }> = {
  neutrophil: { cytoplasm: [214, 190, 208], granules: [186, 142, 178], grains: 0.35, nucleus: [92, 48, 128] },
  lymphocyte: { cytoplasm: [170, 186, 222], granules: [150, 166, 212], grains: 0.1, nucleus: [82, 46, 126] },
  monocyte: { cytoplasm: [186, 184, 208], granules: [166, 160, 194], grains: 0.25, nucleus: [112, 74, 146] },
  eosinophil: { cytoplasm: [226, 182, 178], granules: [222, 110, 74], grains: 0.85, nucleus: [88, 50, 124] },
};

function drawLeukocyte(raster: Raster, kind: LeukocyteKind, disc: Disc, random: Random): Part {
  const look = LOOKS[kind];
  const cell = kind === 'lymphocyte' ? { ...disc, radius: disc.radius * 0.84 } : disc;
  const outline = blob(cell, 0.15, random, 1.03);
  fill(
    raster,
    rasterise(raster, outline),
    (out, px, py) => {
      const rho = distance(px - cell.x, py - cell.y) / cell.radius;
      const grain = smooth(0.5, 0.72, smoothNoise(px * 0.3, py * 0.3)) * look.grains;
      const tone = 1.03 - 0.14 * smooth(0.75, 1, rho) + (cloud(px * 0.05, py * 0.05) - 0.5) * 0.1;
      for (let channel = 0; channel < 3; channel++)
        out[channel] = ((look.cytoplasm[channel] ?? 0) * (1 - grain) + (look.granules[channel] ?? 0) * grain) * tone;
    },
    0.94,
  );
  const nucleus = nucleusOutline(kind, cell, random);
  fill(
    raster,
    rasterise(raster, nucleus),
    (out, px, py) => {
      const chromatin = 0.72 + 0.56 * cloud(px * 0.14, py * 0.14) - ((px - cell.x + py - cell.y) / cell.radius) * 0.05;
      put(out, look.nucleus[0] * chromatin, look.nucleus[1] * chromatin, look.nucleus[2] * chromatin);
    },
    0.95,
  );
  return {
    kind,
    outline,
    inner: [{ kind: 'nucleus', outline: nucleus }],
    spot: {
      name: 'nucleus',
      x: Math.round((cell.x + (nucleus[0] ?? cell.x)) / 2),
      y: Math.round((cell.y + (nucleus[1] ?? cell.y)) / 2),
    },
  };
}

/** One outline for each kind: round, kidney, or lobes round a curve. */
function nucleusOutline(kind: LeukocyteKind, { x, y, radius }: Disc, random: Random): Outline {
  const turn = random.between(0, Math.PI * 2);
  const seed = random.between(0, 100);
  const rough = (angle: number) => 0.94 + 0.12 * smoothNoise(Math.cos(angle) * 2 + seed, Math.sin(angle) * 2);
  if (kind === 'lymphocyte') return radial(x + radius * 0.06, y - radius * 0.04, 48, (a) => radius * 0.74 * rough(a), 1.04, turn);
  if (kind === 'monocyte')
    return radial(
      x,
      y,
      64,
      (a) => radius * 0.7 * rough(a) * (1 - 0.46 * Math.exp(-(Math.atan2(Math.sin(a), Math.cos(a)) ** 2) / 0.24)),
      0.95,
      turn,
    );
  const lobes = kind === 'eosinophil' ? 2 : 3;
  const waist = kind === 'eosinophil' ? 0.4 : 0.36;
  return radial(
    x,
    y,
    84,
    (a) => radius * rough(a) * (waist + 0.28 * Math.abs(Math.cos((lobes * a) / 2)) ** 1.4 + 0.06 * Math.cos(a)),
    1,
    turn,
  );
}
