import type { Vec } from '../../editor/model/types';
import { thinVertices } from '../../editor/geometry/thin-vertices';
import { toBitmapPixel } from '../../editor/model/region';
import { withAutoDelete, type IntelligentScissors } from './opencv';
import type { Scene } from './scene';
import { OUTLINE_TOLERANCE } from './outline';

/** Finds lines along edges of the image (intelligent scissors, live wire). */
export class EdgeTracer {
  private readonly scissors: IntelligentScissors;
  private startKey = '';

  constructor(private readonly scene: Scene) {
    this.scissors = new scene.cv.segmentation_IntelligentScissorsMB();
    this.scissors.setEdgeFeatureCannyParameters(32, 100);
    this.scissors.setGradientMagnitudeMaxLimit(200);
    this.scissors.applyImage(scene.image);
  }

  /** Returns the line from one position to another, as a flat list of image pixels with both ends. */
  trace(from: Vec, to: Vec): readonly number[] {
    const { cv, placement } = this.scene;
    const [start, end] = [this.toPixel(from), this.toPixel(to)];
    // Compute the paths once for each start position. The result contains a path to every position of the pointer.
    if (this.startKey !== `${start.x} ${start.y}`) {
      this.scissors.buildMap(new cv.Point(start.x, start.y));
      this.startKey = `${start.x} ${start.y}`;
    }
    const pixels = withAutoDelete((autoDelete) => {
      const path = autoDelete(new cv.Mat());
      this.scissors.getContour(new cv.Point(end.x, end.y), path);
      return [...path.data32S];
    });
    const simplifiedPath = thinVertices(pixels, OUTLINE_TOLERANCE);
    return simplifiedPath.map((value, index) => (value + 0.5) * placement.step + (index % 2 === 0 ? placement.x : placement.y));
  }

  delete(): void {
    this.scissors.delete();
  }

  private toPixel(position: Vec): Vec {
    const { placement } = this.scene;
    const { x, y } = toBitmapPixel(placement, position);
    return { x: Math.min(Math.max(x, 0), placement.columns - 1), y: Math.min(Math.max(y, 0), placement.rows - 1) };
  }
}
