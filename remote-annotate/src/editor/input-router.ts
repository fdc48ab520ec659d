import type { Editor } from './editor';
import type { ToolManager } from './tools/tool-manager';
import type { ClickEditorEvent, EditorEvent, KeyEditorEvent, PointerEditorEvent, WheelEditorEvent } from './input/events';
import { Pinch } from './input/pinch';
import { toChord } from './keys/chord';
import { appliesTo, type ActionId } from './keys/default-keys';
import type { Vec } from './model/types';
import { NO_MODIFIERS } from './input/events';
import { COMMANDS } from './commands';
import { toCrosshairStep, toNudge, isRepeatable } from './shortcuts';

/** Zoom per pixel of the wheel. A step of 100 pixels zooms by about 1.22. */
const ZOOM_PER_WHEEL_PIXEL = 0.002;

/** Dispatches input events to the camera, the tools and the keyboard shortcuts. */
export class InputRouter {
  private readonly pinch = new Pinch();
  private isAltHeld = false;
  /** The pointer with a held button. Other pointers are ignored until the release. */
  private pressedPointer: { readonly pointerId: number; readonly button: number } | null = null;
  /** Whether the next Tab moves the focus out of the canvas, as after Esc. Otherwise, the keyboard focus would be trapped in the canvas. */
  private canTabLeave = false;
  private lastPoint: Vec | null = null;

  constructor(
    private readonly editor: Editor,
    private readonly tools: ToolManager,
  ) {}

  /** Handles an input event. Returns true if the caller must prevent the browser's default action. */
  route(event: EditorEvent): boolean {
    // Modifiers of wheel events are ignored, because browsers report a pinch on a touchpad as a wheel event with Ctrl.
    if (event.type === 'cancel') this.tools.setModifiers(NO_MODIFIERS);
    else if (event.type !== 'wheel' && event.type !== 'pointer_leave') this.tools.setModifiers(event.modifiers);
    switch (event.type) {
      case 'pointer_down':
      case 'pointer_move':
      case 'pointer_up':
        return this.handlePointer(event);
      case 'right_click':
      case 'double_click':
        return this.handleClick(event);
      case 'wheel':
        return this.handleWheel(event);
      case 'key_down':
      case 'key_up':
        return !event.isHandledByControl && this.handleKey(event);
      case 'pointer_leave':
        this.tools.setPointer(null);
        this.editor.clearHover();
        return false;
      case 'cancel':
        return this.handleCancel();
    }
  }

  private handlePointer(event: PointerEditorEvent): boolean {
    if (event.type === 'pointer_down') this.canTabLeave = false;
    // End drawing by keyboard only if the mouse has really moved. Browsers also send move events when the image moves under a resting
    // mouse.
    if (event.type !== 'pointer_move' || this.hasMoved(event.point)) this.editor.setCrosshair(null);
    this.lastPoint = event.point;
    this.tools.setPointer(event.pointerType === 'touch' ? null : event);
    if (event.pointerType === 'touch' && this.handleTouch(event)) return true;
    this.holdAlt(event.modifiers.alt);
    if (event.type === 'pointer_down') this.handlePress(event);
    else if (event.type === 'pointer_up') this.handleRelease(event);
    else if (!this.pressedPointer || this.pressedPointer.pointerId === event.pointerId)
      this.tools.activeState.onPointerMove(event);
    this.updateZoom();
    return true;
  }

  private handlePress(event: PointerEditorEvent): void {
    if (this.pressedPointer?.pointerId === event.pointerId) this.handleCancel();
    if (this.pressedPointer || event.button > 1) return;
    this.editor.clearNotice();
    this.pressedPointer = { pointerId: event.pointerId, button: event.button };
    this.updateZoom();
    this.tools.press(event);
  }

  private handleRelease(event: PointerEditorEvent): void {
    // Do not compare the button: with several held buttons, browsers report only the last release.
    if (!this.pressedPointer || this.pressedPointer.pointerId !== event.pointerId) return;
    this.tools.activeState.onPointerUp(event);
    this.pressedPointer = null;
    this.updateZoom();
  }

  /** Returns whether the finger belongs to a pinch, so that tools must not get the event. */
  private handleTouch(event: PointerEditorEvent): boolean {
    const wasPinching = this.pinch.isActive;
    const pinchStep = this.pinch.track(event);
    if (!wasPinching && this.pinch.isActive) {
      this.tools.activeState.interrupt();
      this.pressedPointer = null;
    }
    if (pinchStep) {
      this.editor.viewport.panBy(pinchStep.pan);
      this.editor.viewport.zoomAt(pinchStep.center, pinchStep.zoom);
    }
    this.pinch.endIfReleased();
    return wasPinching || this.pinch.isActive;
  }

  private handleClick(event: ClickEditorEvent): boolean {
    if (this.pressedPointer) return true;
    if (event.type === 'right_click') this.tools.activeState.onRightClick(event);
    else this.tools.activeState.onDoubleClick(event);
    return true;
  }

  private handleWheel(event: WheelEditorEvent): boolean {
    if (event.modifiers.shift && this.tools.snapshot.chosenTool === 'mask')
      return this.editor.stepBrushSize(event.deltaY < 0 ? 1 : -1);
    this.editor.viewport.zoomAt(event.point, Math.exp(-event.deltaY * ZOOM_PER_WHEEL_PIXEL));
    return true;
  }

  private handleCancel(): boolean {
    this.isAltHeld = false;
    this.pressedPointer = null;
    this.pinch.reset();
    this.tools.activeState.interrupt();
    this.updateZoom();
    return true;
  }

  private handleKey(event: KeyEditorEvent): boolean {
    if (event.key === 'Alt') {
      this.holdAlt(event.type === 'key_down');
      return true;
    }
    if (event.type === 'key_up') return false;
    if (event.key === 'Escape') return this.handleEscape();
    const actions = this.editor.keys.findActions(toChord(event));
    if (event.key === 'Tab') return this.handleTab(event, actions);
    const isOnCanvas = !event.isFromOtherControl && !event.isFromPage;
    this.canTabLeave = false;
    const nudgeDelta = toNudge(event);
    if (nudgeDelta && !event.isFromOtherControl && this.editor.nudgeVertex(nudgeDelta)) return true;
    if (isOnCanvas && this.drawByKeys(event)) return true;
    if (!(event.isFromOtherControl && event.key === 'Enter') && this.tools.baseState.onKeyDown(event)) return true;
    if (nudgeDelta) return !event.isFromOtherControl && this.editor.nudgeSelected(nudgeDelta);
    return actions.some((action) => (!event.isRepeat || isRepeatable(action)) && this.execute(action));
  }

  /** Tab steps through the shapes while the canvas has the focus. After Esc, it moves the focus out of the canvas. */
  private handleTab(event: KeyEditorEvent, actions: readonly ActionId[]): boolean {
    if (event.isFromOtherControl || event.isFromPage || this.canTabLeave) return false;
    return actions.some((action) => this.execute(action));
  }

  /** While a drawing tool is chosen, arrow keys move the crosshair, and Enter is a click at its position. */
  private drawByKeys(event: KeyEditorEvent): boolean {
    const { editor, tools } = this;
    const { chosenTool, active } = tools.snapshot;
    if (chosenTool === 'select' || active !== chosenTool || this.pressedPointer || !editor.canDraw(chosenTool)) return false;
    if (editor.topics.pending.getSnapshot()) return false;
    const hasCrosshair = editor.topics.crosshair.getSnapshot() !== null;
    const crosshairStep = toCrosshairStep(event, editor.viewport.camera.scale);
    const isPlacement = event.key === 'Enter' && !event.modifiers.ctrl && !event.modifiers.meta;
    if (!crosshairStep && !isPlacement) return false;
    // Leave Enter to the tool if the draft was drawn with the pointer. Also leave Shift+Enter to the assist tool, which then removes the
    // suggestion from a mask.
    const isRemoval = event.modifiers.shift && chosenTool === 'assist';
    if (isPlacement && (!hasCrosshair || isRemoval) && tools.baseState.busy !== 'idle') return false;
    const crosshairPoint = editor.moveCrosshair(crosshairStep ?? { x: 0, y: 0 });
    const click = {
      point: editor.viewport.toScreen(crosshairPoint),
      modifiers: NO_MODIFIERS,
      pointerType: 'mouse',
      pointerId: -1,
    } as const;
    // Do not send a move event to an idle tool, because it would overwrite the hover state of the mouse.
    if (!isPlacement && tools.baseState.busy !== 'idle')
      tools.baseState.onPointerMove({ ...click, type: 'pointer_move', button: -1 });
    else if (isPlacement && hasCrosshair) tools.placeAtCrosshair({ ...click, type: 'pointer_down', button: 0 });
    return true;
  }

  private hasMoved({ x, y }: Vec): boolean {
    return this.lastPoint?.x !== x || this.lastPoint.y !== y;
  }

  private handleEscape(): boolean {
    this.canTabLeave = true;
    if (this.tools.baseState.busy !== 'idle') {
      this.tools.baseState.cancel();
      return true;
    }
    if (this.editor.dropVertex()) return true;
    if (this.editor.selection.length === 0) return false;
    this.editor.select(null);
    return true;
  }

  /** Performs an action of the canvas. The screen around the canvas handles all other actions. */
  private execute(action: ActionId): boolean {
    const kinds = this.editor.selectedShapes.map(({ kind }) => kind);
    return appliesTo(action, kinds) && (COMMANDS[action]?.(this.editor) ?? false);
  }

  /** Stores whether Alt is held. Also called for every pointer event, because the key-up event is lost when Alt+Tab switches windows. */
  private holdAlt(isHeld: boolean): void {
    this.isAltHeld = isHeld;
    this.updateZoom();
  }

  private updateZoom(): void {
    this.tools.setZoomKeys(this.isAltHeld, this.pressedPointer?.button === 1);
  }
}
