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
  const out: Rgb = [0, 0, 0];
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
export function rasterise(raster: Raster, outline: Outline, margin = 0): Coverage {
  const box = boxOf(outline);
  const x = Math.max(0, Math.floor(box.x1) - margin);
  const y = Math.max(0, Math.floor(box.y1) - margin);
  const width = Math.max(0, Math.min(raster.width, Math.ceil(box.x2) + margin) - x);
  const height = Math.max(0, Math.min(raster.height, Math.ceil(box.y2) + margin) - y);
  const values = new Uint8Array(width * height);
  const sums = new Float32Array(width + 2);
  const crossings: number[] = [];
  for (let row = 0; row < height; row++) {
    sums.fill(0);
    for (let sub = 0; sub < SUBROWS; sub++) {
      crossRow(outline, y + row + (sub + 0.5) / SUBROWS, crossings);
      for (let i = 0; i + 1 < crossings.length; i += 2) addSpan(sums, (crossings[i] ?? 0) - x, (crossings[i + 1] ?? 0) - x, width);
    }
    for (let column = 0; column < width; column++) values[row * width + column] = Math.min(255, ((sums[column] ?? 0) * 255) / SUBROWS);
  }
  return { x, y, width, height, values };
}

function crossRow(outline: Outline, y: number, crossings: number[]): void {
  crossings.length = 0;
  const length = outline.length;
  let ax = outline[length - 2] ?? 0;
  let ay = outline[length - 1] ?? 0;
  for (let i = 0; i < length; i += 2) {
    const bx = outline[i] ?? 0;
    const by = outline[i + 1] ?? 0;
    if (ay <= y !== by <= y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
    ax = bx;
    ay = by;
  }
  crossings.sort((a, b) => a - b);
}

function addSpan(sums: Float32Array, from: number, to: number, width: number): void {
  const start = Math.max(0, from);
  const end = Math.min(width, to);
  if (end <= start) return;
  const first = Math.floor(start);
  const last = Math.floor(end);
  if (first === last) {
    sums[first] = (sums[first] ?? 0) + end - start;
    return;
  }
  sums[first] = (sums[first] ?? 0) + first + 1 - start;
  for (let column = first + 1; column < last; column++) sums[column] = (sums[column] ?? 0) + 1;
  sums[last] = (sums[last] ?? 0) + end - last;
}

/** Lays a shader over what a shape covers. */
export function fill(raster: Raster, coverage: Coverage, shader: Shader, opacity = 1): void {
  const out: Rgb = [0, 0, 0];
  for (let row = 0; row < coverage.height; row++) {
    const y = coverage.y + row;
    for (let column = 0; column < coverage.width; column++) {
      const value = coverage.values[row * coverage.width + column] ?? 0;
      if (value === 0) continue;
      const x = coverage.x + column;
      shader(out, x, y);
      blend(raster, (y * raster.width + x) * 3, out, (value / 255) * opacity, grainAt(x, y) * 3);
    }
  }
}

function blend(raster: Raster, at: number, colour: Rgb, share: number, noise: number): void {
  const { pixels } = raster;
  pixels[at] = (pixels[at] ?? 0) * (1 - share) + (colour[0] + noise) * share;
  pixels[at + 1] = (pixels[at + 1] ?? 0) * (1 - share) + (colour[1] + noise) * share;
  pixels[at + 2] = (pixels[at + 2] ?? 0) * (1 - share) + (colour[2] + noise) * share;
}

export function fillOutline(raster: Raster, outline: Outline, colour: Rgb, opacity = 1): void {
  fill(raster, rasterise(raster, outline), (out) => {
    put(out, colour[0], colour[1], colour[2]);
  }, opacity);
}
