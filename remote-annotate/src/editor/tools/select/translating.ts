import { translateShape } from '../../geometry/shape';
import type { PointerEditorEvent } from '../../input/events';
import type { Shape, Vec } from '../../types';
import { difference } from '../thresholds';
import { Editing } from './editing';
import type { SelectStates } from './states';

export class Translating extends Editing<SelectStates['translating']> {
  protected override firstPreview(): Shape {
    return this.movedTo(this.info.to);
  }

  protected override shapeAt(event: PointerEditorEvent): Shape {
    return this.movedTo(this.host.viewport.toPicture(event.point));
  }

  private movedTo(position: Vec): Shape {
    const { shape, from } = this.info;
    return translateShape(shape, difference(position, from), this.host.picture);
  }
}
