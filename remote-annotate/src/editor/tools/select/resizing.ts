import { resizeBox } from '../../geometry/box';
import type { Shape, Vec } from '../../types';
import { difference } from '../thresholds';
import { Editing } from './editing';
import type { SelectStates } from './states';

export class Resizing extends Editing<SelectStates['resizing']> {
  protected override shapeAt(position: Vec): Shape {
    const { shape, handle, grab } = this.info;
    return { ...shape, data: resizeBox(shape.data, handle, difference(position, grab), this.host.picture) };
  }
}
