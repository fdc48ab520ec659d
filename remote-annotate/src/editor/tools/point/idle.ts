import type { Vec } from '../../types';
import { DrawingIdle } from '../drawing-idle';
import type { PointStates } from './states';

export class Idle extends DrawingIdle<PointStates> {
  protected override canDraw(): boolean {
    return true;
  }

  protected override begin(start: Vec): void {
    this.machine.transition('placing', { start });
  }
}
