import { translateShape } from '../../geometry/shape';
import type { Shape, Vec } from '../../types';
import { difference } from '../thresholds';
import { Editing } from './editing';
import type { SelectStates } from './states';

export class Translating extends Editing<SelectStates['translating']> {
  private readonly start = this.host.viewport.toPicture(this.info.press.point);

  protected override shapeAt(position: Vec): Shape {
    return translateShape(this.info.shape, difference(position, this.start), this.host.picture);
  }
}
