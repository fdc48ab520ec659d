import type { PointerEditorEvent } from '../../input/events';
import type { Shape } from '../../model/types';
import { Gesture } from '../states/gesture';
import type { SelectStates } from './states';

/** A drag that changes the coordinates of a shape. Each move updates a preview, and the release runs one command. */
export abstract class Editing<Info extends { readonly shape: Shape }> extends Gesture<SelectStates, Info> {
  private preview: Shape = this.info.shape;

  override enter(): void {
    this.showDraft(this.getFirstPreview());
  }

  override exit(): void {
    this.host.setDraft(null);
  }

  override onPointerMove(event: PointerEditorEvent): void {
    this.showDraft(this.getShapeAt(event));
  }

  override onPointerUp(event: PointerEditorEvent): void {
    this.onPointerMove(event);
    this.host.document.setData(this.preview.id, this.preview.data);
    this.machine.returnToIdle();
  }

  /** Returns the preview before the first move. */
  protected getFirstPreview(): Shape {
    return this.info.shape;
  }

  /** Returns the shape that would result from a release at the event's position. */
  protected abstract getShapeAt(event: PointerEditorEvent): Shape;

  private showDraft(shape: Shape): void {
    this.preview = shape;
    this.host.setDraft({ type: 'edit', shape });
  }
}
