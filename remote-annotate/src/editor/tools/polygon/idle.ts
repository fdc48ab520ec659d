import type { Vec } from '../../types';
import { DrawingIdle } from '../drawing-idle';
import type { PolygonStates } from './states';

export class Idle extends DrawingIdle<PolygonStates> {
  protected override canDraw(): boolean {
    return this.host.labels.polygon.length > 0;
  }

  protected override begin(start: Vec): void {
    this.machine.transition('drawing', { start });
  }
}
