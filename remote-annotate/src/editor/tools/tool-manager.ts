import { isAccelerated, NO_MODIFIERS, type Modifiers, type PointerEditorEvent } from '../input/events';
import type { Busy, StateNode } from './states/state-node';
import type { Draft } from './states/feedback';
import { createSelectTool } from './select/select-tool';
import type { DrawingToolId } from '../model/types';
import type { DrawingTool } from './states/drawing-tool';
import type { AnyTool } from './states/tool';
import type { ToolHost } from './states/tool-host';
import { createZoomTool } from './zoom/zoom-tool';

/** The tools that the user can choose. The zoom tool is active only while a key or button is held. */
export type ToolId = 'select' | DrawingToolId;

export interface ToolSnapshot {
  /** The tool that is selected in the toolbar. */
  readonly chosenTool: ToolId;
  /** The chosen tool, or `zoom` while Alt or the middle button is held, or `select` while a handle is dragged. */
  readonly active: ToolId | 'zoom';
  /** Id of the state of the active tool, such as `drawing`. */
  readonly state: string;
  readonly busy: Busy;
}

/**
 * Manages the chosen tool and its temporary overlays: the zoom tool, and the selection tool while a handle is dragged. Overlays
 * do not change the state of the chosen tool. Unfinished drafts of other tools are kept until those tools are chosen again.
 */
export class ToolManager {
  private readonly tools: ReadonlyMap<ToolId, AnyTool<ToolId>>;
  private readonly zoomTool: AnyTool<'zoom'>;
  /** Drags handles while a drawing tool is chosen. Idle while no handle is dragged. */
  private readonly handleTool: AnyTool<'select'>;
  private readonly draftsByTool = new Map<ToolId, Draft>();
  private chosenTool: AnyTool<ToolId>;
  private isZooming = false;
  private zoomKeys = { isAltHeld: false, isButtonHeld: false };
  private isDraggingHandle = false;
  private heldKeys: { readonly modifiers: Modifiers } = { modifiers: NO_MODIFIERS };
  /** The last event of a mouse or pen over the canvas. Null for touch, which has no hover. */
  private pointer: PointerEditorEvent | null = null;

  constructor(
    private readonly host: ToolHost,
    drawingTools: readonly DrawingTool[],
    initialTool: ToolId,
    private readonly onChange: () => void,
  ) {
    const createdTools = drawingTools.map((tool): AnyTool<ToolId> => tool.create(host, onChange));
    this.tools = new Map([createSelectTool(host, onChange), ...createdTools].map((tool) => [tool.id, tool]));
    this.zoomTool = createZoomTool(host, onChange);
    this.handleTool = createSelectTool(host, () => this.onHandleStep());
    this.chosenTool = this.getTool(initialTool);
  }

  get snapshot(): ToolSnapshot {
    const baseTool = this.isDraggingHandle ? this.handleTool : this.chosenTool;
    const activeTool = this.isZooming ? this.zoomTool : baseTool;
    return { chosenTool: this.chosenTool.id, active: activeTool.id, state: activeTool.stateId, busy: baseTool.state.busy };
  }

  /** The unfinished drafts of other tools. */
  get suspendedDrafts(): readonly Draft[] {
    return [...this.draftsByTool.values()];
  }

  /** The state that receives pointer events. */
  get activeState(): StateNode<never, unknown> {
    return this.isZooming ? this.zoomTool.state : this.baseState;
  }

  /** The state of the chosen tool. It receives keys and commands even while the zoom tool is active. */
  get baseState(): StateNode<never, unknown> {
    return this.isDraggingHandle ? this.handleTool.state : this.chosenTool.state;
  }

  /**
   * Whether a press on a handle of the selected shape drags the handle. While a drawing tool is chosen, a press draws instead, so that
   * shapes can be drawn side by side. The exceptions are a held Ctrl key, and a shape that the user has picked after choosing the tool.
   */
  get canDragHandles(): boolean {
    if (this.isZooming) return false;
    if (this.isDraggingHandle || this.chosenTool.id === 'select') return true;
    return this.chosenTool.state.busy === 'idle' && (isAccelerated(this.heldKeys) || this.host.isPicked);
  }

  /** Chooses another tool. The unfinished draft of the current tool is kept. */
  choose(id: ToolId): void {
    // A user who chooses a tool wants to draw, even if the tool is already chosen. The handles of the selected shape must
    // therefore not react to the next press.
    this.host.selectByCommand(this.host.selection);
    if (this.chosenTool.id === id) return;
    if (this.isDraggingHandle) this.handleTool.state.cancel();
    const suspendedDraft = this.chosenTool.state.suspend();
    if (suspendedDraft) this.draftsByTool.set(this.chosenTool.id, suspendedDraft);
    else this.chosenTool.state.cancel();
    this.chosenTool = this.getTool(id);
    this.draftsByTool.delete(id);
    if (this.chosenTool.state.busy !== 'idle') this.chosenTool.state.resume();
    else if (!this.isZooming) this.chosenTool.returnToIdle();
    // Check a held Alt key again, because the new tool may use Alt itself.
    this.updateZooming();
    this.onChange();
  }

  /** Continues an unfinished shape from these vertices. Returns false if the tool already draws a shape, or cannot continue a shape. */
  resumeDrawing(id: DrawingToolId, vertices: readonly number[]): boolean {
    const tool = this.getTool(id);
    if (!tool.resumeFrom || tool.state.busy !== 'idle' || this.baseState.busy === 'gesture') return false;
    this.choose(id);
    tool.resumeFrom(vertices);
    return true;
  }

  /** Activates the zoom tool while Alt or the middle button is held. A tool can use Alt itself. */
  setZoomKeys(isAltHeld: boolean, isButtonHeld: boolean): void {
    this.zoomKeys = { isAltHeld, isButtonHeld };
    this.updateZooming();
  }

  /** Activates or ends the zoom tool, unless a gesture is in progress. */
  private updateZooming(): void {
    const { isAltHeld, isButtonHeld } = this.zoomKeys;
    const isWanted = isButtonHeld || (isAltHeld && !this.chosenTool.usesAlt);
    if (isWanted === this.isZooming || this.activeState.busy === 'gesture') return;
    this.isZooming = isWanted;
    if (isWanted) this.zoomTool.returnToIdle();
    else this.chosenTool.state.resume();
    this.onChange();
  }

  setModifiers(modifiers: Modifiers): void {
    const wasAccelerated = isAccelerated(this.heldKeys);
    const wasAltHeld = this.heldKeys.modifiers.alt;
    this.heldKeys = { modifiers };
    if (isAccelerated(this.heldKeys) === wasAccelerated && modifiers.alt === wasAltHeld) return;
    this.onChange();
    this.refreshHover();
  }

  /** Updates the position of a resting mouse or pen; null if it has left the canvas. */
  setPointer(pointer: PointerEditorEvent | null): void {
    this.pointer = pointer;
  }

  /** Updates the cursor and the draft after the shapes or the view have changed, so that the cursor matches what a press would do. */
  refreshHover(): void {
    const { pointer, heldKeys } = this;
    if (pointer && this.activeState.busy !== 'gesture')
      this.activeState.onPointerMove({ ...pointer, ...heldKeys, type: 'pointer_move', button: -1 });
  }

  /** Passes a press to the chosen tool, or to the selection tool if a handle is hit. */
  press(event: PointerEditorEvent): void {
    this.isDraggingHandle = this.chosenTool.id !== 'select' && this.host.findHandleAt(event) !== undefined;
    this.activeState.onPointerDown(event);
  }

  /** Handles Enter at the keyboard crosshair. */
  placeAtCrosshair(event: PointerEditorEvent): void {
    if (this.baseState.onPlace(event)) return;
    this.baseState.onPointerDown(event);
    this.baseState.onPointerUp(event);
  }

  private getTool(id: ToolId): AnyTool<ToolId> {
    const tool = this.tools.get(id);
    if (!tool) throw new Error(`Unknown tool: ${id}`);
    return tool;
  }

  private onHandleStep(): void {
    if (this.isDraggingHandle && this.handleTool.stateId === 'idle') {
      this.isDraggingHandle = false;
      this.chosenTool.state.resume();
    }
    this.onChange();
  }
}
