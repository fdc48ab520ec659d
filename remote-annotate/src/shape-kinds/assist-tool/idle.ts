import type { PointerEditorEvent } from '../../editor/input/events';
import { listLabels } from '../../editor/model/types';
import { DrawingIdle } from '../../editor/tools/states/drawing-idle';
import type { AssistStates } from './states';

export class Idle extends DrawingIdle<AssistStates> {
  protected override canDraw(): boolean {
    const kind = this.host.getDrawnKind('assist');
    const labelKind = kind && this.host.kinds.getLabelKind(kind);
    return labelKind !== null && listLabels(this.host.labels, labelKind).length > 0;
  }

  protected override startShape(press: PointerEditorEvent): void {
    const { mode } = this.host.assistOptions;
    if (mode === 'box') this.machine.transition('box', { press });
    else if (mode === 'model') this.machine.transition('prompting', { press });
    else if (mode === 'scissors') this.machine.transition('tracing', { press });
    else this.machine.transition('suggesting', { press });
  }
}
