import type { Effort } from './hand';

/** The shapes of a run: the number of vertices of each shape, and how often the user selects a label. */
export interface DrawnShapes {
  readonly vertices: readonly number[];
  readonly labelChanges: number;
}

/** Number of presses and keys that the documentation of another product requires for some shapes. */
export interface PeerSteps extends Pick<Effort, 'presses' | 'keys'> {
  readonly name: string;
}

/** The pages that describe the counted steps. */
export const SOURCES = [
  'https://docs.cvat.ai/docs/annotation/manual-annotation/modes/shape-mode-basics',
  'https://docs.cvat.ai/docs/annotation/manual-annotation/shapes/annotation-with-polygons/manual-drawing',
  'https://docs.cvat.ai/docs/annotation/annotation-editor/objects-sidebar (Fast label change)',
  'https://labelstud.io/guide/labeling (Label a region in the data, Customize the labeling interface)',
  'https://labelstud.io/templates/image_polygons',
];

/**
 * Presses that open a tool in CVAT: the shape on the sidebar, then `Shape`. Two clicks draw a rectangle. `N` completes a polygon
 * and starts the next shape with the same label. Ctrl and a digit set the label of the next shape. Shift and a drag draw many
 * vertices.
 */
const CVAT_OPEN_TOOL = 2;

/**
 * Counts the steps for boxes. In Label Studio, a key selects the label of each box. With "label kept", a setting keeps the label
 * selected.
 */
export const listBoxSteps = ({ vertices, labelChanges }: DrawnShapes): PeerSteps[] => {
  const count = vertices.length;
  return [
    { name: 'CVAT', presses: CVAT_OPEN_TOOL + 2 * count, keys: count - 1 + labelChanges },
    { name: 'Label Studio', presses: count, keys: count },
    { name: 'Label Studio, label kept', presses: count, keys: labelChanges },
  ];
};

/** Counts the steps for polygons. In Label Studio, a click on the first point completes a polygon. */
export const listPolygonSteps = ({ vertices, labelChanges }: DrawnShapes): PeerSteps[] => {
  const count = vertices.length;
  const clicks = vertices.reduce((sum, vertex) => sum + vertex, 0);
  return [
    { name: 'CVAT', presses: CVAT_OPEN_TOOL + clicks, keys: 2 * count - 1 + labelChanges },
    { name: 'CVAT, Shift and drag', presses: CVAT_OPEN_TOOL, keys: 3 * count - 1 + labelChanges },
    { name: 'Label Studio', presses: clicks + count, keys: count },
    { name: 'Label Studio, label kept', presses: clicks + count, keys: labelChanges },
  ];
};
