import { z } from 'zod';
import { SHAPE_KINDS, SHAPE_NAMES, type ShapeName } from '../../shape-kinds';
import { Id } from '../base/primitives';

type Kinds = typeof SHAPE_KINDS;
type Count<Name extends ShapeName> = Kinds[Name]['isOriginal'] extends true ? z.ZodNumber : z.ZodOptional<z.ZodNumber>;

/** Defines one count for each kind of shape. Counts of kinds that older servers do not support are optional. */
export const defineShapeCounts = <Key extends 'plural' | 'importedPlural'>(key: Key) =>
  Object.fromEntries(
    SHAPE_NAMES.map((name) => {
      const count = z.number().int();
      return [SHAPE_KINDS[name][key], SHAPE_KINDS[name].isOriginal ? count : count.optional()];
    }),
  ) as { [Name in ShapeName as Kinds[Name][Key]]: Count<Name> };

/** One optional id field for each kind of shape. */
export const shapeIdFields = Object.fromEntries(SHAPE_NAMES.map((name) => [name, Id.optional()])) as Record<
  ShapeName,
  z.ZodOptional<typeof Id>
>;
