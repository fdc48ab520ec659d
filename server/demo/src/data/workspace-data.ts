import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AssignableRole, FlowActionType, LabelKey, PointData, SERVICE_SLUGS } from '@console/shared-contract/api';
import { z } from 'zod';

const Names = z.array(z.string());
const flag = z.boolean().default(false);
const nameAndDescription = { name: z.string(), description: z.string().default('') };
const meta_data = z.record(z.string(), z.unknown()).default({});
/** Dates are days before the first start, so that the demo always looks recent. */
const days_ago = z.number().nonnegative();

const list = <Item extends z.ZodType>(item: Item) => z.array(item).default([]);

const RecognitionLabel = z.strictObject({
  ...nameAndDescription,
  type: z.enum(['category', 'tag', 'value', 'plain']),
  color: z.string().optional(),
  /** Minimum, maximum and step of a value. */
  range: z.tuple([z.number(), z.number(), z.number()]).optional(),
});
/** `labels` does not contain the negative label "none of these" of a tagging task, which is created with the task. */
const RecognitionTask = z.strictObject({
  ...nameAndDescription,
  type: z.enum(['multi_class', 'multi_label', 'regression']),
  labels: Names,
});

/** A label without a key gets a digit that no other label has. */
const ShapeLabel = z.strictObject({
  name: z.string(),
  color: z.string(),
  key: LabelKey.nullable().default(null),
  recognition_tasks: Names.default([]),
});
const ShapeTask = z.strictObject({
  ...nameAndDescription,
  labels: Names,
  input_size: z.number().int().optional(),
  /** File names of images that have none of the task's labels. */
  negative_images: Names.default([]),
});
const ShapeDomain = z.strictObject({ labels: list(ShapeLabel), tasks: list(ShapeTask) }).prefault({});

/** `groups`: names of the child groups. */
const Group = z.strictObject({
  ...nameAndDescription,
  type: z.string().optional(),
  test: flag,
  meta_data,
  days_ago,
  groups: Names.default([]),
  verified_by: Names.default([]),
});

/** Tasks and labels are referenced by name. */
const FlowAction = z.strictObject({
  id: z.string(),
  type: FlowActionType,
  task: z.string().optional(),
  cases: z.record(z.string(), Names).optional(),
  children: Names.optional(),
});
const Flow = z.strictObject({ name: z.string(), root: Names, actions: z.array(FlowAction) });

/** A remark of a reviewer on an item that was sent back. The archive contains no remarks. */
const Remark = z.strictObject({
  image: z.string(),
  author: z.string(),
  reviewer: z.string(),
  text: z.string(),
  data: PointData.optional(),
  days_ago,
  /** When the author marked the item as done again. If missing, the item waits for the author. */
  answered_days_ago: days_ago.optional(),
});

/** A job. The archive contains its assignees, its images, and the users who completed them. */
const Job = z.strictObject({
  ...nameAndDescription,
  type: z.enum(['image', 'similarity']),
  days_ago,
  tasks: Names.default([]),
  done: flag,
  randomize: z.boolean().default(true),
  auto_complete: flag,
  todo_number: z.number().int().default(1),
  flow: z.string().optional(),
  mark_done_label: z.string().optional(),
  instructions: z.string().default(''),
  remarks: list(Remark),
  groups: list(z.strictObject({ name: z.string(), by: list(z.strictObject({ email: z.string(), days_ago })) })),
});

/** Parents come before their children. */
const ProductSet = z.strictObject({
  name: z.string(),
  year: z.number().int().optional(),
  collection: z.string(),
  parent: z.string().optional(),
  completed: flag,
  meta_data,
  days_ago,
});
const ProductImage = z.strictObject({
  file: z.string(),
  name: z.string(),
  synced: flag,
  objects: list(z.record(z.string(), z.unknown())),
  meta_data,
  days_ago,
});
const Price = z.strictObject({
  source: z.string(),
  grade_company: z.string().optional(),
  price: z.string(),
  currency: z.string(),
  days_ago,
  item_link: z.string().optional(),
  img_link: z.string().optional(),
});
const Product = z.strictObject({
  name: z.string(),
  customer_product_id: z.string(),
  collection: z.string(),
  set: z.string().optional(),
  verified: flag,
  meta_data,
  days_ago,
  images: list(ProductImage),
  prices: list(Price),
});

/** `workspace.json`: everything that the console's archive next to it cannot contain. Rows refer to each other by name. */
const WorkspaceData = z.strictObject({
  name: z.string(),
  owner: z.string(),
  meta_data,
  /** Email addresses. Shapes and other work without a known author are distributed among the members. */
  members: z.tuple([z.string()], z.string()),
  /** Further members with their roles. Work is attributed to them only if it names them. */
  members_with_roles: list(z.strictObject({ email: z.string(), role: AssignableRole })),
  /** Default: all services. */
  services: z.array(z.enum(SERVICE_SLUGS)).optional(),
  recognition: z.strictObject({ labels: z.array(RecognitionLabel), tasks: z.array(RecognitionTask) }),
  detection: ShapeDomain,
  segmentation: ShapeDomain,
  similarity: z
    .strictObject({
      types: Names,
      tasks: z.array(z.strictObject({ ...nameAndDescription, types: Names })),
      groups: z.array(Group),
    })
    .default({ types: [], tasks: [], groups: [] }),
  flows: list(Flow),
  jobs: list(Job),
  /** Files of foreground masks by the file names of their images. */
  masks: z.record(z.string(), z.string()).default({}),
  catalogue: z
    .strictObject({
      collections: z.array(z.strictObject({ name: z.string(), type: z.string() })),
      sets: z.array(ProductSet),
      products: z.array(Product),
    })
    .default({ collections: [], sets: [], products: [] }),
  /** Probabilities by label, as a model of the task might return them for an image. */
  predictions: list(z.strictObject({ image: z.string(), task: z.string(), labels: z.record(z.string(), z.number()) })),
  /** When the predictions were evaluated. */
  evaluated_days_ago: days_ago.optional(),
});
export type WorkspaceData = z.output<typeof WorkspaceData>;

/** Reads `workspace.json` from a folder. Throws if it does not match the schema. */
export async function readWorkspaceData(folder: string): Promise<WorkspaceData> {
  return WorkspaceData.parse(JSON.parse(await readFile(join(folder, 'workspace.json'), 'utf8')));
}
