import { CARDS, GROCERIES } from '../pictures/designs';
import { seededRandom } from './random';
import { clipBox, polygonData } from './geometry';
import { drawPackage, type Form } from './packages';
import { createRaster, paintAll, type Raster } from './raster';
import { drawSmear } from './scenes/cells';
import { drawFruitTable } from './scenes/fruit';
import { drawPackshot } from './scenes/packshot';

const FORMS: readonly Form[] = ['carton', 'can', 'bottle', 'jar', 'bag', 'card'];
type Box = [number, number, number, number];

/** The box around all pixels in which two pictures differ visibly. */
function changedBox(a: Raster, b: Raster, least = 24): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index < a.pixels.length; index += 3) {
    const difference = [0, 1, 2].reduce(
      (sum, channel) => sum + Math.abs((a.pixels[index + channel] ?? 0) - (b.pixels[index + channel] ?? 0)),
      0,
    );
    if (difference < least) continue;
    const pixel = index / 3;
    const x = pixel % a.width;
    const y = Math.floor(pixel / a.width);
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x + 1);
    box[3] = Math.max(box[3], y + 1);
  }
  return box;
}

function ground(): Raster {
  const raster = createRaster(120, 160);
  paintAll(
    raster,
    (out) => {
      out.fill(90);
    },
    0,
  );
  return raster;
}

describe('a drawn package', () => {
  const designs = [...GROCERIES, ...CARDS];
  it.each(FORMS)('(a %s) has its outline where its pixels are', (form) => {
    const design = designs.find((one) => one.form === form);
    if (!design) throw new Error(`no product is a ${form}`);
    const picture = ground();
    const outline = drawPackage(picture, design, { x: 60.4, foot: 150.7, width: 85, height: 130 });
    const outlined = clipBox(outline, 120, 160);
    const seen = changedBox(ground(), picture);
    seen.forEach((edge, side) => expect(Math.abs(edge - (outlined?.[side] ?? NaN))).toBeLessThanOrEqual(2));
  });
});

describe('a drawn smear', () => {
  const plan = {
    width: 240,
    height: 180,
    leukocytes: [],
    erythrocytes: 1,
    platelets: 0,
    ground: [236, 222, 216] as [number, number, number],
  };

  it.each([1, 2, 3, 4])('has each cell inside its outline (seed %i)', (seed) => {
    const { raster, parts } = drawSmear(plan, seededRandom(seed));
    const bare = drawSmear({ ...plan, erythrocytes: 0 }, seededRandom(seed)).raster;
    expect(parts).toHaveLength(1);
    const box = clipBox(parts[0]?.outline ?? [], 240, 180);
    changedBox(bare, raster).forEach((edge, side) => expect(Math.abs(edge - (box?.[side] ?? NaN))).toBeLessThanOrEqual(2));
  });

  it('keeps a nucleus within its cell', () => {
    const { parts } = drawSmear({ ...plan, leukocytes: ['neutrophil', 'lymphocyte', 'monocyte', 'eosinophil'] }, seededRandom(9));
    const cells = parts.filter((part) => part.inner);
    expect(cells.length).toBeGreaterThan(1);
    for (const cell of cells) {
      const outer = clipBox(cell.outline, 240, 180) ?? [0, 0, 0, 0];
      const inner = clipBox(cell.inner?.[0]?.outline ?? [], 240, 180);
      if (!inner) continue;
      expect(inner[0]).toBeGreaterThanOrEqual(outer[0]);
      expect(inner[3]).toBeLessThanOrEqual(outer[3]);
    }
  });
});

it('draws the same picture for the same seed', () => {
  const draw = () =>
    drawFruitTable(
      {
        width: 200,
        height: 160,
        surface: 'oak',
        glaze: [230, 230, 230],
        kinds: ['apple', 'banana', 'jalapeno'],
        count: 6,
        bruises: 0.5,
      },
      seededRandom(4),
    ).raster.pixels;
  expect(draw()).toEqual(draw());
});

it('draws another picture for another seed', () => {
  const [design] = GROCERIES;
  if (!design) throw new Error('no design');
  const draw = (seed: number) =>
    drawPackshot({ width: 120, height: 160, design, backdrop: [230, 230, 230] }, seededRandom(seed)).raster.pixels;
  expect(draw(1)).not.toEqual(draw(2));
});

it('gives polygons of whole pixels within the picture, with no more vertices than told', () => {
  const outline = Array.from({ length: 200 }, (_, index) =>
    index % 2 === 0 ? 50 + 70 * Math.cos(index / 32) : 40 + 70 * Math.sin(index / 32),
  );
  const data = polygonData(outline, 100, 80, 20);
  expect(data.length / 2).toBeLessThanOrEqual(20);
  expect(data.every((value, index) => Number.isInteger(value) && value >= 0 && value <= (index % 2 === 0 ? 100 : 80))).toBe(true);
});
