import type { AttributeDefinition, ShapeAttributes } from '@console/shared-contract/shape-attributes';

/**
 * The data types of the annotation document. All coordinates are pixels of the upright image. They are integers, except in rotated boxes.
 * The x axis runs right from 0 to the image width, the y axis runs down from 0 to the image height. Both ends are included.
 */

/**
 * Identifies a shape in the editor. For a drawn shape, this is a UUID created by the client, and the server's row id is added
 * later as `serverId`. For a loaded shape, this is the row id.
 */
export type ShapeId = string;

/** `[x1, y1, x2, y2]` with x1 < x2 and y1 < y2. */
export type BoxData = readonly [number, number, number, number];

/** `[x, y, width, height, angle]`: the center, the sides, and the clockwise rotation in degrees from 0 to less than 360. */
export type RotatedBoxData = readonly [number, number, number, number, number];

/** Flat `[x, y, x, y, ...]` of three or more vertices. The first vertex is not repeated at the end. */
export type PolygonData = readonly number[];

/** Flat list of x, y and visibility of each point of the label's template: 0 absent (at 0, 0), 1 occluded, 2 visible. */
export type SkeletonData = readonly number[];

/** `[x, y]`. */
export type PointData = readonly [number, number];

/**
 * `[left, top, width, height, imageWidth, imageHeight, ...runs]`: the region that the set pixels span, the size of the image, and the
 * lengths of the runs. Runs of unset and set pixels alternate, column by column, starting with unset pixels.
 */
export type MaskRuns = readonly number[];

/** Any JSON value, as the API allows; `{}` for a drawn shape. Never mutated. */
export type MetaData = unknown;

/** The state of a shape's row on the server. Undo never changes it. */
export interface ServerState {
  /** The id of the row. Missing until the server has acknowledged the creation. */
  readonly serverId?: string;
  /** The version of the row at the last load or acknowledgement. The server rejects writes with an outdated version. */
  readonly version?: number;
  /** Time at which the row was created, in ISO format. Shapes are sorted by this time. */
  readonly created?: string;
  /** The recognition labels of an object, as last read. If the row is created again, these labels are added again. */
  readonly labels?: readonly KnownLabel[];
}

/** A recognition label of an object. */
export interface KnownLabel {
  readonly id: string;
  readonly name: string;
  readonly value: number | null;
}

/** Origin of a shape that the user did not draw: accepted from a model, or copied from another image. */
export type ShapeSource = 'prediction' | 'copy';

/** The fields that all kinds of shapes have in common. */
export interface ShapeBase extends ServerState {
  readonly id: ShapeId;
  readonly kind: string;
  readonly data: readonly number[];
  /** Flags and other attributes. Missing for kinds without attributes, and if the server is older. */
  readonly attributes?: ShapeAttributes;
  /** Sent when the row is created. Missing if the user drew the shape, or if it was loaded from the server. */
  readonly source?: ShapeSource;
  /** The confidence of the model, 0 to 1. Present until a user changes the shape or verifies the image. */
  readonly score?: number;
  /** Id of the model that created the shape. Present only together with `score`. Older servers do not return it. */
  readonly model?: string;
}

export interface BoxShape extends ShapeBase {
  readonly kind: 'object';
  readonly labelId: string;
  readonly data: BoxData | RotatedBoxData;
  readonly metaData: MetaData;
}

export interface PolygonShape extends ShapeBase {
  readonly kind: 'polygon';
  readonly labelId: string;
  readonly data: PolygonData;
  readonly metaData: MetaData;
}

/** Named points that are connected by edges. The template of the label defines the names and edges. */
export interface SkeletonShape extends ShapeBase {
  readonly kind: 'skeleton';
  readonly labelId: string;
  readonly data: SkeletonData;
  readonly metaData: MetaData;
}

/** Set pixels, which can have holes and several parts. Masks have the same labels as polygons. */
export interface MaskShape extends ShapeBase {
  readonly kind: 'mask';
  readonly labelId: string;
  readonly data: MaskRuns;
  readonly metaData: MetaData;
}

/** A point has a free-text name instead of a label, and no meta data. */
export interface PointShape extends ShapeBase {
  readonly kind: 'point';
  readonly name: string;
  readonly data: PointData;
}

/** The kinds of shapes of the console. After adding a kind here, the compiler requires it in the registries of `shape-kinds/`. */
export interface ShapeTypes {
  readonly object: BoxShape;
  readonly polygon: PolygonShape;
  readonly mask: MaskShape;
  readonly point: PointShape;
  readonly skeleton: SkeletonShape;
}

export type ShapeKind = keyof ShapeTypes;

/** The default keys of the drawing tools. */
export const DRAWING_TOOL_KEYS = {
  detection: ['b'],
  polygon: ['p'],
  mask: ['f'],
  point: ['o'],
  skeleton: ['Shift+o'],
  /** Finds objects in the pixels of the image. */
  assist: ['z'],
} as const;

/** The tools that draw shapes. `cut` divides the selected polygons along a line. It is chosen by a command. */
export type DrawingToolId = keyof typeof DRAWING_TOOL_KEYS | 'cut';

/** Shapes are immutable. A change creates a new object, so that `===` detects changes. */
export type Shape = ShapeTypes[ShapeKind];

export type LabelledShape = Extract<Shape, { readonly labelId: string }>;

export function isLabelled(shape: Shape): shape is LabelledShape {
  return 'labelId' in shape;
}

export interface Label {
  readonly id: string;
  readonly name: string;
  /** Any CSS colour. */
  readonly color: string;
  /** The character of the key that chooses the label. */
  readonly key?: string | null;
  /** Whether lists show the label before others, because the current job asks for it. */
  readonly isOfJob?: boolean;
  /** The attributes that the label declares for its shapes. */
  readonly attributes?: readonly AttributeDefinition[];
  /** Dashes of the outline in CSS pixels. Set for a label whose colour is similar to the colour of another label. */
  readonly dash?: readonly number[];
}

/** The labels that can be chosen for new shapes, by kind of shape. */
export interface LabelSet {
  readonly object: readonly Label[];
  readonly polygon: readonly Label[];
  /** Detection labels with a template. Missing if there are none. */
  readonly skeleton?: readonly Label[];
}

const NO_LABELS: readonly Label[] = [];

/** Returns the labels of a kind, which may be none. */
export const listLabels = (labels: LabelSet, kind: keyof LabelSet): readonly Label[] => labels[kind] ?? NO_LABELS;

/** Size of the upright image in image pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** A position or an offset. The name of the variable or parameter says whether the unit is screen pixels or image pixels. */
export interface Vec {
  readonly x: number;
  readonly y: number;
}

/** An axis-aligned rectangle with minX <= maxX and minY <= maxY. */
export interface Bounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}
