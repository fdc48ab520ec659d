import { z } from 'zod';

/** The version of the lines below; a later one adds to them. */
export const CONSOLE_LINES_VERSION = 1;

const AssignedLabel = z.object({ id: z.string(), value: z.number().nullable() });
const shapeFields = { id: z.string(), data: z.array(z.number()) };

/** The first line of `console.jsonl`. */
const HeaderLine = z.object({ annotation_console: z.literal(CONSOLE_LINES_VERSION), created: z.string() });

/** Before the images: each label that they may name, by its id. */
const LabelLine = z.object({
  label: z.object({
    of: z.enum(['recognition', 'detection', 'segmentation']),
    id: z.string(),
    name: z.string(),
    /** Of recognition: category, tag, value or plain, with the range of a value. */
    type: z.string().nullable(),
    min_value: z.number().nullable(),
    max_value: z.number().nullable(),
    step_value: z.number().nullable(),
    color: z.string().nullable().optional(),
  }),
});

const setFields = { name: z.string(), year: z.number().int().nullable() };

/** A product that has a cut-out of an object among its pictures, and where it stands in the catalogue; in lines of before its name alone. */
const ProductOfObject = z.object({
  id: z.string(),
  name: z.string(),
  customer_product_id: z.string(),
  /** The id of the object that was cut out. */
  object: z.string(),
  verified: z.boolean().optional(),
  meta_data: z.unknown().optional(),
  collection: z.object({ name: z.string(), type: z.string() }).nullable().optional(),
  /** `above`: the sets that it is in, the nearest first. */
  set: z
    .object({ ...setFields, above: z.array(z.object(setFields)).optional() })
    .nullable()
    .optional(),
  prices: z
    .array(
      z.object({
        /** As it is written, with its digits. */
        price: z.string(),
        currency: z.string(),
        /** When it was seen. */
        date: z.string(),
        ...{ source: z.string().nullable(), grade_company: z.string().nullable() },
        ...{ item_link: z.string().nullable(), img_link: z.string().nullable() },
      }),
    )
    .optional(),
});

const VerificationRecord = z.object({ email: z.string(), created: z.string() });

/** Before the first image that is in it, or that an object in it is on; the groups that it is in come before it. */
const GroupLine = z.object({
  group: z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    /** The name of its type. */
    type: z.string().nullable(),
    test: z.boolean(),
    meta_data: z.unknown(),
    verified_by: z.array(VerificationRecord),
    /** Ids of the groups that it is in. */
    groups: z.array(z.string()),
  }),
});

/** Before the first image that is in it. */
const JobLine = z.object({
  job: z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    instructions: z.string(),
    /** How many people do each image. */
    todo_number: z.number().int(),
    randomize: z.boolean(),
    auto_complete: z.boolean(),
    done: z.boolean(),
    /** The name of its flow. */
    flow: z.string().nullable(),
    /** The id of the label that goes on an image that is done. */
    mark_done_label: z.string().nullable(),
    /** Of recognition; `labels` are ids, `negative` the id of a tagging task's own label. */
    tasks: z.array(
      z.object({ name: z.string(), type: z.string(), labels: z.array(z.string()), negative: z.string().nullable() }),
    ),
    /** E-mail addresses of the people that it is given to; of nobody: everybody. */
    assignees: z.array(z.string()),
  }),
});

/** An image with all that is known of it. Lengths are pixels of the upright picture. */
const ImageLine = z.object({
  image: z.object({
    id: z.string(),
    /** In the zip; null where the export has no pictures. */
    file: z.string().nullable(),
    /** SHA-256 of the picture as it was uploaded, in hexadecimal. */
    content_hash: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    /** Of an export that is split. */
    part: z.enum(['all', 'train', 'val', 'test']),
    test: z.boolean(),
    real: z.boolean(),
    created: z.string(),
    meta_data: z.unknown(),
    verified_by: z.array(VerificationRecord),
    labels: z.array(AssignedLabel),
    /** `data` is x1, y1, x2, y2. */
    objects: z.array(
      z.object({
        ...{ ...shapeFields, label: z.string(), meta_data: z.unknown(), labels: z.array(AssignedLabel) },
        /** Ids of the groups that it is in; lines of before have none. */
        groups: z.array(z.string()).optional(),
      }),
    ),
    /** `data` is x, y, x, y ... */
    polygons: z.array(z.object({ ...shapeFields, label: z.string(), meta_data: z.unknown() })),
    /** `data` is x, y. */
    points: z.array(z.object({ ...shapeFields, name: z.string() })),
    groups: z.array(z.object({ id: z.string(), name: z.string() })),
    /** `count`: people who have done it; `by`: those of them that the job knows. Absent in lines of before. */
    jobs: z.array(
      z.object({
        ...{ id: z.string(), name: z.string(), done: z.boolean() },
        count: z.number().int().optional(),
        by: z.array(z.object({ email: z.string(), done: z.string(), seconds: z.number().nullable() })).optional(),
      }),
    ),
    /** Products that have a cut-out of one of the objects among their pictures; lines of before have none. */
    products: z.array(ProductOfObject).default([]),
  }),
});

/** A line of `console.jsonl`, the console's own format (JSON Lines): a head, the labels, the images with their groups and jobs before them. */
export const ConsoleLine = z.union([HeaderLine, LabelLine, GroupLine, JobLine, ImageLine]);
export type ConsoleLine = z.output<typeof ConsoleLine>;
