import type { DetectionLabel, DetectionTask } from '@console/shared-contract/api';

export const bottleLabel: DetectionLabel = {
  id: 'l1',
  workspace: 'w',
  name: 'Bottle',
  color: '#2f80ed',
  key: '1',
  recognition_tasks: [],
  objects_count: 12,
  images_count: 5,
  tasks_count: 1,
  version: 4,
};

export const shelfTask: DetectionTask = {
  id: 't1',
  workspace: 'w',
  name: 'Shelf products',
  description: '',
  detection_labels: [],
  detectionLabelsCount: 0,
  last_train_status: 'TRAINED',
  map: 0.81234,
  training_params: {},
  negative_images_count: 0,
  version: 7,
};
