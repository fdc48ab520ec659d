import { put, type Rgb } from './colour';
import { boxOf, type Outline } from './geometry';
import { grainAt } from './noise';

/** A picture in the making: three bytes a pixel, no alpha. */
export interface Raster {
  width: number;
  height: number;
  pixels: Uint8ClampedArray;
}

/** How much of each pixel a shape covers, 0 to 255, over the rectangle that holds it. */
export interface Coverage {
  x: number;
  y: number;
  width: number;
  height: number;
  values: Uint8Array;
}

/** Writes the colour at a pixel into `out`: called for each pixel, so it makes no objects. */
export type Shader = (out: Rgb, x: number, y: number) => void;

export function createRaster(width: number, height: number): Raster {
  return { width, height, pixels: new Uint8ClampedArray(width * height * 3) };
}

/**
 * Colours every pixel, with a little grain as of a sensor. The shader is asked for every other pixel
 * of every other row: grounds are smooth, and it takes a quarter of the time.
 */
export function paintAll(raster: Raster, shader: Shader, grain = 3): void {
  const { width, height, pixels } = raster;
  const out: Rgb = [0.5, 0.5, 0.5];
  const row = new Float32Array((width + 1) * 3);
  for (let y = 0; y < height; y++) {
    if (y % 2 === 0) shadeRow(row, width, y, shader, out);
    addGrain(pixels, row, y * width * 3, width, y, grain);
  }
}

function shadeRow(row: Float32Array, width: number, y: number, shader: Shader, out: Rgb): void {
  for (let x = 0; x < width; x += 2) {
    shader(out, x, y);
    const at = x * 3;
    row[at] = out[0];
    row[at + 1] = out[1];
    row[at + 2] = out[2];
    row[at + 3] = out[0];
    row[at + 4] = out[1];
    row[at + 5] = out[2];
  }
}

function addGrain(pixels: Uint8ClampedArray, row: Float32Array, start: number, width: number, y: number, strength: number): void {
  for (let x = 0, at = 0; x < width; x++, at += 3) {
    const noise = grainAt(x, y) * strength;
    pixels[start + at] = (row[at] ?? 0) + noise;
    pixels[start + at + 1] = (row[at + 1] ?? 0) + noise;
    pixels[start + at + 2] = (row[at + 2] ?? 0) + noise;
  }
}

const SUBROWS = 4;

/**
 * The coverage of a closed outline (even-odd), antialiased: exact across, four rows a pixel down.
 * `margin` leaves room round it, for a blur.
 */
export function rasterise(raster: Pick<Raster, 'width' | 'height'>, outline: Outline, margin = 0): Coverage {
  const box = boxOf(outline);
  const x = Math.max(0, Math.floor(box.x1) - margin);
  const y = Math.max(0, Math.floor(box.y1) - margin);
  const width = Math.max(0, Math.min(raster.width, Math.ceil(box.x2) + margin) - x);
  const height = Math.max(0, Math.min(raster.height, Math.ceil(box.y2) + margin) - y);
  const values = new Uint8Array(width * height);
  // Steps of coverage along a row; their running sum is the coverage.
  const steps = new Float64Array(width + 2);
  const crossings = new Float64Array(outline.length);
  for (let row = 0; row < height; row++) {
    steps.fill(0);
    for (let sub = 0; sub < SUBROWS; sub++) {
      const count = crossRow(outline, y + row + (sub + 0.5) / SUBROWS, crossings);
      for (let i = 0; i + 1 < count; i += 2) addSpan(steps, (crossings[i] ?? 0) - x, (crossings[i + 1] ?? 0) - x, width);
    }
    let sum = 0;
    for (let column = 0; column < width; column++) {
      sum += steps[column] ?? 0;
      values[row * width + column] = sum * (255 / SUBROWS) + 0.5;
    }
  }
  return { x, y, width, height, values };
}

/** Where an outline crosses a height, from left to right; answers how often. */
function crossRow(outline: Outline, y: number, crossings: Float64Array): number {
  let count = 0;
  const length = outline.length;
  let ax = outline[length - 2] ?? 0;
  let ay = outline[length - 1] ?? 0;
  for (let i = 0; i < length; i += 2) {
    const bx = outline[i] ?? 0;
    const by = outline[i + 1] ?? 0;
    if (ay <= y !== by <= y) {
      const crossing = ax + ((y - ay) / (by - ay)) * (bx - ax);
      let at = count++;
      for (; at > 0 && (crossings[at - 1] ?? 0) > crossing; at--) crossings[at] = crossings[at - 1] ?? 0;
      crossings[at] = crossing;
    }
    ax = bx;
    ay = by;
  }
  return count;
}

function addSpan(steps: Float64Array, from: number, to: number, width: number): void {
  const start = Math.max(0, Math.min(width, from));
  const end = Math.max(0, Math.min(width, to));
  const first = Math.floor(start);
  const last = Math.floor(end);
  steps[first] = (steps[first] ?? 0) + first + 1 - start;
  steps[first + 1] = (steps[first + 1] ?? 0) + start - first;
  steps[last] = (steps[last] ?? 0) - (last + 1 - end);
  steps[last + 1] = (steps[last + 1] ?? 0) - (end - last);
}

/** Lays a shader over what a shape covers. */
export function fill(raster: Raster, coverage: Coverage, shader: Shader, opacity = 1): void {
  const { pixels } = raster;
  const { values, width, height } = coverage;
  const out: Rgb = [0.5, 0.5, 0.5];
  const scale = opacity / 255;
  for (let row = 0, index = 0; row < height; row++) {
    const y = coverage.y + row;
    let at = (y * raster.width + coverage.x) * 3;
    for (let column = 0; column < width; column++, index++, at += 3) {
      const value = values[index] ?? 0;
      if (value === 0) continue;
      const x = coverage.x + column;
      shader(out, x, y);
      const share = value * scale;
      const noise = grainAt(x, y) * 3;
      pixels[at] = (pixels[at] ?? 0) * (1 - share) + (out[0] + noise) * share;
      pixels[at + 1] = (pixels[at + 1] ?? 0) * (1 - share) + (out[1] + noise) * share;
      pixels[at + 2] = (pixels[at + 2] ?? 0) * (1 - share) + (out[2] + noise) * share;
    }
  }
}

export function fillOutline(raster: Raster, outline: Outline, colour: Rgb, opacity = 1): void {
  fill(
    raster,
    rasterise(raster, outline),
    (out) => {
      put(out, colour[0], colour[1], colour[2]);
    },
    opacity,
  );
}
