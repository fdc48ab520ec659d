import type { Vec } from '../../types';
import { DrawingIdle } from '../drawing-idle';
import type { DetectionStates } from './states';

export class Idle extends DrawingIdle<DetectionStates> {
  protected override canDraw(): boolean {
    return this.host.labels.object.length > 0;
  }

  protected override begin(start: Vec): void {
    this.machine.transition('drawing', { start });
  }
}
