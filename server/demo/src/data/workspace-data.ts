import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FlowActionType, SERVICE_SLUGS } from '@console/shared-contract/api';
import { z } from 'zod';

const Names = z.array(z.string());
const MetaData = z.record(z.string(), z.unknown());
/** The demo's past is relative to its first start. */
const days_ago = z.number().nonnegative();

const ShapeLabels = z.strictObject({
  labels: z.array(z.strictObject({ name: z.string(), color: z.string(), recognition_tasks: Names.default([]) })),
  tasks: z.array(
    z.strictObject({
      name: z.string(),
      description: z.string().default(''),
      labels: Names,
      input_size: z.number().int().optional(),
      /** File names of images without any of the labels. */
      negative_images: Names.default([]),
    }),
  ),
});

const Recognition = z.strictObject({
  labels: z.array(
    z.strictObject({
      name: z.string(),
      type: z.enum(['category', 'tag', 'value', 'plain']),
      description: z.string().default(''),
      color: z.string().optional(),
      /** Minimum, maximum and step of a value. */
      range: z.tuple([z.number(), z.number(), z.number()]).optional(),
    }),
  ),
  tasks: z.array(
    z.strictObject({
      name: z.string(),
      type: z.enum(['multi_class', 'multi_label', 'regression']),
      description: z.string().default(''),
      /** Without the negative label of a tagging task, which is created with the task. */
      labels: Names,
    }),
  ),
});

const Similarity = z.strictObject({
  types: Names,
  tasks: z.array(z.strictObject({ name: z.string(), description: z.string().default(''), types: Names })),
  groups: z.array(
    z.strictObject({
      ...{ name: z.string(), type: z.string().optional(), description: z.string().default(''), test: z.boolean().default(false) },
      /** Names of the child groups. */
      groups: Names.default([]),
      verified_by: Names.default([]),
      ...{ meta_data: MetaData.default({}), days_ago },
    }),
  ),
});

/** Tasks and labels are names. */
const Flow = z.strictObject({
  name: z.string(),
  root: Names,
  actions: z.array(
    z.strictObject({
      ...{ id: z.string(), type: FlowActionType, task: z.string().optional() },
      ...{ cases: z.record(z.string(), Names).optional(), children: Names.optional() },
    }),
  ),
});

/** The assignees and images of a job, and who completed them, are in the archive. */
const Job = z.strictObject({
  type: z.enum(['image', 'similarity']),
  ...{ name: z.string(), description: z.string().default(''), days_ago },
  ...{ done: z.boolean().default(false), randomize: z.boolean().default(true), auto_complete: z.boolean().default(false) },
  ...{ todo_number: z.number().int().default(1), tasks: Names.default([]) },
  ...{ flow: z.string().optional(), mark_done_label: z.string().optional() },
  groups: z
    .array(z.strictObject({ name: z.string(), by: z.array(z.strictObject({ email: z.string(), days_ago })).default([]) }))
    .default([]),
});

const Catalogue = z.strictObject({
  collections: z.array(z.strictObject({ name: z.string(), type: z.string() })),
  /** Parents come before their children. */
  sets: z.array(
    z.strictObject({
      ...{ name: z.string(), year: z.number().int().optional(), collection: z.string(), parent: z.string().optional() },
      ...{ completed: z.boolean().default(false), meta_data: MetaData.default({}), days_ago },
    }),
  ),
  products: z.array(
    z.strictObject({
      ...{ name: z.string(), customer_product_id: z.string(), collection: z.string(), set: z.string().optional() },
      ...{ verified: z.boolean().default(false), meta_data: MetaData.default({}), days_ago },
      images: z
        .array(
          z.strictObject({
            ...{ file: z.string(), name: z.string(), synced: z.boolean().default(false), objects: z.array(MetaData).default([]) },
            ...{ meta_data: MetaData.default({}), days_ago },
          }),
        )
        .default([]),
      prices: z
        .array(
          z.strictObject({
            ...{ source: z.string(), grade_company: z.string().optional(), price: z.string(), currency: z.string(), days_ago },
            ...{ item_link: z.string().optional(), img_link: z.string().optional() },
          }),
        )
        .default([]),
    }),
  ),
});

/** `workspace.json`: what the console's archive beside it cannot contain. Everything refers to everything else by name. */
const WorkspaceData = z.strictObject({
  name: z.string(),
  owner: z.string(),
  /** Email addresses. Shapes and other work without a known author are distributed among the members. */
  members: z.tuple([z.string()], z.string()),
  /** Default: all services. */
  services: z.array(z.enum(SERVICE_SLUGS)).optional(),
  meta_data: MetaData.default({}),
  recognition: Recognition,
  detection: ShapeLabels.default({ labels: [], tasks: [] }),
  segmentation: ShapeLabels.default({ labels: [], tasks: [] }),
  similarity: Similarity.default({ types: [], tasks: [], groups: [] }),
  flows: z.array(Flow).default([]),
  jobs: z.array(Job).default([]),
  /** Files of foreground masks by the file names of their images. */
  masks: z.record(z.string(), z.string()).default({}),
  catalogue: Catalogue.default({ collections: [], sets: [], products: [] }),
  /** Probabilities by label, as a model of the task might return them for an image. */
  predictions: z
    .array(z.strictObject({ image: z.string(), task: z.string(), labels: z.record(z.string(), z.number()) }))
    .default([]),
  /** When the predictions were evaluated. */
  evaluated_days_ago: days_ago.optional(),
});
export type WorkspaceData = z.output<typeof WorkspaceData>;

/** Reads `workspace.json` from a folder. Throws if it does not match the schema. */
export async function readWorkspaceData(folder: string): Promise<WorkspaceData> {
  return WorkspaceData.parse(JSON.parse(await readFile(join(folder, 'workspace.json'), 'utf8')));
}
