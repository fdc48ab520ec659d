import type { Editor } from '../editor';
import type { ToolManager } from '../tools/tool-manager';
import type { ClickEditorEvent, EditorEvent, KeyEditorEvent, PointerEditorEvent, WheelEditorEvent } from './events';
import { Pinch } from './pinch';
import { commandOf, nudgeOf, type Command } from './shortcuts';

/** A wheel step of 100 pixels zooms by about 1.22. */
const ZOOM_PER_WHEEL_PIXEL = 0.002;

/** Decides who gets an event: the camera, the tool, or a shortcut. */
export class InputRouter {
  private readonly pinch = new Pinch();
  private altHeld = false;
  /** Pointer whose button is held; others are ignored until it is released. */
  private pressed: { readonly pointerId: number; readonly button: number } | null = null;
  /** After Esc, Tab leaves the canvas: the keyboard must never be trapped in it. */
  private tabLeaves = false;

  constructor(
    private readonly editor: Editor,
    private readonly tools: ToolManager,
  ) {}

  /** Returns whether the event was used, so that the caller prevents what the browser would do with it. */
  route(event: EditorEvent): boolean {
    switch (event.type) {
      case 'pointer_down':
      case 'pointer_move':
      case 'pointer_up':
        return this.pointer(event);
      case 'right_click':
      case 'double_click':
        return this.click(event);
      case 'wheel':
        return this.wheel(event);
      case 'key_down':
      case 'key_up':
        return !event.fromInput && this.key(event);
      case 'pointer_leave':
        this.editor.setHover({ ...this.editor.topics.hover.getSnapshot(), shapeId: null, handle: null });
        return false;
      case 'cancel':
        return this.cancel();
    }
  }

  private pointer(event: PointerEditorEvent): boolean {
    if (event.type === 'pointer_down') this.tabLeaves = false;
    if (event.pointerType === 'touch' && this.touch(event)) return true;
    this.holdAlt(event.modifiers.alt);
    if (event.type === 'pointer_down') this.press(event);
    else if (event.type === 'pointer_up') this.release(event);
    else if (!this.pressed || this.pressed.pointerId === event.pointerId) this.tools.active.pointerMove(event);
    this.settleZoom();
    return true;
  }

  private press(event: PointerEditorEvent): void {
    if (this.pressed?.pointerId === event.pointerId) this.cancel();
    if (this.pressed || event.button > 1) return;
    this.pressed = { pointerId: event.pointerId, button: event.button };
    this.settleZoom();
    this.tools.active.pointerDown(event);
  }

  private release(event: PointerEditorEvent): void {
    // Not asked for its button: of several held at once, the browser tells of the last one's release only.
    if (!this.pressed || this.pressed.pointerId !== event.pointerId) return;
    this.tools.active.pointerUp(event);
    this.pressed = null;
    this.settleZoom();
    // What lies under a resting mouse has changed with the release.
    if (event.pointerType === 'mouse') this.tools.active.pointerMove(event);
  }

  /** Returns whether the finger belongs to a pinch, and so to no tool. */
  private touch(event: PointerEditorEvent): boolean {
    const wasPinching = this.pinch.active;
    const step = this.pinch.track(event);
    if (!wasPinching && this.pinch.active) {
      this.tools.active.interrupt();
      this.pressed = null;
    }
    if (step) {
      this.editor.viewport.panBy(step.pan);
      this.editor.viewport.zoomAt(step.centre, step.zoom);
    }
    this.pinch.settle();
    return wasPinching || this.pinch.active;
  }

  private click(event: ClickEditorEvent): boolean {
    if (this.pressed) return true;
    if (event.type === 'right_click') this.tools.active.rightClick(event);
    else this.tools.active.doubleClick(event);
    return true;
  }

  private wheel(event: WheelEditorEvent): boolean {
    this.editor.viewport.zoomAt(event.point, Math.exp(-event.deltaY * ZOOM_PER_WHEEL_PIXEL));
    return true;
  }

  private cancel(): boolean {
    this.altHeld = false;
    this.pressed = null;
    this.pinch.reset();
    this.tools.active.interrupt();
    this.settleZoom();
    return true;
  }

  private key(event: KeyEditorEvent): boolean {
    if (event.key === 'Alt') {
      this.holdAlt(event.type === 'key_down');
      return true;
    }
    if (event.type === 'key_up') return false;
    if (event.key === 'Escape') return this.escape();
    const command = commandOf(event);
    const nudge = nudgeOf(event);
    const isTab = command === 'next' || command === 'previous';
    if (event.fromElsewhere && (isTab || nudge)) return false;
    if (this.tabLeaves && isTab) return false;
    this.tabLeaves = false;
    if (this.tools.below.keyDown(event)) return true;
    if (nudge) return this.editor.nudgeSelected(nudge);
    return command !== null && this.execute(command);
  }

  private escape(): boolean {
    this.tabLeaves = true;
    if (this.tools.below.busy !== 'idle') {
      this.tools.below.cancel();
      return true;
    }
    if (this.editor.selection.length === 0) return false;
    this.editor.select(null);
    return true;
  }

  private execute(command: Command): boolean {
    const { editor } = this;
    switch (command) {
      case 'delete':
        return editor.deleteSelected();
      case 'duplicate':
        return editor.duplicateSelected().length > 0;
      case 'hide':
        return editor.hideSelected();
      case 'undo':
        editor.undo();
        return true;
      case 'redo':
        editor.redo();
        return true;
      case 'next':
        return editor.selectNext(1);
      case 'previous':
        return editor.selectNext(-1);
      case 'zoom-in':
        editor.viewport.zoomStep(1);
        return true;
      case 'zoom-out':
        editor.viewport.zoomStep(-1);
        return true;
      case 'fit':
        editor.viewport.fit();
        return true;
    }
  }

  /** Alt is read from every pointer event too: its key-up is lost when Alt+Tab takes the focus away. */
  private holdAlt(held: boolean): void {
    this.altHeld = held;
    this.settleZoom();
  }

  private settleZoom(): void {
    this.tools.holdZoom(this.altHeld || this.pressed?.button === 1);
  }
}
