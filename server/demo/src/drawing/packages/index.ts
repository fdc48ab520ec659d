import type { Outline } from '../geometry';
import type { Raster } from '../raster';
import type { Design, Form } from './design';
import { drawBag, drawCard } from './flat';
import { drawBottle, drawCan, drawCarton, drawJar, type Place } from './rigid';

export { PROPORTIONS, STATURE, type Design, type Form } from './design';
export type { Place } from './rigid';

const DRAWERS: Record<Form, (raster: Raster, design: Design, place: Place) => Outline> = {
  carton: drawCarton,
  can: drawCan,
  bottle: drawBottle,
  jar: drawJar,
  bag: drawBag,
  card: drawCard,
};

/** Draws a package and answers its silhouette. */
export function drawPackage(raster: Raster, design: Design, place: Place): Outline {
  return DRAWERS[design.form](raster, design, place);
}
