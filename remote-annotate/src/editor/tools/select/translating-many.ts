import { clampTranslation } from '../../geometry/clamp';
import type { PointerEditorEvent } from '../../input/events';
import type { Vec } from '../../model/types';
import { Gesture } from '../states/gesture';
import { subtract } from '../states/thresholds';
import type { SelectStates } from './states';

const NO_OFFSET: Vec = { x: 0, y: 0 };

/**
 * Drags all selected, unlocked shapes. During the drag, only a frame around the shapes follows the pointer. The release moves the shapes
 * with one command.
 */
export class TranslatingMany extends Gesture<SelectStates, SelectStates['translating-many']> {
  private readonly bounds = this.host.kinds.getCommonBounds(this.host.unlockedSelectedShapes);

  override enter(): void {
    this.showDraft(this.info.to);
  }

  override exit(): void {
    this.host.setDraft(null);
  }

  override onPointerMove(event: PointerEditorEvent): void {
    this.showDraft(this.host.viewport.toImage(event.point));
  }

  override onPointerUp(event: PointerEditorEvent): void {
    const offset = this.showDraft(this.host.viewport.toImage(event.point));
    this.host.document.move(
      this.host.unlockedSelectedShapes.map(({ id }) => id),
      offset,
    );
    this.machine.returnToIdle();
  }

  private showDraft(position: Vec): Vec {
    const offset = this.bounds
      ? clampTranslation(this.bounds, subtract(position, this.info.from), this.host.imageSize)
      : NO_OFFSET;
    this.host.setDraft({ type: 'move', by: offset });
    return offset;
  }
}
