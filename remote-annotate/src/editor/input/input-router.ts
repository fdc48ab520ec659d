import type { Editor } from '../editor';
import type { ToolManager } from '../tools/tool-manager';
import type { ClickEditorEvent, EditorEvent, KeyEditorEvent, PointerEditorEvent, WheelEditorEvent } from './events';
import { Pinch } from './pinch';
import { chordOf } from '../keys/chord';
import type { ActionId } from '../keys/default-keys';
import type { Vec } from '../types';
import { NO_MODIFIERS } from './events';
import { crosshairStepOf, nudgeOf, repeats } from './shortcuts';

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
  private lastPoint: Vec | null = null;

  constructor(
    private readonly editor: Editor,
    private readonly tools: ToolManager,
  ) {}

  /** Returns whether the event was used, so that the caller prevents what the browser would do with it. */
  route(event: EditorEvent): boolean {
    // The wheel does not count: browsers send a pinch on a touchpad as a wheel with Ctrl.
    if (event.type === 'cancel') this.tools.hold(NO_MODIFIERS);
    else if (event.type !== 'wheel' && event.type !== 'pointer_leave') this.tools.hold(event.modifiers);
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
        this.tools.restAt(null);
        this.editor.clearHover();
        return false;
      case 'cancel':
        return this.cancel();
    }
  }

  private pointer(event: PointerEditorEvent): boolean {
    if (event.type === 'pointer_down') this.tabLeaves = false;
    // A mouse that rests while the picture moves under it sends moves too; only one that is moved takes the lead again.
    if (event.type !== 'pointer_move' || this.hasMoved(event.point)) this.editor.setCrosshair(null);
    this.lastPoint = event.point;
    this.tools.restAt(event.pointerType === 'touch' ? null : event);
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
    this.editor.clearNotice();
    this.pressed = { pointerId: event.pointerId, button: event.button };
    this.settleZoom();
    this.tools.press(event);
  }

  private release(event: PointerEditorEvent): void {
    // Not asked for its button: of several held at once, the browser tells of the last one's release only.
    if (!this.pressed || this.pressed.pointerId !== event.pointerId) return;
    this.tools.active.pointerUp(event);
    this.pressed = null;
    this.settleZoom();
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
    const action = this.editor.keys.actionOf(chordOf(event));
    if (event.key === 'Tab') return this.tab(event, action);
    const isOnCanvas = !event.fromElsewhere && !event.fromPage;
    this.tabLeaves = false;
    const step = nudgeOf(event);
    if (step && !event.fromElsewhere && this.editor.nudgeVertex(step)) return true;
    if (isOnCanvas && this.drawByKeys(event)) return true;
    if (!(event.fromElsewhere && event.key === 'Enter') && this.tools.below.keyDown(event)) return true;
    if (step) return !event.fromElsewhere && this.editor.nudgeSelected(step);
    return action !== null && (!event.repeat || repeats(action)) && this.execute(action);
  }

  /** Tab walks the shapes while the canvas has the focus, and leaves it after Esc. */
  private tab(event: KeyEditorEvent, action: ActionId | null): boolean {
    if (event.fromElsewhere || event.fromPage || this.tabLeaves) return false;
    return action !== null && this.execute(action);
  }

  /** With a drawing tool the arrow keys move the crosshair, and Enter is a click there. */
  private drawByKeys(event: KeyEditorEvent): boolean {
    const { editor, tools } = this;
    const { chosen, active } = tools.snapshot;
    if (chosen === 'select' || active !== chosen || this.pressed || !editor.canDraw(chosen)) return false;
    if (editor.topics.pending.getSnapshot()) return false;
    const before = editor.topics.crosshair.getSnapshot();
    const step = crosshairStepOf(event, editor.viewport.camera.scale);
    const places = event.key === 'Enter' && !event.modifiers.ctrl && !event.modifiers.meta;
    if (!step && !places) return false;
    // While the pointer leads, Enter closes what it has begun.
    if (places && !before && tools.below.busy !== 'idle') return false;
    const at = editor.moveCrosshair(step ?? { x: 0, y: 0 });
    const click = { point: editor.viewport.toScreen(at), modifiers: NO_MODIFIERS, pointerType: 'mouse', pointerId: -1 } as const;
    // While the tool rests, cursor and hover are those of the mouse: Enter begins a shape wherever the crosshair is.
    if (!places && tools.below.busy !== 'idle') tools.below.pointerMove({ ...click, type: 'pointer_move', button: -1 });
    else if (places && before) tools.place({ ...click, type: 'pointer_down', button: 0 });
    return true;
  }

  private hasMoved({ x, y }: Vec): boolean {
    return this.lastPoint?.x !== x || this.lastPoint.y !== y;
  }

  private escape(): boolean {
    this.tabLeaves = true;
    if (this.tools.below.busy !== 'idle') {
      this.tools.below.cancel();
      return true;
    }
    if (this.editor.dropVertex()) return true;
    if (this.editor.selection.length === 0) return false;
    this.editor.select(null);
    return true;
  }

  private execute(action: ActionId): boolean {
    const { editor } = this;
    switch (action) {
      case 'delete':
        return editor.deleteByKey();
      case 'copy':
        return editor.copySelected();
      case 'cut':
        return editor.cutSelected();
      case 'paste':
        return editor.paste();
      case 'select-all':
        return editor.selectAll();
      case 'hide':
        return editor.hideSelected();
      case 'hide-all':
        editor.setHidden(!editor.isAnyHidden);
        return true;
      case 'lock':
        return editor.lockSelected();
      case 'lock-all':
        return editor.lockAll();
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
      case 'next-vertex':
        return editor.stepVertex(1);
      case 'previous-vertex':
        return editor.stepVertex(-1);
      case 'insert-vertex':
        return editor.insertVertex();
      case 'zoom-in':
        editor.viewport.zoomStep(1);
        return true;
      case 'zoom-out':
        editor.viewport.zoomStep(-1);
        return true;
      case 'fit':
        editor.viewport.fit();
        return true;
      case 'actual-size':
        editor.viewport.zoomTo(1);
        return true;
      // The others are what the screen around the canvas does.
      default:
        return false;
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
