import { dim, distance, put, type Rgb } from '../colour';
import { cloud, smoothNoise } from '../noise';
import { paintAll, type Raster } from '../raster';

export type Surface = 'oak' | 'walnut' | 'marble' | 'slate' | 'linen';

/** Colours the whole picture as a table top, lit from the upper left. */
export function paintSurface(raster: Raster, surface: Surface, seed: number): void {
  const { width, height } = raster;
  const texture = TEXTURES[surface];
  const reach = Math.hypot(width, height);
  paintAll(raster, (out, x, y) => {
    texture(out, x, y, seed);
    const light = 1.1 - (distance(x - width * 0.28, y - height * 0.2) / reach) * 0.5;
    dim(out, light);
  });
}

const wood = (dark: Rgb, pale: Rgb) => (out: Rgb, x: number, y: number, seed: number) => {
  const plank = Math.floor((y + seed * 13) / 150);
  const along = x * 0.0045 + plank * 37 + seed;
  const rings = Math.sin((smoothNoise(along, (y + plank * 91) * 0.022) * 9 + y * 0.055) * 1.7);
  const fibre = smoothNoise(x * 0.02 + seed, y * 0.62);
  const seam = (y + seed * 13) % 150 < 2.2 ? 0.58 : 1;
  const share = Math.min(1, Math.max(0, 0.48 + rings * 0.22 + (fibre - 0.5) * 0.5));
  const tone = (0.94 + ((plank * 7) % 5) * 0.03) * seam;
  for (let channel = 0; channel < 3; channel++)
    out[channel] = ((dark[channel] ?? 0) * (1 - share) + (pale[channel] ?? 0) * share) * tone;
};

const TEXTURES: Record<Surface, (out: Rgb, x: number, y: number, seed: number) => void> = {
  oak: wood([158, 112, 68], [206, 164, 112]),
  walnut: wood([74, 48, 34], [122, 84, 58]),
  marble: (out, x, y, seed) => {
    const drift = cloud(x * 0.006 + seed, y * 0.006);
    const vein = Math.abs(Math.sin((x * 0.7 + y) * 0.006 + drift * 3.6 + seed));
    const tone = 236 - drift * 22 - 52 * Math.max(0, 0.14 - vein) * 7;
    put(out, tone, tone * 0.995, tone * 0.985);
  },
  slate: (out, x, y, seed) => {
    const tone = 52 + cloud(x * 0.014 + seed, y * 0.02) * 40;
    put(out, tone * 0.94, tone, tone * 1.06);
  },
  linen: (out, x, y, seed) => {
    const weave =
      ((x ^ y) & 2 ? 5 : -4) + (smoothNoise(x * 0.9, y * 0.05 + seed) + smoothNoise(x * 0.05 + seed, y * 0.9) - 1) * 26;
    const fold = (cloud(x * 0.004 + seed, y * 0.006) - 0.5) * 36;
    put(out, 206 + weave + fold, 196 + weave + fold, 180 + weave + fold);
  },
};
