import type { QualityMeasureOfModel, UploadedModel } from '@console/shared-contract/api';

const MEASURES: Record<QualityMeasureOfModel, string> = { f1: 'F1', accuracy: 'Accuracy', error: 'Mean absolute error' };

/** Texts of a model card. */
export const cardMessages = {
  action: 'Model card',
  failed: "Couldn't create the model card.",
  title: (task: string, name: string) => `${name} of ${task}`,
  kinds: { recognition: 'recognition', detection: 'detection', segmentation: 'segmentation' },
  facts: {
    task: 'Task',
    kind: 'Kind',
    created: 'Created',
    creator: 'Created by',
    license: 'License',
    input: 'Input',
    thresholds: 'Minimum confidence',
  },
  trained: 'Trained in this console. Its license terms are in the downloaded model.',
  unknown: 'Not stated',
  labels: 'Labels',
  classes: ({ classes }: UploadedModel, label: string) =>
    classes
      .flatMap((declaredClass) =>
        declaredClass.label === label ? [declaredClass.name === null ? `class ${declaredClass.index}` : declaredClass.name] : [],
      )
      .join(', '),
  data: 'Training data',
  images: (images: number, dataset: string) => `${images.toLocaleString('en')} images and TEST images, dataset ${dataset}.`,
  noData: 'The model was uploaded. Its training data is not known to the console.',
  quality: 'Quality',
  measured: (images: number) =>
    `Measured on ${images.toLocaleString('en')} TEST images, with 95 % intervals from a bootstrap of the images.`,
  notMeasured: 'The model has not been evaluated.',
  columns: ['Label', 'Measure', 'Value', '95 % interval', 'Images'],
  allLabels: 'All labels',
  measure: (measure: QualityMeasureOfModel) => MEASURES[measure],
  calibration: 'Calibration',
  notes: 'Notes',
} as const;
