import type { PointerEditorEvent } from '../../input/events';
import type { Shape } from '../../types';
import { StateNode, type Busy } from '../state-node';
import type { SelectStates } from './states';

/** A drag that changes a shape's coordinates: previewed with each move, one command at the end. */
export abstract class Editing<Info extends { readonly shape: Shape }> extends StateNode<SelectStates, Info> {
  private preview: Shape = this.info.shape;

  override get busy(): Busy {
    return 'gesture';
  }

  override enter(): void {
    this.show(this.firstPreview());
  }

  override exit(): void {
    this.host.setDraft(null);
  }

  override pointerMove(event: PointerEditorEvent): void {
    this.show(this.shapeAt(event));
  }

  override pointerUp(event: PointerEditorEvent): void {
    this.pointerMove(event);
    this.host.document.setData(this.preview.id, this.preview.data);
    this.machine.toIdle();
  }

  /** What is shown before the next move. */
  protected firstPreview(): Shape {
    return this.info.shape;
  }

  /** The shape as a release here would leave it. */
  protected abstract shapeAt(event: PointerEditorEvent): Shape;

  private show(shape: Shape): void {
    this.preview = shape;
    this.host.setDraft({ type: 'edit', shape });
  }
}
