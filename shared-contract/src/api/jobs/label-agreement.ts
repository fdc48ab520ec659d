import { z } from 'zod';
import { Id, UserReference } from '../base/primitives';

/** Krippendorff's alpha for nominal data, unless a field states otherwise. */
export const Alpha = z.object({
  /** 1 is perfect agreement, 0 is agreement by chance. Null if nothing is compared or all values are equal. */
  alpha: z.number().nullable(),
  /** Number of compared units. */
  n: z.number().int(),
});

/** The agreement of all users of a job on a label. */
export const LabelAgreement = z.object({
  /** Whether the label belongs to shapes or to images. */
  of: z.enum(['shapes', 'images']),
  label: Id,
  /** Null if the label was deleted. */
  name: z.string().nullable(),
  color: z.string().nullable(),
  /**
   * Agreement on whether the label applies. The units are objects that at least two users have drawn, or items. `n` is the number of units
   * to which at least one user gave the label.
   */
  alpha: Alpha,
  /**
   * Only for a label of images that has values: Krippendorff's alpha for interval data. `n` is the number of images with at least two
   * values. Null for other labels.
   */
  value_alpha: Alpha.nullable(),
  /** F1 of shapes with the label, over all pairs of users. Null for labels of images. */
  f1: z.object({ value: z.number().nullable(), n: z.number().int() }).nullable(),
  /** Mean similarity (IoU or OKS) of the matching shapes with the label. Null for labels of images. */
  similarity: z.object({ mean: z.number().nullable(), n: z.number().int() }).nullable(),
});
export type LabelAgreement = z.output<typeof LabelAgreement>;

/** The agreement of users on the values of a label on objects. */
export const ValueAgreement = z.object({
  label: Id,
  name: z.string(),
  /** The pair of users. Null for all users. */
  first: UserReference.nullable(),
  second: UserReference.nullable(),
  /** Krippendorff's alpha for interval data. Units are objects to which at least two of the users gave a value. */
  alpha: Alpha,
});
export type ValueAgreement = z.output<typeof ValueAgreement>;

/** Two labels that users gave to the same objects. No user is the reference, so the order of the labels has no meaning. */
export const LabelMatch = z.object({ first: Id, second: Id, count: z.number().int() });
export type LabelMatch = z.output<typeof LabelMatch>;

/** An item on which two users gave two labels to the same objects. */
export const LabelMatchItem = z.object({
  image: Id,
  /** Null for an image without a name. */
  file_name: z.string().nullable(),
  thumb_img_path: z.string(),
  first: UserReference,
  second: UserReference,
  first_label: Id,
  second_label: Id,
  count: z.number().int(),
});
export type LabelMatchItem = z.output<typeof LabelMatchItem>;
