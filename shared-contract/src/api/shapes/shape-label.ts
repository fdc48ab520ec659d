import { z } from 'zod';
import { Id } from '../base/primitives';

/** A label of objects, skeletons, polygons or masks. `color` is hexadecimal, such as #2f80ed. */
export const ShapeLabel = z.object({ id: Id, name: z.string(), color: z.string() });
export type ShapeLabel = z.output<typeof ShapeLabel>;
