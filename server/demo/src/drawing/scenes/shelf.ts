import { seededRandom, type Random } from '../random';
import { mix, put, smooth, type Rgb } from '../colour';
import type { Drawing, Part } from '../drawing';
import { rectangle, roundedRectangle } from '../geometry';
import { drawCentred, fittingSize } from '../lettering';
import { cloud } from '../noise';
import { drawPackage, PROPORTIONS, STATURE, type Design } from '../packages';
import { createRaster, fill, fillOutline, paintAll, rasterise, type Raster } from '../raster';
import { castShadow } from '../shadow';

export interface ShelfPlan {
  width: number;
  height: number;
  rows: number;
  /** The designs to stand on it; none for an empty shelf. */
  designs: readonly Design[];
  /** The chance that a facing is sold out. */
  gaps: number;
  /** Which facings those are: the same shelf on another day has another seed here. */
  stockSeed: number;
  /** The colour of the panel behind. */
  wall: Rgb;
}

interface Board {
  /** Where the packages stand. */
  foot: number;
  /** The lower edge of the board above. */
  ceiling: number;
  rail: number;
}

interface Stock {
  facings: number;
  filled: number;
  random: Random;
}

/** A shelf seen from the front: boards with price tags, runs of the same product side by side, some gaps. */
export function drawShelf(plan: ShelfPlan, random: Random): Drawing {
  const raster = createRaster(plan.width, plan.height);
  const boards = layBoards(plan);
  paintWall(raster, plan, boards);
  const parts: Part[] = [];
  const stock: Stock = { facings: 0, filled: 0, random: seededRandom(plan.stockSeed) };
  for (const board of boards) {
    drawBoard(raster, board, plan.wall);
    if (plan.designs.length > 0) stockBoard(raster, board, plan, random, parts, stock);
  }
  const fillLevel = stock.facings === 0 ? 0 : Math.round((100 * stock.filled) / stock.facings);
  return { raster, parts, fillLevel };
}

function layBoards({ height, rows }: ShelfPlan): Board[] {
  const rail = Math.round(height * 0.036 + 10);
  const pitch = (height - rail * 0.4) / rows;
  return Array.from({ length: rows }, (_, row) => {
    const bottom = Math.round((row + 1) * pitch);
    return { foot: bottom - rail, ceiling: row === 0 ? 0 : Math.round(row * pitch), rail };
  });
}

function paintWall(raster: Raster, { wall, width }: ShelfPlan, boards: Board[]): void {
  const limits = boards.map((board) => board.foot + board.rail);
  paintAll(raster, (out, x, y) => {
    let row = 0;
    while (row < limits.length - 1 && y >= (limits[row] ?? 0)) row++;
    const board = boards[row] ?? { foot: 1, ceiling: 0 };
    const depth = (y - board.ceiling) / Math.max(1, board.foot - board.ceiling);
    const side = (x / width - 0.42) * 1.5;
    const slot = x % 64 < 4 && y % 40 < 12 ? 0.84 : 1;
    const light = (0.5 + 0.44 * smooth(0, 0.75, depth)) * (1 - side * side * 0.3) * slot;
    put(out, wall[0] * light, wall[1] * light, wall[2] * light);
  });
}

function drawBoard(raster: Raster, { foot, rail }: Board, wall: Rgb): void {
  const deck = Math.round(rail * 0.34);
  const top = mix(wall, [235, 232, 226], 0.55);
  fill(raster, rasterise(raster, rectangle(0, foot - deck, raster.width, deck * 1.2)), (out, x, y) => {
    const light = 0.7 + 0.3 * ((y - foot + deck) / deck) + 0.06 * cloud(x * 0.02, y * 0.2);
    put(out, top[0] * light, top[1] * light, top[2] * light);
  });
  fill(raster, rasterise(raster, rectangle(0, foot, raster.width, rail)), (out, x, y) => {
    const across = (y - foot) / rail;
    const lip = across < 0.1 ? 1.08 : across > 0.9 ? 0.7 : 0.94 - across * 0.1;
    const light = lip * (1.03 - Math.abs(x / raster.width - 0.4) * 0.22);
    put(out, 228 * light, 229 * light, 226 * light);
  });
}

function stockBoard(raster: Raster, board: Board, plan: ShelfPlan, random: Random, parts: Part[], stock: Stock): void {
  const room = board.foot - board.ceiling;
  const tallest = room * 0.88;
  const standing = board.foot - board.rail * 0.12;
  let x = plan.width * 0.02;
  for (const design of random.shuffled(plan.designs)) {
    const height = tallest * STATURE[design.form] * random.between(0.96, 1.03);
    const width = height * PROPORTIONS[design.form];
    const pitch = width * 1.07;
    const wanted = design.form === 'bottle' || design.form === 'can' ? random.integer(2, 4) : random.integer(2, 3);
    const facings = Math.min(wanted, Math.floor((plan.width * 0.985 - x) / pitch));
    if (facings < 1) continue;
    const start = x;
    for (let facing = 0; facing < facings; facing++, x += pitch) {
      stock.facings++;
      const place = {
        x: x + pitch / 2 + random.between(-0.02, 0.02) * width,
        foot: standing - random.between(0, 3),
        width,
        height,
      };
      if (stock.random.chance(plan.gaps)) continue;
      stock.filled++;
      parts.push(stand(raster, design, place));
    }
    parts.push(drawTag(raster, start + (x - start) / 2, board, random));
    x += pitch * random.between(0.06, 0.22);
  }
}

function stand(raster: Raster, design: Design, place: { x: number; foot: number; width: number; height: number }): Part {
  const { x, foot, width, height } = place;
  castShadow(raster, rectangle(x - width * 0.46, foot - height * 0.96, width * 0.95, height * 0.95), {
    dx: width * 0.12,
    dy: height * 0.02,
    blur: width * 0.16,
    strength: 0.36,
  });
  castShadow(raster, rectangle(x - width * 0.48, foot - height * 0.02, width * 0.98, height * 0.025), {
    dx: 2,
    dy: 2,
    blur: 8,
    strength: 0.55,
  });
  const outline = drawPackage(raster, design, place);
  const spot = design.form === 'bottle' ? { name: 'cap', x: Math.round(x), y: Math.round(foot - height * 0.96) } : undefined;
  return { kind: design.form, design: design.key, outline, spot };
}

function drawTag(raster: Raster, middle: number, board: Board, random: Random): Part {
  const height = board.rail * 0.72;
  const width = height * 2.2;
  const x = Math.round(Math.min(raster.width - width - 2, Math.max(2, middle - width / 2)));
  const y = board.foot + board.rail * 0.14;
  const outline = roundedRectangle(x, y, width, height, 3);
  castShadow(raster, outline, { dx: 1, dy: 2, blur: 4, strength: 0.35 });
  const ground: Rgb = random.chance(0.25) ? [250, 214, 74] : [252, 251, 247];
  fillOutline(raster, outline, ground);
  const price = `${random.integer(0, 7)}.${random.pick(['19', '29', '49', '79', '95', '99'])}`;
  drawCentred(raster, price, x + width * 0.6, y + height * 0.3, {
    size: fittingSize(price, height * 0.46, width * 0.58),
    colour: [36, 34, 40],
    weight: 0.2,
  });
  for (let bar = 0; bar < 5; bar++)
    fillOutline(
      raster,
      rectangle(x + width * (0.06 + bar * 0.03), y + height * 0.24, width * 0.014 * (1 + (bar % 2)), height * 0.5),
      [60, 60, 66],
    );
  return { kind: 'tag', outline };
}
