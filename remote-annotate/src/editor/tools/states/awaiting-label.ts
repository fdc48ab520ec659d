import type { NewShape } from '../../document/annotation-document';
import { MAX_POINT_NAME_LENGTH } from '../../geometry/limits';
import type { ConfirmResult, PendingShape } from './feedback';
import { StateNode, type Busy } from './state-node';
import type { ShapeBase } from '../../model/types';
import type { LabelledKind } from '../../model/label-memory';
import { listLabels } from '../../model/types';

/** The state of a drawing tool while the user chooses the label of the drawn shape in a dialog. The draft stays visible. */
export class AwaitingLabel<States> extends StateNode<States, PendingShape> {
  override get busy(): Busy {
    return 'creating';
  }

  override enter(): void {
    const { labelKind } = this;
    if (labelKind === null) return this.host.setPending(this.info);
    const stickyLabelId = this.host.getStickyLabel(labelKind);
    if (stickyLabelId === undefined || !this.confirm(stickyLabelId).ok)
      this.host.setPending({ ...this.info, suggestedLabelId: this.host.getLastLabel(labelKind) });
  }

  override exit(): void {
    this.host.setPending(null);
    this.host.setDraft(null);
  }

  override confirm(choice: string): ConfirmResult {
    const refusalReason = this.getRefusalReason(choice);
    if (refusalReason) return { ok: false, reason: refusalReason };
    const { labelKind } = this;
    const shape = this.host.document.create(this.toNewShape(choice));
    // The data is already normalized, so the document should not reject it.
    if (!shape) return { ok: false, reason: 'nothing-pending' };
    if (labelKind !== null) this.host.rememberLabel(labelKind, choice);
    this.machine.returnToIdle();
    this.host.selectByCommand(shape.id);
    return { ok: true, shape };
  }

  private getRefusalReason(choice: string): 'no-label' | 'unknown-label' | 'name-too-long' | null {
    const { labelKind } = this;
    if (labelKind === null) return choice.trim().length > MAX_POINT_NAME_LENGTH ? 'name-too-long' : null;
    if (choice === '') return 'no-label';
    return listLabels(this.host.labels, labelKind).some((label) => label.id === choice) ? null : 'unknown-label';
  }

  private get labelKind(): LabelledKind | null {
    return this.host.kinds.getLabelKind(this.info.kind);
  }

  /** Returns the default attributes of the label. */
  protected getDefaults(labelId: string): Pick<ShapeBase, 'attributes'> {
    if (!this.host.kinds.get(this.info.kind).hasAttributes) return {};
    const label = this.labelKind && listLabels(this.host.labels, this.labelKind).find(({ id }) => id === labelId);
    const defaults = (label?.attributes ?? []).flatMap(({ name, default: value }) =>
      value === undefined ? [] : [[name, value] as const],
    );
    return defaults.length > 0 ? { attributes: Object.fromEntries(defaults) } : {};
  }

  /** Returns the shape with the chosen label or name. */
  protected toNewShape(choice: string): NewShape {
    const { kind, data } = this.info;
    return (
      this.labelKind === null ? { kind, data, name: choice } : { kind, data, labelId: choice, ...this.getDefaults(choice) }
    ) as NewShape;
  }
}
