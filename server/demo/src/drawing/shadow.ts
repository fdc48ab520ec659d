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

/** From this blur on a shadow is made at half size, at a quarter of the time: nobody sees it in an edge that soft. */
const COARSE_BLUR = 8;

/** Darkens what lies under a shape, with a soft edge. */
export function castShadow(raster: Raster, outline: Outline, style: ShadowStyle): void {
  const shrink = style.blur >= COARSE_BLUR ? 2 : 1;
  const moved = outline.map((value, index) => (value + (index % 2 === 0 ? style.dx : style.dy)) / shrink);
  const blur = style.blur / shrink;
  const frame = { width: Math.ceil(raster.width / shrink), height: Math.ceil(raster.height / shrink) };
  const coverage = rasterise(frame, moved, Math.ceil(blur * 1.5));
  const radius = Math.max(1, Math.round(blur / 2));
  // Two box blurs are near enough to a Gaussian for an eye.
  for (let pass = 0; pass < 2; pass++) {
    blurLines(coverage, radius, coverage.height, coverage.width, coverage.width, 1);
    blurLines(coverage, radius, coverage.width, coverage.height, 1, coverage.width);
  }
  darken(raster, coverage, style.strength, shrink);
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

function darken({ pixels, width, height }: Raster, coverage: Coverage, strength: number, shrink: number): void {
  const scale = strength / 255;
  const right = Math.min(width, (coverage.x + coverage.width) * shrink);
  const bottom = Math.min(height, (coverage.y + coverage.height) * shrink);
  for (let y = coverage.y * shrink; y < bottom; y++) {
    const line = (Math.floor(y / shrink) - coverage.y) * coverage.width - coverage.x;
    for (let x = coverage.x * shrink, at = (y * width + x) * 3; x < right; x++, at += 3) {
      const value = coverage.values[line + Math.floor(x / shrink)] ?? 0;
      if (value === 0) continue;
      const keep = 1 - value * scale;
      pixels[at] = (pixels[at] ?? 0) * keep;
      pixels[at + 1] = (pixels[at + 1] ?? 0) * keep;
      pixels[at + 2] = (pixels[at + 2] ?? 0) * keep;
    }
  }
}
