import type { Outline } from './geometry';
import { rasterise, type Coverage, type Raster } from './raster';

export interface ShadowStyle {
  dx: number;
  dy: number;
  /** About the distance over which the edge fades, in pixels. */
  blur: number;
  /** 1 is black. */
  strength: number;
}

/** Darkens what lies under a shape, with a soft edge. */
export function castShadow(raster: Raster, outline: Outline, style: ShadowStyle): void {
  const moved = outline.map((value, index) => value + (index % 2 === 0 ? style.dx : style.dy));
  const margin = Math.ceil(style.blur * 1.5);
  const coverage = rasterise(raster, moved, margin);
  const radius = Math.max(1, Math.round(style.blur / 2));
  // Two box blurs are near enough to a Gaussian for an eye.
  for (let pass = 0; pass < 2; pass++) {
    blurLines(coverage, radius, coverage.height, coverage.width, coverage.width, 1);
    blurLines(coverage, radius, coverage.width, coverage.height, 1, coverage.width);
  }
  darken(raster, coverage, style.strength);
}

function blurLines(coverage: Coverage, radius: number, lines: number, length: number, lineStride: number, stride: number): void {
  const { values } = coverage;
  const line = new Float32Array(length + radius * 2 + 1);
  const window = radius * 2 + 1;
  for (let index = 0; index < lines; index++) {
    const start = index * lineStride;
    for (let i = 0; i < length; i++) line[i + radius] = values[start + i * stride] ?? 0;
    let sum = 0;
    for (let i = 0; i < window - 1; i++) sum += line[i] ?? 0;
    for (let i = 0; i < length; i++) {
      sum += line[i + window - 1] ?? 0;
      values[start + i * stride] = sum / window;
      sum -= line[i] ?? 0;
    }
  }
}

function darken(raster: Raster, coverage: Coverage, strength: number): void {
  const { pixels, width } = raster;
  for (let row = 0; row < coverage.height; row++) {
    for (let column = 0; column < coverage.width; column++) {
      const value = coverage.values[row * coverage.width + column] ?? 0;
      if (value === 0) continue;
      const keep = 1 - (value / 255) * strength;
      const at = ((coverage.y + row) * width + coverage.x + column) * 3;
      pixels[at] = (pixels[at] ?? 0) * keep;
      pixels[at + 1] = (pixels[at + 1] ?? 0) * keep;
      pixels[at + 2] = (pixels[at + 2] ?? 0) * keep;
    }
  }
}
