import { snapToImage } from '../../../editor/geometry/clamp';
import type { PointerEditorEvent } from '../../../editor/input/events';
import type { PointData, Vec } from '../../../editor/model/types';
import { Gesture } from '../../../editor/tools/states/gesture';
import type { PointStates } from './states';

export class Placing extends Gesture<PointStates, PointStates['placing']> {
  override enter(): void {
    this.show(this.info.start);
  }

  override onPointerMove(event: PointerEditorEvent): void {
    this.show(this.host.viewport.toImage(event.point));
  }

  override onPointerUp(event: PointerEditorEvent): void {
    const data = this.show(this.host.viewport.toImage(event.point));
    this.machine.transition('awaiting-name', { kind: 'point', data });
  }

  private show(position: Vec): PointData {
    const data = snapToImage(position, this.host.imageSize);
    this.host.setDraft({ type: 'point', data });
    return data;
  }
}
