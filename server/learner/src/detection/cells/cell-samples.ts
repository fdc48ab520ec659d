import { FeatureRows } from '../../learning/feature-rows';
import { sampleRows, type Random } from '../../sampling/random';
import { assignCells, BACKGROUND, type InputObject } from './assign-cells';

/** Training data of a detector: features of cells of the feature grid with their targets. It grows up to the given capacity. */
export class CellSamples {
  readonly features: FeatureRows;
  /** Index of the label of each cell, or BACKGROUND. */
  readonly labels: Int32Array;
  /** Sides of the target box relative to the centre of the cell, in pixels: x1, y1, x2, y2. */
  readonly boxes: Float32Array;

  constructor(channels: number, capacity: number) {
    this.features = new FeatureRows(channels, capacity);
    this.labels = new Int32Array(capacity);
    this.boxes = new Float32Array(4 * capacity);
  }

  /** Whether the first `count` cells include a cell of an object. */
  hasObjects(count: number): boolean {
    return this.labels.subarray(0, count).some((label) => label !== BACKGROUND);
  }

  /**
   * Adds up to `cellCount` cells of an image. At most half of them are cells of objects, distributed evenly over the objects. `cells`
   * is rows x columns x channels. The cells of the objects `leftOut` are not used as background.
   */
  addImage(
    {
      cells,
      columns,
      rows,
      stride,
      objects,
      leftOut = [],
    }: { cells: Float32Array; columns: number; rows: number; stride: number; objects: InputObject[]; leftOut?: InputObject[] },
    cellCount: number,
    random: Random,
  ): void {
    const assignedCells = assignCells(objects, columns, rows, stride, leftOut);
    const cellsByObject = objects.map((): number[] => []);
    const background: number[] = [];
    for (const [cell, objectIndex] of assignedCells.entries()) {
      if (objectIndex === BACKGROUND) background.push(cell);
      else if (objectIndex >= 0) cellsByObject[objectIndex]!.push(cell);
    }
    // `sampleRows` draws random cells.
    const objectCells = interleave(
      cellsByObject.map((cellsOfObject) => sampleRows(cellsOfObject, cellCount, random)),
      Math.ceil(cellCount / 2),
    );
    const backgroundCells = sampleRows(background, cellCount - objectCells.length, random);
    for (const cell of [...objectCells, ...backgroundCells]) {
      if (this.features.isFull) return;
      const sampleIndex = this.features.add(cells, cell * this.features.width);
      const objectIndex = assignedCells[cell]!;
      this.labels[sampleIndex] = objectIndex < 0 ? BACKGROUND : objects[objectIndex]!.label;
      if (objectIndex >= 0) {
        const x = ((cell % columns) + 0.5) * stride;
        const y = (Math.floor(cell / columns) + 0.5) * stride;
        const [x1, y1, x2, y2] = objects[objectIndex]!.box;
        this.boxes.set([x1 - x, y1 - y, x2 - x, y2 - y], 4 * sampleIndex);
      }
    }
  }
}

/** Returns the first item of each list, then the second item of each list, and so on, up to `maxItems` items. */
function interleave<Item>(lists: readonly Item[][], maxItems: number): Item[] {
  const result: Item[] = [];
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let index = 0; index < longest; index++) {
    for (const list of lists) {
      if (result.length === maxItems) return result;
      if (index < list.length) result.push(list[index]!);
    }
  }
  return result;
}
