import type { ChangedKind } from '@console/shared-contract/api';
import type { ChangeTopic } from '@console/shared-contract/federation/shared-keys';
import { SHAPE_TABLES, type ShapeTable } from '../database/tables/shapes';

interface ChangedTopic {
  topic: ChangeTopic;
  /** Whether the subject of a change is a row of the topic, or its image. */
  hasIds: boolean;
}

const withIds = (topic: ChangeTopic): ChangedTopic => ({ topic, hasIds: true });
const all = (...topics: ChangeTopic[]): ChangedTopic[] => topics.map((topic) => ({ topic, hasIds: false }));

const TOPICS_OF_SHAPES = Object.fromEntries(SHAPE_TABLES.map((table) => [table, [withIds('objects')]])) as Record<
  ShapeTable,
  ChangedTopic[]
>;

/** The topics of the federation contract that a change of a table of the change log concerns. */
export const TOPICS_OF_KIND: Readonly<Record<ChangedKind, readonly ChangedTopic[]>> = {
  training_image: [withIds('images')],
  image_label: [withIds('images')],
  image_verification: [withIds('verifications')],
  ...TOPICS_OF_SHAPES,
  object_label: [withIds('objects')],
  recognition_task: all('recognition-tasks'),
  recognition_label: all('recognition-labels'),
  recognition_task_label: all('recognition-tasks', 'recognition-labels'),
  recognition_model: all('recognition-tasks'),
  detection_task: all('detection-tasks'),
  detection_label: all('detection-labels'),
  detection_task_label: all('detection-tasks', 'detection-labels'),
  detection_label_recognition_task: all('detection-labels'),
  detection_task_negative_image: all('detection-tasks'),
  detection_model: all('detection-tasks'),
  segmentation_task: all('segmentation-tasks'),
  segmentation_label: all('segmentation-labels'),
  segmentation_task_label: all('segmentation-tasks', 'segmentation-labels'),
  segmentation_model: all('segmentation-tasks'),
  similarity_type: all('similarity-types'),
  similarity_task: all('similarity-tasks'),
  similarity_task_type: all('similarity-tasks', 'similarity-types'),
  similarity_group: [withIds('groups')],
  group_image: [withIds('groups')],
  group_object: [withIds('groups')],
  group_group: [withIds('groups')],
  similarity_verification: [withIds('groups')],
  annotation_job: all('jobs'),
  job_recognition_task: all('jobs'),
  job_assignee: all('jobs'),
  job_item: all('jobs'),
  item_work: all('jobs'),
  job_remark: all('jobs'),
  item_adjudication: all('jobs'),
  quality_settings: all('jobs'),
  quality_target: all('jobs'),
  training_rule: all('recognition-tasks', 'detection-tasks', 'segmentation-tasks'),
  comment_thread: all('comments'),
  comment: all('comments'),
  product_collection: all('product-collections'),
  product_set: all('product-sets'),
  product: [withIds('products')],
  product_image: [withIds('products')],
  price: [withIds('products')],
  price_source: all('product-collections'),
  grade_company: all('product-collections'),
  // No list shows these rows, or another message announces them.
  flow: [],
  membership: [],
};
