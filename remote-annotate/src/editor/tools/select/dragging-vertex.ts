import { withVertexAt } from '../../geometry/polygon';
import type { PointerEditorEvent } from '../../input/events';
import type { Shape } from '../../model/types';
import { subtract } from '../states/thresholds';
import { Editing } from './editing';
import type { SelectStates } from './states';

export class DraggingVertex extends Editing<SelectStates['dragging-vertex']> {
  protected override getShapeAt(event: PointerEditorEvent): Shape {
    const { shape, index, grab } = this.info;
    const target = subtract(this.host.viewport.toPicture(event.point), grab);
    const { position } = this.host.snapVertex(event, target, shape.id);
    return { ...shape, data: withVertexAt(shape.data, index, position, this.host.picture) };
  }
}
