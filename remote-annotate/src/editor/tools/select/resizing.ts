import { resizeBox } from '../../geometry/box';
import type { PointerEditorEvent } from '../../input/events';
import type { Shape } from '../../model/types';
import { subtract } from '../states/thresholds';
import { Editing } from './editing';
import type { SelectStates } from './states';

export class Resizing extends Editing<SelectStates['resizing']> {
  protected override getShapeAt(event: PointerEditorEvent): Shape {
    const { shape, handle, grab } = this.info;
    const position = this.host.viewport.toPicture(event.point);
    return { ...shape, data: resizeBox(shape.data, handle, subtract(position, grab), this.host.picture) };
  }
}
