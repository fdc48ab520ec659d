import { dim, hex, inkOn, mix, put, scaled, smooth } from '../colour';
import { radial, rectangle, roundedRectangle, type Outline } from '../geometry';
import { drawCentred, drawText, fittingSize } from '../lettering';
import { cloud, smoothNoise } from '../noise';
import { fill, fillOutline, rasterise, type Raster } from '../raster';
import { artworkOf, sampleArtwork } from './artwork';
import type { Design } from './design';
import type { Place } from './rigid';

const CRIMP = 0.055;

export function drawBag(raster: Raster, design: Design, { x, foot, width, height }: Place): Outline {
  const half = width / 2;
  const top = foot - height;
  const seed = design.key.length * 7.3;
  const outline = bagOutline(x, top, half, height, seed);
  const artwork = artworkOf(design, 170, 230);
  fill(raster, rasterise(raster, outline), (out, px, py) => {
    const u = (px - x) / half;
    const v = (py - top) / height;
    sampleArtwork(out, artwork, 0.5 + u * 0.49, v);
    if (v < CRIMP || v > 1 - CRIMP) {
      const ribs = 0.9 + 0.14 * Math.sin(py * 2.1);
      dim(out, ribs);
      return;
    }
    const across = Math.cos(u * 1.45);
    const along = smooth(CRIMP, 0.3, v) * smooth(1 - CRIMP, 0.72, v);
    // Creases run from the seams to the belly, so they fade where the bag is full.
    const crease = (smoothNoise(u * 3.1 + v * 2 + seed, v * 6.5 + seed) - 0.5) * (0.85 - along * 0.6);
    const light = 0.66 + 0.42 * across * (0.55 + 0.45 * along) - u * 0.13 + crease * 0.55;
    const shine = 70 * Math.max(0, crease) + 46 * Math.exp(-((u + 0.42 + crease * 0.3) ** 2) / 0.02) * along;
    out[0] = out[0] * light + shine;
    out[1] = out[1] * light + shine;
    out[2] = out[2] * light + shine;
  });
  return outline;
}

function bagOutline(x: number, top: number, half: number, height: number, seed: number): Outline {
  const sides = Array.from({ length: 19 }, (_, step) => {
    const v = step / 18;
    const waist = v < CRIMP || v > 1 - CRIMP ? 0.93 : 0.93 + 0.07 * Math.sin(((v - CRIMP) / (1 - 2 * CRIMP)) * Math.PI) ** 0.6;
    return {
      y: top + v * height,
      right: half * (waist - 0.035 * smoothNoise(v * 7 + seed, 1.5)),
      left: half * (waist - 0.035 * smoothNoise(v * 7 + seed, 8.5)),
    };
  });
  return [...sides.flatMap(({ y, right }) => [x + right, y]), ...[...sides].reverse().flatMap(({ y, left }) => [x - left, y])];
}

/** A trading card: a frame, a landscape with a figure of light, a name and a number. */
export function drawCard(raster: Raster, design: Design, { x, foot, width, height }: Place): Outline {
  const left = x - width / 2;
  const top = foot - height;
  const base = hex(design.base);
  const accent = hex(design.accent);
  const outline = roundedRectangle(left, top, width, height, width * 0.05);
  const rim = width * 0.045;
  fillOutline(raster, outline, [246, 243, 234]);
  fill(
    raster,
    rasterise(raster, roundedRectangle(left + rim, top + rim, width - 2 * rim, height - 2 * rim, width * 0.03)),
    (out, px, py) => {
      const foil = 0.88 + 0.2 * Math.sin(((px - left) / width) * 6 + ((py - top) / height) * 9);
      put(out, base[0] * foil, base[1] * foil, base[2] * foil);
    },
  );
  const art = { x: left + width * 0.1, y: top + height * 0.14, width: width * 0.8, height: height * 0.5 };
  const light = mix(accent, [255, 255, 245], 0.72);
  const ground = scaled(mix(base, accent, 0.5), 0.42);
  fill(raster, rasterise(raster, rectangle(art.x, art.y, art.width, art.height)), (out, px, py) => {
    const u = (px - art.x) / art.width;
    const v = (py - art.y) / art.height;
    const glow = Math.exp(-((u - 0.5) ** 2 + (v - 0.42) ** 2) / 0.07);
    const mist = cloud(u * 5 + design.key.length, v * 4 + base[0]);
    const hill = v > 0.7 + 0.12 * Math.sin(u * 5 + base[1]) - 0.1 * smoothNoise(u * 9, base[2]);
    const dim = hill ? 0.55 : 0.75 + 0.5 * mist;
    for (let channel = 0; channel < 3; channel++) {
      const back = (hill ? ground[channel] : accent[channel]) ?? 0;
      out[channel] = back * dim + (light[channel] ?? 0) * glow * (hill ? 0.25 : 0.8);
    }
  });
  drawEmblem(raster, design, art.x + art.width / 2, art.y + art.height * 0.45, art.height * 0.27);
  const ink = inkOn(base);
  const size = fittingSize(design.brand, height * 0.052, width * 0.62);
  drawText(raster, design.brand, left + width * 0.1, top + height * 0.068, { size, colour: ink, weight: 0.2 });
  fillOutline(
    raster,
    roundedRectangle(left + width * 0.1, top + height * 0.67, width * 0.8, height * 0.24, width * 0.02),
    mix(base, [255, 252, 240], 0.82),
  );
  for (let line = 0; line < 4; line++)
    fillOutline(
      raster,
      rectangle(
        left + width * 0.15,
        top + height * (0.705 + line * 0.038),
        width * (line === 3 ? 0.34 : 0.69 - line * 0.04),
        height * 0.009,
      ),
      [120, 112, 104],
    );
  drawCentred(raster, design.word, left + width * 0.78, top + height * 0.862, {
    size: height * 0.03,
    colour: [70, 62, 60],
    weight: 0.2,
  });
  return outline;
}

function drawEmblem(raster: Raster, design: Design, x: number, y: number, radius: number): void {
  const accent = hex(design.accent);
  const number = Number(design.word.slice(1));
  const points = 3 + (number % 6);
  const depth = 0.14 + ((number * 7) % 5) * 0.07;
  const star = radial(
    x,
    y,
    96,
    (angle) => radius * (1 - depth + depth * Math.cos(points * angle) + 0.1 * Math.cos(2 * points * angle)),
    1,
    -Math.PI / 2,
  );
  fill(raster, rasterise(raster, star), (out, px, py) => {
    const lit = 0.8 + 0.4 * ((x - px + y - py) / radius) * 0.5;
    const pale = mix(accent, [255, 255, 255], 0.55);
    put(out, pale[0] * lit + 20, pale[1] * lit + 20, pale[2] * lit + 20);
  });
  fillOutline(
    raster,
    radial(x, y, 24, () => radius * 0.24),
    scaled(accent, 0.42),
  );
}
