import { computeBoundingBox } from '../../../data-access/shapes/geometry';
import type { AttributeDefinition } from '@console/shared-contract/shape-attributes';
import { NUMBERS_PER_SKELETON_POINT, type SkeletonTemplate } from '@console/shared-contract/skeleton';
import {
  POINT_COUNT_NOTE,
  POINT_META_DATA_NOTE,
  EMPTY_MASK_NOTE,
  ROTATED_BOX_NOTE,
  SEVERAL_PARTS_NOTE,
  UNREADABLE_MASK_NOTE,
} from './notes';
import { isValidRegion, toMaskGeometry, type RegionRuns } from './parsed-mask';
import type { DeclaredLabel, ImportSink, ParsedShape, ReadOptions } from './reader';

/** Fields of a shape besides its class and coordinates. `shares`: the coordinates are fractions of width and height. */
export type ShapeExtras = Pick<ParsedShape, 'shares' | 'meta_data' | 'attributes' | 'labels' | 'declared'>;

/** Adds the annotations of one image. Each method takes the name of the class and declares the class in its domain. */
export class ImageAnnotations {
  constructor(
    readonly image: number,
    private readonly sink: ImportSink,
    private readonly options: ReadOptions,
    /** Returns the attributes that the file declares for the shapes of a class. */
    private readonly findDefinitions: (className: string) => AttributeDefinition[] | undefined = () => undefined,
  ) {}

  addNote(reason: string, count?: number): void {
    this.sink.addNote(this.image, reason, count);
  }

  async addBox(name: string, data: number[], extras: ShapeExtras = {}): Promise<void> {
    await this.sink.addShape(this.image, { kind: 'box', class: this.declareClass('detection', name), data, ...extras });
  }

  /** Adds a box with any rotation. The direction from the first to the second corner is its angle. */
  async addRotatedBox(name: string, corners: number[], extras: ShapeExtras = {}, note = ROTATED_BOX_NOTE): Promise<void> {
    this.addNote(note);
    const classKey = this.declareClass('detection', name);
    await this.sink.addShape(this.image, { kind: 'box', class: classKey, data: computeBoundingBox(corners), corners, ...extras });
  }

  /** Adds the outlines of one object as polygons, as the box around them, or as both, as the user chose. */
  async addOutlines(
    name: string,
    outlines: readonly number[][],
    shapeExtras: ShapeExtras = {},
    box = computeBoundingBox(outlines.flat()),
  ): Promise<void> {
    if (outlines.length === 0) return;
    if (this.options.outlines !== 'polygons') await this.addBox(name, box, shapeExtras);
    if (this.options.outlines === 'boxes') return;
    if (outlines.length > 1) this.addNote(SEVERAL_PARTS_NOTE);
    const classKey = this.declareClass('segmentation', name);
    for (const data of outlines) await this.sink.addShape(this.image, { kind: 'polygon', class: classKey, data, ...shapeExtras });
  }

  /** Adds a skeleton. `template` is the template of its class. */
  async addSkeleton(name: string, template: SkeletonTemplate, data: number[], extras: ShapeExtras = {}): Promise<void> {
    if (data.length !== template.points.length * NUMBERS_PER_SKELETON_POINT) return this.addNote(POINT_COUNT_NOTE);
    const classKey = this.declareClass('detection', name, template);
    await this.sink.addShape(this.image, { kind: 'skeleton', class: classKey, data, ...extras });
  }

  /** Adds a mask, the box around it, or both, as the user chose. */
  async addMask(name: string, mask: RegionRuns, shapeExtras: ShapeExtras = {}): Promise<void> {
    if (!isValidRegion(mask.region)) return this.addNote(UNREADABLE_MASK_NOTE);
    const geometry = toMaskGeometry(mask);
    if (!geometry) return this.addNote(EMPTY_MASK_NOTE);
    if (this.options.outlines !== 'polygons') await this.addBox(name, geometry.data, shapeExtras);
    if (this.options.outlines === 'boxes') return;
    const classKey = this.declareClass('segmentation', name);
    await this.sink.addShape(this.image, {
      kind: 'mask',
      class: classKey,
      ...geometry,
      ...shapeExtras,
      ...(mask.imageSize && { image_size: mask.imageSize }),
    });
  }

  /** Adds a point, which has neither metadata nor labels. */
  async addPoint(name: string, data: number[], { shares, declared, attributes, meta_data }: ShapeExtras = {}): Promise<void> {
    this.addNote(POINT_META_DATA_NOTE, Object.keys(meta_data ?? {}).length);
    const extras = { ...(shares && { shares }), ...(declared && { declared }), ...(attributes && { attributes }) };
    await this.sink.addShape(this.image, { kind: 'point', class: name, data, ...extras });
  }

  /** Adds a label of the image. A label with a value is numeric. */
  async addLabel(name: string, value: number | null = null): Promise<void> {
    await this.sink.addShape(this.image, { kind: 'label', data: [], ...this.declareLabel(name, value) });
  }

  /** Declares a label that a box has, without adding the label to the image. */
  declareLabel(name: string, value: number | null = null): DeclaredLabel {
    const classKey = this.sink.addClass({ of: 'recognition', name, ...(value !== null && { type: 'value' }) });
    return value === null ? { class: classKey } : { class: classKey, value };
  }

  private declareClass(domain: 'detection' | 'segmentation', name: string, skeleton?: SkeletonTemplate): string {
    const attributes = this.findDefinitions(name);
    return this.sink.addClass({ of: domain, name, ...(attributes && { attributes }), ...(skeleton && { skeleton }) });
  }
}
