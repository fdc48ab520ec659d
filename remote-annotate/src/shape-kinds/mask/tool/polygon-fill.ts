import { getPolygonBounds } from '../../../editor/geometry/polygon';
import type { PolygonData } from '../../../editor/model/types';
import { PolygonDrawing } from '../../polygon/tool/polygon-drawing';
import { createBuffer, findTarget, isErasing, storePixels } from './paint-target';
import type { MaskStates } from './states';

/**
 * The state that sets or clears the pixels in a polygon, which the user draws by clicks. Choosing another tool discards an unfinished
 * polygon.
 */
export class PolygonFill extends PolygonDrawing<MaskStates, MaskStates['drawing']> {
  private readonly target = findTarget(this.host, this.info.press);
  private readonly pixelValue = isErasing(this.host, this.info.press) ? 0 : 1;

  override suspend(): null {
    super.suspend();
    return null;
  }

  protected override complete(vertices: PolygonData): void {
    const buffer = createBuffer(this.host, this.target);
    buffer.fillPolygon(vertices, getPolygonBounds(vertices), this.pixelValue);
    storePixels(this.host, this.machine, buffer);
  }
}
