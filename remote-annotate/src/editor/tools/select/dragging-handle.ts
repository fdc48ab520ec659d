import type { PointerEditorEvent } from '../../input/events';
import type { Shape } from '../../model/types';
import { subtract } from '../states/thresholds';
import { Editing } from './editing';
import type { SelectStates } from './states';

export class DraggingHandle extends Editing<SelectStates['dragging-handle']> {
  protected override getShapeAt(event: PointerEditorEvent): Shape {
    const { shape, drag, grab } = this.info;
    const pointerPosition = subtract(this.host.viewport.toImage(event.point), grab);
    const position = drag.canSnap ? this.host.snapVertex(event, pointerPosition, shape.id).position : pointerPosition;
    return { ...shape, data: drag.getDataAt(position, event.modifiers.shift) } as Shape;
  }
}
