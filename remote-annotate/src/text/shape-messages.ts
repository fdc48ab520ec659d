import { formatCount } from '@console/shared-ui/format';

/** Text about a shape. */
export const shapeMessages = {
  object: 'Object',
  polygon: 'Polygon',
  point: 'Point',
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
  enlarge: 'Enlarge the object',
  crop: 'The object, cropped from the image',
} as const;

/** Text about several selected shapes. */
export const selectionMessages = {
  selected: 'Selected shapes',
  count: {
    object: (count: number) => formatCount(count, 'object selected', 'objects selected'),
    polygon: (count: number) => formatCount(count, 'polygon selected', 'polygons selected'),
    point: (count: number) => formatCount(count, 'point selected', 'points selected'),
  },
  delete: 'Delete selected shapes',
  duplicate: 'Duplicate selected shapes',
  hide: 'Hide selected shapes',
  lock: 'Lock selected shapes',
  differentLabels: 'Different labels',
} as const;
