import { formatCount } from '@console/shared-ui/format';

const percentFormat = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

const items = {
  images: (count: number) => formatCount(count, 'image', 'images'),
  objects: (count: number) => formatCount(count, 'object', 'objects'),
};

export const mapMessages = {
  title: 'Map',
  loading: 'Loading the map',
  failed: 'The map could not be loaded.',
  unavailable: 'This server does not compute the features that the map is made of.',
  noWebGl:
    'The map needs WebGL, which this browser does not offer. Turn on hardware acceleration in the settings of the browser, or use another one. The images are listed below.',
  preparing: (readyCount: number, total: number) =>
    `The map is being prepared: ${readyCount.toLocaleString('en')} of ${total.toLocaleString('en')}.`,
  empty: { images: 'There are no images yet.', objects: 'There are no objects yet.' },
  noPoints: 'Nothing on the map matches these filters.',
  method: { label: 'Layout', pca: 'PCA', umap: 'UMAP' },
  coloring: {
    label: 'Color by',
    legendTitle: (name: string) => `Color: ${name}`,
    recognition: 'Label',
    detection: 'Object label',
    segmentation: 'Polygon label',
    cluster: 'Cluster',
    verified: 'Verified',
    test: 'TEST',
    correct: 'Correctness',
    suspicion: 'Suspected error',
    uncertainty: 'Uncertainty',
    user: 'User',
    created: 'Date',
  },
  verified: ['Not verified', 'Verified'],
  test: ['Train', 'TEST'],
  correct: ['Prediction differs', 'Prediction is correct'],
  cluster: (number: number) => `Cluster ${number}`,
  missing: {
    cluster: 'No cluster',
    recognition: 'No label',
    detection: 'No object',
    segmentation: 'No polygon',
    verified: 'Unknown',
    test: 'Unknown',
    correct: 'Not verified or predicted',
    user: 'Nobody',
  },
  noValues: { suspicion: 'No suspected errors', uncertainty: 'No predictions', created: '' },
  tool: { label: 'Pointer', pan: 'Move', lasso: 'Lasso' },
  zoomIn: 'Zoom in (+)',
  zoomOut: 'Zoom out (-)',
  fit: 'Show all (0)',
  selectVisible: 'Select visible',
  clearArea: 'Clear area',
  legend: 'Legend',
  more: (count: number) => `${count.toLocaleString('en')} more`,
  categoryCount: (count: number) => count.toLocaleString('en'),
  canvas: (entity: keyof typeof items, count: number) => `Map of ${items[entity](count)}`,
  keys: 'Arrow keys move the map, + and - zoom, 0 shows all, Enter selects what is visible. The selected items are listed below.',
  selected: (entity: keyof typeof items, count: number) => `${items[entity](count)} selected`,
  point: { images: 'Image', objects: 'Object' },
  percent: (value: number) => percentFormat.format(value),
  day: (seconds: number) => dayFormat.format(seconds * 1000),
};
