import type { ChangedKind } from '@console/shared-contract/api';

/** Logged tables whose rows own files, with the columns that contain the keys of the files. Undo of a deletion needs these files. */
export const FILE_COLUMNS: Partial<Record<ChangedKind, readonly string[]>> = {
  training_image: ['img_key', 'thumb_key', 'display_key', 'mask_key'],
  product_image: ['img_key', 'thumb_key', 'display_key'],
  recognition_model: ['file_key', 'model_key'],
  detection_model: ['file_key', 'model_key'],
  segmentation_model: ['file_key', 'model_key'],
};
