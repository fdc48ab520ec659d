import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AssignableRole, FlowActionType, LabelKey, PointData, SERVICE_SLUGS } from '@console/shared-contract/api';
import { z } from 'zod';

const NameList = z.array(z.string());
const optionalFlag = z.boolean().default(false);
const nameAndDescription = { name: z.string(), description: z.string().default('') };
const meta_data = z.record(z.string(), z.unknown()).default({});
/** Dates are days before the first start, so that the demo always looks recent. */
const days_ago = z.number().nonnegative();

const optionalArray = <Item extends z.ZodType>(item: Item) => z.array(item).default([]);

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
  labels: NameList,
});

/** A label without a key gets a digit that no other label has. */
const ShapeLabel = z.strictObject({
  name: z.string(),
  color: z.string(),
  key: LabelKey.nullable().default(null),
  recognition_tasks: NameList.default([]),
});
const ShapeTask = z.strictObject({
  ...nameAndDescription,
  labels: NameList,
  input_size: z.number().int().optional(),
  /** File names of images that have none of the task's labels. */
  negative_images: NameList.default([]),
});
const ShapeDomain = z.strictObject({ labels: optionalArray(ShapeLabel), tasks: optionalArray(ShapeTask) }).prefault({});

/** `groups`: names of the child groups. */
const Group = z.strictObject({
  ...nameAndDescription,
  type: z.string().optional(),
  test: optionalFlag,
  meta_data,
  days_ago,
  groups: NameList.default([]),
  verified_by: NameList.default([]),
});

/** Tasks and labels are referenced by name. */
const FlowAction = z.strictObject({
  id: z.string(),
  type: FlowActionType,
  task: z.string().optional(),
  cases: z.record(z.string(), NameList).optional(),
  children: NameList.optional(),
});
const Flow = z.strictObject({ name: z.string(), root: NameList, actions: z.array(FlowAction) });

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
  tasks: NameList.default([]),
  done: optionalFlag,
  randomize: z.boolean().default(true),
  auto_complete: optionalFlag,
  todo_number: z.number().int().default(1),
  flow: z.string().optional(),
  mark_done_label: z.string().optional(),
  instructions: z.string().default(''),
  remarks: optionalArray(Remark),
  groups: optionalArray(z.strictObject({ name: z.string(), by: optionalArray(z.strictObject({ email: z.string(), days_ago })) })),
});

/** Parents come before their children. */
const ProductSet = z.strictObject({
  name: z.string(),
  year: z.number().int().optional(),
  collection: z.string(),
  parent: z.string().optional(),
  completed: optionalFlag,
  meta_data,
  days_ago,
});
const ProductImage = z.strictObject({
  file: z.string(),
  name: z.string(),
  synced: optionalFlag,
  objects: optionalArray(z.record(z.string(), z.unknown())),
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
  verified: optionalFlag,
  meta_data,
  days_ago,
  images: optionalArray(ProductImage),
  prices: optionalArray(Price),
});

/** `workspace.json`: everything that the console's archive next to it cannot contain. Rows refer to each other by name. */
const WorkspaceData = z.strictObject({
  name: z.string(),
  owner: z.string(),
  meta_data,
  /** Email addresses. Shapes and other work without a known author are distributed among the members. */
  members: z.tuple([z.string()], z.string()),
  /** Further members with their roles. Work is attributed to them only if it names them. */
  members_with_roles: optionalArray(z.strictObject({ email: z.string(), role: AssignableRole })),
  /** Default: all services. */
  services: z.array(z.enum(SERVICE_SLUGS)).optional(),
  recognition: z.strictObject({ labels: z.array(RecognitionLabel), tasks: z.array(RecognitionTask) }),
  detection: ShapeDomain,
  segmentation: ShapeDomain,
  similarity: z
    .strictObject({
      types: NameList,
      tasks: z.array(z.strictObject({ ...nameAndDescription, types: NameList })),
      groups: z.array(Group),
    })
    .default({ types: [], tasks: [], groups: [] }),
  flows: optionalArray(Flow),
  jobs: optionalArray(Job),
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
  predictions: optionalArray(z.strictObject({ image: z.string(), task: z.string(), labels: z.record(z.string(), z.number()) })),
  /** When the predictions were evaluated. */
  evaluated_days_ago: days_ago.optional(),
});
export type WorkspaceData = z.output<typeof WorkspaceData>;

/** Reads `workspace.json` from a folder. Throws if it does not match the schema. */
export async function readWorkspaceData(folder: string): Promise<WorkspaceData> {
  return WorkspaceData.parse(JSON.parse(await readFile(join(folder, 'workspace.json'), 'utf8')));
}
