import type { ChangedKind } from '@console/shared-contract/api';
import type { ChangeTopic } from '@console/shared-contract/federation/shared-keys';
import { SHAPE_TABLES, type ShapeTable } from '../database/tables/shapes';

/** A topic whose data a change affects. */
interface AffectedTopic {
  topic: ChangeTopic;
  /** Whether messages name the changed rows: the rows of the topic, or the images that they belong to. */
  namesRows: boolean;
}

const createTopicWithIds = (topic: ChangeTopic): AffectedTopic => ({ topic, namesRows: true });
const toTopics = (...topics: ChangeTopic[]): AffectedTopic[] => topics.map((topic) => ({ topic, namesRows: false }));

const TOPICS_OF_SHAPES = Object.fromEntries(SHAPE_TABLES.map((table) => [table, [createTopicWithIds('objects')]])) as Record<
  ShapeTable,
  AffectedTopic[]
>;

/** The topics whose data a change of each table affects. Browsers refetch the data of the topics that a message names. */
export const TOPICS_OF_KIND: Readonly<Record<ChangedKind, readonly AffectedTopic[]>> = {
  training_image: [createTopicWithIds('images')],
  image_label: [createTopicWithIds('images')],
  image_verification: [createTopicWithIds('verifications')],
  ...TOPICS_OF_SHAPES,
  object_label: [createTopicWithIds('objects')],
  recognition_task: toTopics('recognition-tasks'),
  recognition_label: toTopics('recognition-labels'),
  recognition_task_label: toTopics('recognition-tasks', 'recognition-labels'),
  recognition_model: toTopics('recognition-tasks'),
  detection_task: toTopics('detection-tasks'),
  detection_label: toTopics('detection-labels'),
  detection_task_label: toTopics('detection-tasks', 'detection-labels'),
  detection_label_recognition_task: toTopics('detection-labels'),
  detection_task_negative_image: toTopics('detection-tasks'),
  detection_model: toTopics('detection-tasks'),
  segmentation_task: toTopics('segmentation-tasks'),
  segmentation_label: toTopics('segmentation-labels'),
  segmentation_task_label: toTopics('segmentation-tasks', 'segmentation-labels'),
  segmentation_model: toTopics('segmentation-tasks'),
  similarity_type: toTopics('similarity-types'),
  similarity_task: toTopics('similarity-tasks'),
  similarity_task_type: toTopics('similarity-tasks', 'similarity-types'),
  similarity_group: [createTopicWithIds('groups')],
  group_image: [createTopicWithIds('groups')],
  group_object: [createTopicWithIds('groups')],
  group_group: [createTopicWithIds('groups')],
  similarity_verification: [createTopicWithIds('groups')],
  annotation_job: toTopics('jobs'),
  job_recognition_task: toTopics('jobs'),
  job_assignee: toTopics('jobs'),
  job_item: toTopics('jobs'),
  item_work: toTopics('jobs'),
  job_remark: toTopics('jobs'),
  item_adjudication: toTopics('jobs'),
  quality_settings: toTopics('jobs'),
  quality_target: toTopics('jobs'),
  training_rule: toTopics('recognition-tasks', 'detection-tasks', 'segmentation-tasks'),
  comment_thread: toTopics('comments'),
  comment: toTopics('comments'),
  product_collection: toTopics('product-collections'),
  product_set: toTopics('product-sets'),
  product: [createTopicWithIds('products')],
  product_image: [createTopicWithIds('products')],
  price: [createTopicWithIds('products')],
  price_source: toTopics('product-collections'),
  grade_company: toTopics('product-collections'),
  // Kinds without topics: no list shows these rows, or another message announces their changes.
  flow: [],
  membership: [],
};
