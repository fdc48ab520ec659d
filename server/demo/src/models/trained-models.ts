/** Tasks of the workspace Demo, by name, that have a trained model. */
export const TRAINED_MODELS = [
  { name: 'scene', domain: 'recognition', task: 'Scene' },
  { name: 'brand', domain: 'recognition', task: 'Brand' },
  { name: 'cell-type', domain: 'recognition', task: 'White cell type' },
  { name: 'shelf-findings', domain: 'recognition', task: 'Shelf findings' },
  { name: 'fruit-quality', domain: 'recognition', task: 'Fruit quality' },
  { name: 'smear-findings', domain: 'recognition', task: 'Smear findings' },
  { name: 'fill-level', domain: 'recognition', task: 'Shelf fill level' },
  { name: 'ripeness', domain: 'recognition', task: 'Ripeness' },
  { name: 'cells', domain: 'detection', task: 'Blood cells' },
  { name: 'cell-parts', domain: 'segmentation', task: 'Cell parts' },
] as const;

/** With the same seed, a training gives the same model. */
export const SEED = 1;
