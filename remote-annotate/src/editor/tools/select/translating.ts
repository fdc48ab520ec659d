import type { PointerEditorEvent } from '../../input/events';
import type { Shape, Vec } from '../../model/types';
import { subtract } from '../states/thresholds';
import { Editing } from './editing';
import type { SelectStates } from './states';

export class Translating extends Editing<SelectStates['translating']> {
  protected override getFirstPreview(): Shape {
    return this.moveTo(this.info.to);
  }

  protected override getShapeAt(event: PointerEditorEvent): Shape {
    return this.moveTo(this.host.viewport.toImage(event.point));
  }

  private moveTo(position: Vec): Shape {
    const { shape, from } = this.info;
    return this.host.kinds.translate([shape], subtract(position, from), this.host.imageSize)[0] ?? shape;
  }
}
