import { snapToImage } from '../../../editor/geometry/clamp';
import type { PointerEditorEvent } from '../../../editor/input/events';
import type { PointData, Vec } from '../../../editor/model/types';
import { StateNode, type Busy } from '../../../editor/tools/states/state-node';
import type { PointStates } from './states';

export class Placing extends StateNode<PointStates, PointStates['placing']> {
  override get busy(): Busy {
    return 'gesture';
  }

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

  override interrupt(): void {
    this.cancel();
  }

  override cancel(): void {
    this.host.setDraft(null);
    this.machine.returnToIdle();
  }

  private show(position: Vec): PointData {
    const data = snapToImage(position, this.host.imageSize);
    this.host.setDraft({ type: 'point', data });
    return data;
  }
}
