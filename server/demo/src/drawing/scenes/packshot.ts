import type { Random } from '../random';
import { put, smooth, type Rgb } from '../colour';
import type { Drawing } from '../drawing';
import { ellipse } from '../geometry';
import { drawPackage, PROPORTIONS, type Design } from '../packages';
import { createRaster, fillOutline, paintAll } from '../raster';
import { castShadow } from '../shadow';

export interface PackshotPlan {
  width: number;
  height: number;
  design: Design;
  /** The colour of the sweep that it stands before. */
  backdrop: Rgb;
}

/** One package in a studio, before a paper sweep. */
export function drawPackshot({ width, height, design, backdrop }: PackshotPlan, random: Random): Drawing {
  const raster = createRaster(width, height);
  paintAll(
    raster,
    (out, x, y) => {
      const floor = smooth(0.62, 0.92, y / height);
      const glow = 1.04 - ((x / width - 0.4) ** 2 + (y / height - 0.36) ** 2) * 0.34 - floor * 0.06;
      put(out, backdrop[0] * glow, backdrop[1] * glow, backdrop[2] * glow);
    },
    1.5,
  );
  const proportion = PROPORTIONS[design.form];
  const tall = Math.min(height * random.between(0.74, 0.79), (width * 0.72) / proportion);
  const place = {
    x: width * random.between(0.47, 0.52),
    foot: height * 0.5 + tall * 0.52,
    width: tall * proportion,
    height: tall,
  };
  castShadow(raster, ellipse(place.x + place.width * 0.07, place.foot - tall * 0.012, place.width * 0.52, tall * 0.035), {
    dx: 0,
    dy: 0,
    blur: width * 0.06,
    strength: 0.55,
  });
  castShadow(raster, ellipse(place.x, place.foot - 2, place.width * 0.47, tall * 0.012), {
    dx: 0,
    dy: 1,
    blur: 6,
    strength: 0.6,
  });
  const outline = drawPackage(raster, design, place);
  return { raster, parts: [{ kind: design.form, design: design.key, outline }] };
}

/** White where the package is, black elsewhere: the form of a foreground mask. */
export function drawMask({ raster, parts }: Drawing): Drawing {
  const mask = createRaster(raster.width, raster.height);
  for (const part of parts) fillOutline(mask, part.outline, [255, 255, 255]);
  return { raster: mask, parts };
}
