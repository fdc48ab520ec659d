import { withVertexAt } from '../../geometry/polygon';
import type { Shape, Vec } from '../../types';
import { difference } from '../thresholds';
import { Editing } from './editing';
import type { SelectStates } from './states';

export class DraggingVertex extends Editing<SelectStates['dragging-vertex']> {
  protected override shapeAt(position: Vec): Shape {
    const { shape, index, grab } = this.info;
    return { ...shape, data: withVertexAt(shape.data, index, difference(position, grab), this.host.picture) };
  }
}
