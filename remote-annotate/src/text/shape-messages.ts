import { formatCount } from '@console/shared-ui/format';

/** Text about a shape. */
export const shapeMessages = {
  label: 'Label',
  unknownLabel: 'Unknown',
  unnamed: 'Unnamed point',
  name: 'Name',
  saveName: 'Save',
  id: 'id',
  unsaved: 'Not saved yet',
  position: 'Position',
  coordinates: 'Coordinates',
  boundingBox: 'Bounding box',
  pointCount: 'Points',
  angle: 'Angle (degrees)',
  makeUpright: 'Make upright',
  delete: 'Delete',
  lock: 'Lock',
  close: 'Close',
  tabs: 'Object details',
  recognition: 'Recognition',
  flows: 'Flows',
  jobs: 'Jobs',
  similarity: 'Similarity',
  similar: 'Similar',
  product: 'Product',
  meta: 'Meta',
  metaData: 'Meta data',
  saveMeta: 'Save meta data',
  metaInvalid: 'Meta data must be a JSON object.',
  discardMeta: 'Discard changes',
  unsavedMeta: (time: string) => `Unsaved changes from ${time}.`,
  enlarge: (kind: string) => `Enlarge the ${kind.toLowerCase()}`,
  crop: (kind: string) => `The ${kind.toLowerCase()}, cropped from the image`,
} as const;

/** Text about several selected shapes. */
export const selectionMessages = {
  selected: 'Selected shapes',
  count: (count: number) => formatCount(count, 'shape selected', 'shapes selected'),
  kinds: 'Select one kind',
  ofKind: (kind: string, count: number) => `${kind}: ${count}`,
  delete: 'Delete selected shapes',
  duplicate: 'Duplicate selected shapes',
  hide: 'Hide selected shapes',
  lock: 'Lock selected shapes',
  differentLabels: 'Different labels',
} as const;
