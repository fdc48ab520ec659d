/** Calls that are refused in the sample world because it has no trained model that can predict. */
export const REFUSED_WITHOUT_MODEL = new Set<string>([
  'POST /recognition/v2/classify/',
  'POST /detection/v2/detect',
  'POST /segmentation/v2/predict',
  'POST /similarity/training/v2/descriptor',
  'POST /annotate/v2/model-file/',
  'POST /annotate/v2/model-file/add',
  'PATCH /annotate/v2/model-file/{id}',
  'POST /recognition/v2/task/{id}/predict-images',
  'POST /recognition/v2/task/{id}/pre-label',
  'POST /detection/v2/task/{id}/predict-images',
  'POST /detection/v2/task/{id}/pre-label',
  'POST /segmentation/v2/task/{id}/predict-images',
  'POST /segmentation/v2/task/{id}/pre-label',
  'POST /recognition/v2/task/{id}/evaluate',
  'POST /detection/v2/task/{id}/evaluate',
  'POST /segmentation/v2/task/{id}/evaluate',
]);
