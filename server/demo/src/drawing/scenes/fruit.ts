import type { Random } from '../random';
import { distance, smooth, type Rgb } from '../colour';
import type { Drawing, Part } from '../drawing';
import { ellipse } from '../geometry';
import { createRaster, fill, rasterise, type Raster } from '../raster';
import { castShadow } from '../shadow';
import { drawFruit, type FruitKind, type FruitPlace } from './fruit-shapes';
import { paintSurface, type Surface } from './surface';

export interface FruitPlan {
  width: number;
  height: number;
  surface: Surface;
  /** The colour of the plate's glaze. */
  glaze: Rgb;
  kinds: readonly FruitKind[];
  /** About how many to lay; as many as find room. */
  count: number;
  /** The chance of a bruise. */
  bruises: number;
}

const SIZES: Record<FruitKind, number> = {
  apple: 1,
  orange: 1,
  lemon: 0.94,
  lime: 0.76,
  plum: 0.72,
  hazelnut: 0.36,
  jalapeno: 0.95,
  banana: 1.7,
};

/** Fruit on a plate and beside it, from straight above. */
export function drawFruitTable(plan: FruitPlan, random: Random): Drawing {
  const raster = createRaster(plan.width, plan.height);
  paintSurface(raster, plan.surface, random.integer(1, 40));
  const short = Math.min(plan.width, plan.height);
  const plate = { x: plan.width * random.between(0.42, 0.58), y: plan.height * random.between(0.47, 0.53), radius: short * 0.43 };
  const parts: Part[] = [drawPlate(raster, plate, plan.glaze)];
  const unit = short * 0.105;
  const taken: { x: number; y: number; radius: number }[] = [];
  for (let index = 0; index < plan.count; index++) {
    const kind = plan.kinds[index % plan.kinds.length] ?? 'apple';
    const radius = unit * SIZES[kind] * random.between(0.9, 1.1);
    const place = findRoom(plan, plate, taken, kind, radius, random);
    if (!place) continue;
    taken.push({ ...place, radius: radius * (kind === 'banana' ? 1.05 : 1) });
    const ripeness = random.between(kind === 'banana' ? 25 : 40, 100);
    const bruised = (kind === 'apple' || kind === 'plum') && random.chance(plan.bruises);
    parts.push(drawFruit(raster, kind, place, ripeness, bruised, random));
  }
  return { raster, parts };
}

function findRoom(
  plan: FruitPlan,
  plate: { x: number; y: number; radius: number },
  taken: readonly { x: number; y: number; radius: number }[],
  kind: FruitKind,
  radius: number,
  random: Random,
): FruitPlace | null {
  for (let attempt = 0; attempt < 90; attempt++) {
    const onPlate = kind !== 'banana' && attempt < 70;
    const away = Math.sqrt(random.next()) * (plate.radius * 0.84 - radius);
    const angle = random.between(0, Math.PI * 2);
    const x = onPlate ? plate.x + Math.cos(angle) * away : random.between(radius * 1.1, plan.width - radius * 1.1);
    const y = onPlate ? plate.y + Math.sin(angle) * away : random.between(radius * 1.1, plan.height - radius * 1.1);
    const onRim = !onPlate && distance(x - plate.x, y - plate.y) < plate.radius + radius * 0.9;
    if (onRim && !(kind === 'banana' && distance(x - plate.x, y - plate.y) < plate.radius * 0.4)) continue;
    if (taken.some((other) => distance(other.x - x, other.y - y) < other.radius + radius)) continue;
    return { x, y, radius, turn: kind === 'apple' || kind === 'plum' ? random.between(0.9, 2.9) : angle };
  }
  return null;
}

function drawPlate(raster: Raster, { x, y, radius }: { x: number; y: number; radius: number }, glaze: Rgb): Part {
  const outline = ellipse(x, y, radius, radius, 96);
  castShadow(raster, outline, { dx: radius * 0.05, dy: radius * 0.07, blur: radius * 0.12, strength: 0.5 });
  fill(raster, rasterise(raster, outline), (out, px, py) => {
    const dx = (px - x) / radius;
    const dy = (py - y) / radius;
    const rho = distance(dx, dy);
    const slope = rho > 0.965 ? -0.8 : 1.1 * smooth(0.7, 0.79, rho) * smooth(0.9, 0.8, rho);
    const facing = (dx * 0.6 + dy * 0.7) / Math.max(0.01, rho);
    const light = 0.92 + facing * slope * 0.17 + 0.05 * smooth(0.78, 0.6, rho) - 0.04 * facing;
    const line = smooth(0.925, 0.932, rho) * smooth(0.952, 0.945, rho) * 0.35;
    out[0] = glaze[0] * light * (1 - line) + 70 * line;
    out[1] = glaze[1] * light * (1 - line) + 90 * line;
    out[2] = glaze[2] * light * (1 - line) + 130 * line;
  });
  return { kind: 'plate', outline };
}
