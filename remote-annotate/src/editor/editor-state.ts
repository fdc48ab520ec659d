import type { BoxDrawingMode } from './model/box-drawing-mode';
import type { LabelledKind, LabelMemory } from './model/label-memory';
import type { MaskDrawing } from './model/mask-drawing';
import type { AssistOptions, Prompt } from './model/prompt';
import { listLabels, type LabelSet, type Vec } from './model/types';
import type { Draft, Hover, Notice, PendingShape } from './tools/states/feedback';
import type { WritableTopics } from './topics';

/** The observable state that the editor and its tools share: simple values without commands. */
export abstract class EditorState {
  protected abstract readonly signals: WritableTopics;
  protected abstract readonly labelMemory: LabelMemory;

  get labels(): LabelSet {
    return this.signals.labels.getSnapshot();
  }

  get boxDrawingMode(): BoxDrawingMode {
    return this.signals.boxDrawingMode.getSnapshot();
  }

  get maskDrawing(): MaskDrawing {
    return this.signals.maskDrawing.getSnapshot();
  }

  getStickyLabel(kind: LabelledKind): string | undefined {
    const stickyLabelId = this.signals.sticky.getSnapshot()[kind];
    return listLabels(this.labels, kind).find(({ id }) => id === stickyLabelId)?.id;
  }

  setCrosshair(position: Vec | null): void {
    this.signals.crosshair.set(position);
  }

  notify(notice: Notice): void {
    this.signals.notice.set(notice);
  }

  clearNotice(): void {
    this.signals.notice.set(null);
  }

  setDraft(draft: Draft | null): void {
    this.signals.draft.set(draft);
  }

  setHover(hover: Hover): void {
    this.signals.hover.set(hover);
  }

  get prompt(): Prompt | null {
    return this.signals.prompt.getSnapshot();
  }

  get assistOptions(): AssistOptions {
    return this.signals.assistOptions.getSnapshot();
  }

  setPrompt(prompt: Prompt | null): void {
    this.signals.prompt.set(prompt);
  }

  setPending(pending: PendingShape | null): void {
    this.signals.pending.set(pending);
  }

  /** Returns the ids of recently used labels, the most recent first. Some labels may have been deleted. */
  listRecentLabels(kind: LabelledKind): readonly string[] {
    return this.labelMemory.listRecent(kind);
  }

  getLastLabel(kind: LabelledKind): string | undefined {
    const [lastLabelId] = this.labelMemory.listRecent(kind);
    return listLabels(this.labels, kind).some(({ id }) => id === lastLabelId) ? lastLabelId : undefined;
  }

  rememberLabel(kind: LabelledKind, labelId: string): void {
    this.labelMemory.remember(kind, labelId);
  }
}
