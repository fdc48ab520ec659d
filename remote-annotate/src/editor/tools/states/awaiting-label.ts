import type { NewShape } from '../../document/annotation-document';
import { MAX_POINT_NAME_LENGTH } from '../../geometry/limits';
import type { ConfirmResult, PendingShape } from './feedback';
import { StateNode, type Busy } from './state-node';

/** A drawn shape waits for the label dialog while its draft stays visible. Shared by the drawing tools. */
export class AwaitingLabel<States> extends StateNode<States, PendingShape> {
  override get busy(): Busy {
    return 'creating';
  }

  override enter(): void {
    const sticky = this.info.kind === 'point' ? undefined : this.host.stickyLabel(this.info.kind);
    if (sticky === undefined || !this.confirm(sticky).ok) this.host.setPending(this.info);
  }

  override exit(): void {
    this.host.setPending(null);
    this.host.setDraft(null);
  }

  override confirm(choice: string): ConfirmResult {
    const refusal = this.getRefusal(choice);
    if (refusal) return { ok: false, reason: refusal };
    const { info } = this;
    const shape = this.host.document.create(toNewShape(info, choice));
    // The data is already normalized, so the document is not expected to reject it.
    if (!shape) return { ok: false, reason: 'nothing-pending' };
    if (info.kind !== 'point') this.host.rememberLabel(info.kind, choice);
    this.machine.toIdle();
    this.host.highlight(shape.id);
    return { ok: true, shape };
  }

  private getRefusal(choice: string): 'no-label' | 'unknown-label' | 'name-too-long' | null {
    const { info } = this;
    if (info.kind === 'point') return choice.trim().length > MAX_POINT_NAME_LENGTH ? 'name-too-long' : null;
    if (choice === '') return 'no-label';
    return this.host.labels[info.kind].some((label) => label.id === choice) ? null : 'unknown-label';
  }
}

function toNewShape(pending: PendingShape, choice: string): NewShape {
  switch (pending.kind) {
    case 'object':
      return { kind: 'object', labelId: choice, data: pending.data };
    case 'polygon':
      return { kind: 'polygon', labelId: choice, data: pending.data };
    case 'point':
      return { kind: 'point', name: choice, data: pending.data };
  }
}
