import { dim, hex, mix, put, scaled, smooth, type Rgb } from '../colour';
import { ellipse, lathe, rectangle, type Outline } from '../geometry';
import { smoothNoise } from '../noise';
import { fill, fillOutline, rasterise, type Raster } from '../raster';
import { artworkOf, sampleArtwork } from './artwork';
import type { Design } from './design';

/** Where a package stands: the middle of its foot and its size, in pixels. */
export interface Place {
  x: number;
  foot: number;
  width: number;
  height: number;
}

/** Light from the upper left on an upright cylinder; u goes from -1 at the left edge to 1. */
function cylinderLight(u: number): number {
  const lit = Math.sqrt(Math.max(0, 1 - (u + 0.3) * (u + 0.3) * 0.72));
  return 0.42 + 0.62 * lit + 0.3 * Math.exp(-((u + 0.45) * (u + 0.45)) / 0.014) + 0.1 * smooth(0.86, 1, u);
}

export function drawCarton(raster: Raster, design: Design, { x, foot, width, height }: Place): Outline {
  const depth = width * 0.15;
  const left = x - width / 2;
  const front = width - depth;
  const top = foot - height;
  const artwork = artworkOf(design, 160, 240);
  const side: Outline = [
    left + front,
    top,
    left + width,
    top + height * 0.035,
    left + width,
    foot - height * 0.03,
    left + front,
    foot,
  ];
  const dark = scaled(hex(design.base), 0.58);
  fill(raster, rasterise(raster, side), (out, px, py) => {
    const shade = 1.08 - ((px - left - front) / depth) * 0.2 - ((py - top) / height) * 0.16;
    put(out, dark[0] * shade, dark[1] * shade, dark[2] * shade);
  });
  fill(raster, rasterise(raster, rectangle(left, top, front, height)), (out, px, py) => {
    const u = (px - left) / front;
    const v = (py - top) / height;
    sampleArtwork(out, artwork, u, v);
    const shade =
      1.07 - u * 0.12 - v * 0.07 - 0.16 * smooth(0.972, 1, u) + 0.14 * smooth(0.02, 0, u) + 0.22 * smooth(0.014, 0, v);
    dim(out, shade);
  });
  return [
    left,
    top,
    left + front,
    top,
    left + width,
    top + height * 0.035,
    left + width,
    foot - height * 0.03,
    left + front,
    foot,
    left,
    foot,
  ];
}

/** The silhouette of an upright cylinder seen a little from above. */
function cylinder(x: number, top: number, foot: number, half: number, bulge: number): Outline {
  const upper = Array.from({ length: 17 }, (_, step) => Math.PI + (step / 16) * Math.PI).flatMap((angle) => [
    x + Math.cos(angle) * half,
    top + bulge + Math.sin(angle) * bulge,
  ]);
  const lower = Array.from({ length: 17 }, (_, step) => (step / 16) * Math.PI).flatMap((angle) => [
    x + Math.cos(angle) * half,
    foot - bulge + Math.sin(angle) * bulge,
  ]);
  return [...upper, ...lower];
}

export function drawCan(raster: Raster, design: Design, { x, foot, width, height }: Place): Outline {
  const half = width / 2;
  const bulge = width * 0.085;
  const top = foot - height;
  const artwork = artworkOf(design, 300, 220);
  const outline = cylinder(x, top, foot, half, bulge);
  const rim = height * 0.045;
  fill(raster, rasterise(raster, outline), (out, px, py) => {
    const u = (px - x) / half;
    const drop = Math.sqrt(Math.max(0, 1 - u * u)) * bulge;
    const level = py - drop - top - bulge * 0.9;
    const span = height - bulge * 1.9;
    const light = cylinderLight(u);
    if (level < rim || level > span - rim) {
      const ring = 0.86 + 0.2 * Math.sin((level / rim) * 5);
      put(out, 186 * light * ring, 190 * light * ring, 198 * light * ring);
      return;
    }
    sampleArtwork(
      out,
      artwork,
      0.5 + Math.asin(Math.max(-1, Math.min(1, u))) / (Math.PI * 1.12),
      (level - rim) / (span - 2 * rim),
    );
    dim(out, light);
  });
  drawLid(raster, x, top + bulge, half, bulge);
  return outline;
}

function drawLid(raster: Raster, x: number, y: number, half: number, bulge: number): void {
  fill(raster, rasterise(raster, ellipse(x, y, half, bulge)), (out, px) => {
    const light = 0.92 + 0.2 * Math.sin(((px - x) / half) * 2.4 + 0.6);
    put(out, 196 * light, 200 * light, 208 * light);
  });
  fillOutline(raster, ellipse(x, y + bulge * 0.08, half * 0.88, bulge * 0.8), [150, 154, 163]);
  fill(raster, rasterise(raster, ellipse(x, y + bulge * 0.16, half * 0.84, bulge * 0.7)), (out, px) => {
    const light = 0.95 + 0.16 * Math.sin(((px - x) / half) * 3 + 1);
    put(out, 188 * light, 192 * light, 200 * light);
  });
  fillOutline(raster, ellipse(x + half * 0.12, y + bulge * 0.2, half * 0.2, bulge * 0.24), [128, 132, 142]);
}

export function drawBottle(raster: Raster, design: Design, { x, foot, width, height }: Place): Outline {
  const half = width / 2;
  const at = (share: number) => foot - height * (1 - share);
  const outline = lathe(x, [
    [at(0), half * 0.4],
    [at(0.005), half * 0.44],
    [at(0.075), half * 0.44],
    [at(0.08), half * 0.38],
    [at(0.2), half * 0.4],
    [at(0.25), half * 0.46],
    [at(0.3), half * 0.62],
    [at(0.35), half * 0.84],
    [at(0.4), half * 0.97],
    [at(0.45), half],
    [at(0.965), half],
    [at(0.985), half * 0.95],
    [at(1), half * 0.8],
  ]);
  const liquid = hex(design.content ?? design.accent);
  const cap = hex(design.accent);
  const artwork = artworkOf(design, 200, 200);
  fill(raster, rasterise(raster, outline), (out, px, py) => {
    const v = (py - at(0)) / height;
    const reach = v < 0.25 ? 0.42 : v < 0.45 ? 0.42 + (v - 0.25) * 2.9 : 1;
    const u = (px - x) / (half * reach);
    if (v < 0.08) {
      const light = cylinderLight(u) * (0.92 + 0.08 * Math.sin(u * 24));
      put(out, cap[0] * light, cap[1] * light, cap[2] * light);
      return;
    }
    const drop = Math.sqrt(Math.max(0, 1 - u * u)) * 0.012;
    const label = (v - drop - 0.5) / 0.36;
    if (label > 0 && label < 1) {
      sampleArtwork(out, artwork, 0.5 + Math.asin(Math.max(-1, Math.min(1, u))) / (Math.PI * 1.05), label);
      const light = cylinderLight(u);
      dim(out, light);
      return;
    }
    const glow = 0.5 + 0.5 * (1 - u * u) - 0.24 * smooth(0.72, 1, Math.abs(u));
    const shine = 130 * Math.exp(-((u + 0.55) * (u + 0.55)) / 0.01) + 50 * Math.exp(-((u - 0.7) * (u - 0.7)) / 0.008);
    const filled = v > 0.17 ? 1 : 0.55;
    put(
      out,
      liquid[0] * glow * filled + 205 * (1 - filled) * glow + shine,
      liquid[1] * glow * filled + 215 * (1 - filled) * glow + shine,
      liquid[2] * glow * filled + 215 * (1 - filled) * glow + shine,
    );
  });
  return outline;
}

export function drawJar(raster: Raster, design: Design, { x, foot, width, height }: Place): Outline {
  const half = width / 2;
  const top = foot - height;
  const at = (share: number) => top + height * share;
  const outline = lathe(x, [
    [at(0), half * 0.8],
    [at(0.015), half * 0.85],
    [at(0.15), half * 0.86],
    [at(0.16), half * 0.8],
    [at(0.2), half * 0.84],
    [at(0.25), half * 0.95],
    [at(0.3), half],
    [at(0.93), half],
    [at(0.975), half * 0.96],
    [at(1), half * 0.84],
  ]);
  const content = hex(design.content ?? design.accent);
  const lid = hex(design.accent);
  const artwork = artworkOf(design, 240, 170);
  fill(raster, rasterise(raster, outline), (out, px, py) => {
    const v = (py - top) / height;
    const u = (px - x) / (half * (v < 0.16 ? 0.86 : 1));
    const light = cylinderLight(u);
    if (v < 0.155) {
      const ribs = 0.9 + 0.1 * Math.sin(u * 40) - 0.22 * smooth(0.13, 0.155, v) + 0.16 * smooth(0.03, 0.0, v);
      put(out, lid[0] * light * ribs, lid[1] * light * ribs, lid[2] * light * ribs);
      return;
    }
    const drop = Math.sqrt(Math.max(0, 1 - u * u)) * 0.02;
    const label = (v - drop - 0.36) / 0.5;
    if (label > 0 && label < 1) {
      sampleArtwork(out, artwork, 0.5 + Math.asin(Math.max(-1, Math.min(1, u))) / (Math.PI * 1.05), label);
      dim(out, light);
      return;
    }
    const lumps = 0.84 + 0.32 * smoothNoise(px / (width * 0.07), py / (width * 0.06));
    const glow = (0.62 + 0.4 * (1 - u * u)) * lumps;
    const shine = 120 * Math.exp(-((u + 0.62) * (u + 0.62)) / 0.006) + 46 * Math.exp(-((u - 0.78) * (u - 0.78)) / 0.004);
    const body: Rgb = v < 0.215 ? mix(content, [225, 230, 228], 0.7) : content;
    put(out, body[0] * glow + shine, body[1] * glow + shine, body[2] * glow + shine);
  });
  return outline;
}
