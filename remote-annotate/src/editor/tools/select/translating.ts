import { translateShape } from '../../geometry/shape';
import type { Shape, Vec } from '../../types';
import { difference } from '../thresholds';
import { Editing } from './editing';
import type { SelectStates } from './states';

export class Translating extends Editing<SelectStates['translating']> {
  protected override firstPreview(): Shape {
    return this.shapeAt(this.info.to);
  }

  protected override shapeAt(position: Vec): Shape {
    const { shape, from } = this.info;
    return translateShape(shape, difference(position, from), this.host.picture);
  }
}
