import { hex, inkOn, mix, put, scaled, type Rgb } from '../colour';
import { ellipse, rectangle, roundedRectangle } from '../geometry';
import { drawCentred, fittingSize } from '../lettering';
import { smoothNoise } from '../noise';
import { createRaster, fillOutline, paintAll, type Raster } from '../raster';
import type { Design, Form } from './design';

/** What is printed on a package, flat; wrapped round the package's shape when that is drawn. */
export type Artwork = Raster;

const ROUND_FORMS: ReadonlySet<Form> = new Set(['can', 'bottle', 'jar']);
const cache = new Map<string, Artwork>();

/** The print of a design, `width` by `height` pixels; drawn once. */
export function artworkOf(design: Design, width: number, height: number): Artwork {
  const key = `${design.key} ${width} ${height}`;
  const known = cache.get(key);
  if (known) return known;
  const artwork = drawArtwork(design, width, height);
  cache.set(key, artwork);
  return artwork;
}

/** Nearest would shimmer on lettering; this is bilinear. u and v go from 0 to 1. */
export function sampleArtwork(out: Rgb, artwork: Artwork, u: number, v: number): void {
  const { width, height, pixels } = artwork;
  const x = Math.min(width - 1.001, Math.max(0, u * width - 0.5));
  const y = Math.min(height - 1.001, Math.max(0, v * height - 0.5));
  const x0 = x | 0;
  const y0 = y | 0;
  const fx = x - x0;
  const fy = y - y0;
  const at = (y0 * width + x0) * 3;
  const below = at + width * 3;
  for (let channel = 0; channel < 3; channel++) {
    const top = (pixels[at + channel] ?? 0) * (1 - fx) + (pixels[at + 3 + channel] ?? 0) * fx;
    const bottom = (pixels[below + channel] ?? 0) * (1 - fx) + (pixels[below + 3 + channel] ?? 0) * fx;
    out[channel] = top * (1 - fy) + bottom * fy;
  }
}

function drawArtwork(design: Design, width: number, height: number): Artwork {
  const raster = createRaster(width, height);
  const base = hex(design.base);
  const accent = hex(design.accent);
  paintAll(
    raster,
    (out, _x, y) => {
      const shade = 1.04 - (y / height) * 0.1;
      put(out, base[0] * shade, base[1] * shade, base[2] * shade);
    },
    0,
  );
  MOTIFS[design.motif](raster, accent, base);
  drawWords(raster, design, base, accent);
  return raster;
}

const MOTIFS: Record<Design['motif'], (raster: Raster, accent: Rgb, base: Rgb) => void> = {
  sun: (raster, accent, base) => {
    const { width, height } = raster;
    const radius = Math.min(width * 0.3, height * 0.19);
    const middle = height * 0.66;
    for (let ray = 0; ray < 18; ray++) {
      const angle = (ray / 18) * Math.PI * 2;
      const wide = 0.075;
      fillOutline(
        raster,
        [
          width / 2 + Math.cos(angle - wide) * radius * 1.12,
          middle + Math.sin(angle - wide) * radius * 1.12,
          width / 2 + Math.cos(angle) * radius * 1.6,
          middle + Math.sin(angle) * radius * 1.6,
          width / 2 + Math.cos(angle + wide) * radius * 1.12,
          middle + Math.sin(angle + wide) * radius * 1.12,
        ],
        mix(accent, base, 0.35),
      );
    }
    fillOutline(raster, ellipse(width / 2, middle, radius, radius), accent);
    fillOutline(
      raster,
      ellipse(width / 2 - radius * 0.2, middle - radius * 0.2, radius * 0.55, radius * 0.55),
      mix(accent, [255, 255, 255], 0.28),
    );
  },
  waves: (raster, accent, base) => {
    const { width, height } = raster;
    for (let band = 0; band < 4; band++) {
      const top = height * (0.5 + band * 0.13);
      const outline = [0, height];
      for (let step = 0; step <= 24; step++) {
        const x = (step / 24) * width;
        outline.push(x, top + Math.sin((x / width) * 7 + band * 1.7) * height * 0.035);
      }
      outline.push(width, height);
      fillOutline(raster, outline, mix(base, accent, 0.4 + band * 0.2));
    }
  },
  stripes: (raster, accent, base) => {
    const { width, height } = raster;
    for (let stripe = -4; stripe < 9; stripe++) {
      const x = (stripe * width) / 5;
      fillOutline(
        raster,
        [x, height, x + width * 0.1, height, x + width * 0.1 + height * 0.3, height * 0.46, x + height * 0.3, height * 0.46],
        stripe % 2 === 0 ? accent : mix(accent, base, 0.5),
      );
    }
    fillOutline(raster, rectangle(0, height * 0.44, width, height * 0.025), accent);
  },
  leaf: (raster, accent, base) => {
    const { width, height } = raster;
    const reach = Math.min(width * 0.46, height * 0.42);
    for (const leaf of [-3, 3, -2, 2, -1, 1, 0]) {
      const turn = -Math.PI / 2 + leaf * 0.44;
      const length = reach * (1 - Math.abs(leaf) * 0.07);
      // Two arcs that meet in a point at both ends.
      const blade = [1, -1].flatMap((side) =>
        Array.from({ length: 13 }, (_, step) => {
          const along = (side === 1 ? step : 12 - step) / 12;
          const off = side * Math.sin(along * Math.PI) * length * 0.14;
          const far = length * (0.12 + along * 0.88);
          return [
            width / 2 + Math.cos(turn) * far - Math.sin(turn) * off,
            height * 0.87 + Math.sin(turn) * far + Math.cos(turn) * off,
          ];
        }).flat(),
      );
      fillOutline(raster, blade, Math.abs(leaf) % 2 === 0 ? accent : mix(accent, base, 0.36));
    }
  },
  split: (raster, accent, base) => {
    const { width, height } = raster;
    fillOutline(raster, [0, height * 0.52, width, height * 0.4, width, height, 0, height], accent);
    fillOutline(
      raster,
      [0, height * 0.5, width, height * 0.38, width, height * 0.4, 0, height * 0.52],
      mix(base, [255, 255, 255], 0.6),
    );
    for (const [x, y, size] of [
      [0.3, 0.72, 0.1],
      [0.55, 0.66, 0.13],
      [0.74, 0.76, 0.09],
      [0.5, 0.83, 0.07],
    ] as const) {
      fillOutline(raster, ellipse(width * x, height * y, width * size, width * size), mix(accent, [255, 255, 255], 0.25 + size));
    }
  },
  peaks: (raster, accent, base) => {
    const { width, height } = raster;
    for (let ridge = 0; ridge < 3; ridge++) {
      const outline = [0, height];
      for (let step = 0; step <= 30; step++) {
        const x = (step / 30) * width;
        outline.push(x, height * (0.56 + ridge * 0.14) - smoothNoise(step * 0.42 + ridge * 11, ridge * 5 + 3) * height * 0.16);
      }
      outline.push(width, height);
      fillOutline(raster, outline, scaled(mix(base, accent, 0.45 + ridge * 0.27), 1 - ridge * 0.06));
    }
    fillOutline(raster, ellipse(width * 0.7, height * 0.42, width * 0.09, width * 0.09), mix(accent, [255, 250, 220], 0.6));
  },
};

function drawWords(raster: Raster, design: Design, base: Rgb, accent: Rgb): void {
  const { width, height } = raster;
  // The sides of what is round are seen at a slant: words keep away from them.
  const room = ROUND_FORMS.has(design.form) ? width * 0.58 : width * 0.74;
  const size = fittingSize(design.brand, height * 0.13, room);
  const ink = inkOn(base);
  drawCentred(raster, design.brand, width / 2, height * 0.15, { size, colour: ink, weight: 0.21 });
  const small = fittingSize(design.word, height * 0.062, room * 0.95);
  drawCentred(raster, design.word, width / 2, height * 0.15 + size * 1.5, {
    size: small,
    colour: mix(ink, base, 0.15),
    weight: 0.17,
  });
  const panel = roundedRectangle(width * 0.08, height * 0.895, width * 0.36, height * 0.06, height * 0.015);
  fillOutline(raster, panel, mix(base, [255, 255, 255], 0.75), 0.9);
  for (let line = 0; line < 2; line++)
    fillOutline(
      raster,
      rectangle(width * 0.11, height * (0.912 + line * 0.02), width * (0.28 - line * 0.09), height * 0.008),
      mix(accent, [40, 40, 40], 0.6),
    );
}
