import { z } from 'zod';
import { DeclaredFact } from './declared-facts';
import { MaskData } from '../annotation/masks';
import { RotatedBox } from '../base/primitives';
import { SkeletonTemplate } from '../shapes/skeleton';
import { storedAttributes, storedDefinitions } from '../shapes/shape-attributes';

/** Version of the format below. Later versions only add fields. */
export const CONSOLE_LINES_VERSION = 1;

const AssignedLabel = z.object({ id: z.string(), value: z.number().nullable() });
/**
 * Statements of imported files about the origin of the image or shape, such as its author. Missing in older lines, and if the files
 * make no statements.
 */
const declaredFacts = z.array(DeclaredFact).optional();
const shapeFields = { id: z.string(), data: z.array(z.number()), declared: declaredFacts };

/** The first line of `console.jsonl`. */
const HeaderLine = z.object({ annotation_console: z.literal(CONSOLE_LINES_VERSION), created: z.string() });

/** A label. It comes before the images that refer to the label by id. */
const LabelLine = z.object({
  label: z.object({
    of: z.enum(['recognition', 'detection', 'segmentation']),
    id: z.string(),
    name: z.string(),
    /** For recognition labels: category, tag, value or plain. A value label also has a range. */
    type: z.string().nullable(),
    min_value: z.number().nullable(),
    max_value: z.number().nullable(),
    step_value: z.number().nullable(),
    color: z.string().nullable().optional(),
    /** The points of the skeletons of a detection label. Missing for labels without skeletons. */
    skeleton: SkeletonTemplate.optional(),
    /** The digit or letter that selects the label on the image screen. Missing in older lines. */
    key: z.string().nullable().optional(),
    /** Only for detection and segmentation labels. Missing in older lines. */
    ...storedDefinitions,
  }),
});

const setFields = { name: z.string(), year: z.number().int().nullable() };

/** A product that has the crop of an object as one of its images. Older lines contain only its name. */
const ObjectProduct = z.object({
  id: z.string(),
  name: z.string(),
  customer_product_id: z.string(),
  /** Id of the object from which the crop was taken. */
  object: z.string(),
  verified: z.boolean().optional(),
  meta_data: z.unknown().optional(),
  collection: z.object({ name: z.string(), type: z.string() }).nullable().optional(),
  /** `above` contains the parent sets, nearest first. */
  set: z
    .object({ ...setFields, above: z.array(z.object(setFields)).optional() })
    .nullable()
    .optional(),
  prices: z
    .array(
      z.object({
        /** A decimal number as text, with all digits. */
        price: z.string(),
        currency: z.string(),
        /** The date of the price. */
        date: z.string(),
        source: z.string().nullable(),
        grade_company: z.string().nullable(),
        item_link: z.string().nullable(),
        img_link: z.string().nullable(),
      }),
    )
    .optional(),
});

const VerificationRecord = z.object({
  email: z.string(),
  created: z.string(),
  /** The user states that the image has nothing to annotate. Missing otherwise. */
  nothing_to_annotate: z.boolean().optional(),
  /** Whether the user has accepted the predictions of a model without a review. Missing otherwise. Imports ignore such a verification. */
  by_model: z.boolean().optional(),
});

/**
 * The jobs of an image or group. `count` is the number of users who have completed the item in the job. `by` lists the users among
 * them whose accounts are known. `count` and `by` are missing in older lines.
 */
const JobItems = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    done: z.boolean(),
    count: z.number().int().optional(),
    by: z.array(z.object({ email: z.string(), done: z.string(), seconds: z.number().nullable() })).optional(),
  }),
);

/** A group comes after its parent groups and before the first image that belongs to it or contains one of its objects. */
const GroupLine = z.object({
  group: z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    /** The name of the group's type. */
    type: z.string().nullable(),
    test: z.boolean(),
    meta_data: z.unknown(),
    verified_by: z.array(VerificationRecord),
    declared: declaredFacts,
    /** Ids of the parent groups. */
    groups: z.array(z.string()),
    /** Similarity jobs. Missing if there are none, and in older lines. */
    jobs: JobItems.optional(),
  }),
});

/**
 * Settings of jobs in which several users annotate the same items independently. The fields are missing in older lines. An invalid
 * value counts as missing. Exports contain neither the work of individual users nor gold items (items with a known correct result).
 */
const independentWork = {
  /** Whether annotators work independently. */
  blind: z.boolean().optional(),
  /** Maximum number of times that an annotator gets feedback on a gold item. */
  gold_feedback: z.number().int().min(0).max(3).optional().catch(undefined),
  /**
   * Ratio of gold items to all items of an annotator. Imports ignore it for an image job in which users do not work
   * independently (without `blind`).
   */
  gold_rate: z.number().min(0.02).max(0.5).nullish().catch(undefined),
  /** If the users' agreement about an item is below this percentage, an additional user annotates the item. */
  extra_threshold: z.number().gt(0).max(100).nullish().catch(undefined),
  max_people: z.number().int().min(1).max(4).nullish().catch(undefined),
};

/** A job comes before its first image or group. */
const JobLine = z.object({
  job: z.object({
    id: z.string(),
    /** Missing for an image job. */
    type: z.literal('similarity').optional(),
    name: z.string(),
    description: z.string(),
    instructions: z.string(),
    /** Number of users who must complete each item. */
    todo_number: z.number().int(),
    randomize: z.boolean(),
    auto_complete: z.boolean(),
    done: z.boolean(),
    ...independentWork,
    /** The name of the job's labelling flow. */
    flow: z.string().nullable(),
    /** The id of the label that completed images get. */
    mark_done_label: z.string().nullable(),
    /**
     * Recognition tasks of the job. `labels` contains label ids. `negative` is the id of a tagging task's label for "none of these".
     */
    tasks: z.array(
      z.object({
        name: z.string(),
        type: z.string(),
        labels: z.array(z.string()),
        negative: z.string().nullable(),
        /** The mean F1 per image that a trained model should reach. Missing without such a target, and in older lines. */
        target: z.number().gt(0).lt(1).optional().catch(undefined),
      }),
    ),
    /** Email addresses of the assignees. An empty list means everyone. */
    assignees: z.array(z.string()),
  }),
});

/** An image with its annotations. Coordinates are pixels of the upright image. */
const ImageLine = z.object({
  image: z.object({
    id: z.string(),
    /** Path in the zip file; null if the export contains no image files. */
    file: z.string().nullable(),
    /** SHA-256 hash of the uploaded file, in hexadecimal. */
    content_hash: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    /** The subset of the image in a split export. */
    part: z.enum(['all', 'train', 'val', 'test']),
    test: z.boolean(),
    real: z.boolean(),
    created: z.string(),
    /** File name. Earlier exports have it only in the meta data, as `filename`. */
    name: z.string().nullable().optional(),
    meta_data: z.unknown(),
    verified_by: z.array(VerificationRecord),
    declared: declaredFacts,
    labels: z.array(AssignedLabel),
    /** `data` is x1, y1, x2, y2. */
    objects: z.array(
      z.object({
        /** x, y, width, height and angle of a rotated box, which `data` encloses. Missing for upright boxes. */
        rotated_box: RotatedBox.optional(),
        ...storedAttributes,
        ...shapeFields,
        label: z.string(),
        meta_data: z.unknown(),
        labels: z.array(AssignedLabel),
        /** Ids of the object's groups. Missing in older lines. */
        groups: z.array(z.string()).optional(),
      }),
    ),
    /** `data` is x, y, x, y and so on. */
    polygons: z.array(z.object({ ...shapeFields, label: z.string(), meta_data: z.unknown(), ...storedAttributes })),
    /** Masks as COCO RLE, as in the API calls for masks. Missing in older lines. */
    masks: z
      .array(
        z.object({
          id: z.string(),
          data: MaskData,
          declared: declaredFacts,
          label: z.string(),
          meta_data: z.unknown(),
          ...storedAttributes,
        }),
      )
      .optional(),
    /** `data` is x, y. */
    points: z.array(z.object({ ...shapeFields, name: z.string(), ...storedAttributes })),
    /** `data` is x, y and visibility of each point: 0 absent, 1 occluded, 2 visible. Missing in older lines. */
    skeletons: z.array(z.object({ ...shapeFields, label: z.string(), meta_data: z.unknown(), ...storedAttributes })).optional(),
    groups: z.array(z.object({ id: z.string(), name: z.string() })),
    jobs: JobItems,
    /** Products that have a crop of one of the objects as an image. Missing in older lines. */
    products: z.array(ObjectProduct).default([]),
  }),
});

/**
 * A line of `console.jsonl`, the console's lossless format (JSON Lines). The file contains the header, then the labels, then the images.
 * A group or job comes before the first image that refers to it.
 */
export const ConsoleLine = z.union([HeaderLine, LabelLine, GroupLine, JobLine, ImageLine]);
export type ConsoleLine = z.output<typeof ConsoleLine>;
