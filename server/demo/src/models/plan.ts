/** Tasks of the workspace Demo, by their names, that come with a trained model. */
export const TRAINED = [
  { name: 'scene', domain: 'recognition', task: 'Scene' },
  { name: 'cells', domain: 'detection', task: 'Blood cells' },
  { name: 'cell-parts', domain: 'segmentation', task: 'Cell parts' },
] as const;
export type TrainedName = (typeof TRAINED)[number]['name'];

/** The same seed gives the same models. */
export const SEED = 1;
