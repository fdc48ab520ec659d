import { boxFromCorners, isDrawableBox } from '../../geometry/box';
import type { PointerEditorEvent } from '../../input/events';
import type { BoxData } from '../../types';
import { StateNode, type Busy } from '../state-node';
import type { DetectionStates } from './states';

export class Drawing extends StateNode<DetectionStates, DetectionStates['drawing']> {
  override get busy(): Busy {
    return 'gesture';
  }

  override enter(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'crosshair' });
  }

  override pointerMove(event: PointerEditorEvent): void {
    const data = this.boxTo(event);
    this.host.setDraft({ type: 'box', data, tooSmall: !isDrawableBox(data) });
  }

  override pointerUp(event: PointerEditorEvent): void {
    const data = this.boxTo(event);
    if (!isDrawableBox(data)) {
      this.host.setDraft(null);
      this.machine.toIdle();
      this.host.select(this.host.shapeAt(event)?.id ?? null);
      return;
    }
    this.host.setDraft({ type: 'box', data, tooSmall: false });
    this.machine.transition('awaiting-label', { kind: 'object', data, suggestedLabelId: this.host.lastLabel('object') });
  }

  override interrupt(): void {
    this.cancel();
  }

  override cancel(): void {
    this.host.setDraft(null);
    this.machine.toIdle();
  }

  private boxTo(event: PointerEditorEvent): BoxData {
    return boxFromCorners(this.info.start, this.host.viewport.toPicture(event.point), this.host.picture);
  }
}
