import { isAccelerated, NO_MODIFIERS, type Modifiers, type PointerEditorEvent } from '../input/events';
import type { Busy, StateNode } from './state-node';
import { createDetectionTool } from './detection/detection-tool';
import type { Draft } from './feedback';
import { createPointTool } from './point/point-tool';
import { createPolygonTool } from './polygon/polygon-tool';
import { createSelectTool } from './select/select-tool';
import type { AnyTool } from './tool';
import type { ToolHost } from './tool-host';
import { createZoomTool } from './zoom/zoom-tool';

/** The tools that a person chooses; zoom is only ever held. */
export type ToolId = 'select' | 'detection' | 'polygon' | 'point';

export interface ToolSnapshot {
  /** The tool that the toolbar shows as chosen. */
  readonly chosen: ToolId;
  /** `zoom` while Alt or the middle button is held, `select` while a handle is dragged, whatever is chosen. */
  readonly active: ToolId | 'zoom';
  /** Id of the active tool's state, such as `drawing`. */
  readonly state: string;
  readonly busy: Busy;
}

/**
 * The chosen tool, and what lies over it for a while: the zoom tool, and the selection tool while a handle is dragged. What
 * the chosen one has begun waits below untouched, and what another one has begun waits until that is chosen again.
 */
export class ToolManager {
  private readonly tools: Readonly<Record<ToolId, AnyTool<ToolId>>>;
  private readonly polygon: ReturnType<typeof createPolygonTool>;
  private readonly zoom: AnyTool<'zoom'>;
  /** Drags a handle for another tool; its idle state means that there is none. */
  private readonly handleDrag: AnyTool<'select'>;
  private readonly parkedDrafts = new Map<ToolId, Draft>();
  private chosen: AnyTool<ToolId>;
  private isZooming = false;
  private isDragging = false;
  private held: { readonly modifiers: Modifiers } = { modifiers: NO_MODIFIERS };
  /** The last event of a mouse or pen that is over the canvas; null for fingers, which have no hover. */
  private pointer: PointerEditorEvent | null = null;

  constructor(
    private readonly host: ToolHost,
    initial: ToolId,
    private readonly onChange: () => void,
  ) {
    this.polygon = createPolygonTool(host, onChange);
    this.tools = {
      select: createSelectTool(host, onChange),
      detection: createDetectionTool(host, onChange),
      polygon: this.polygon,
      point: createPointTool(host, onChange),
    };
    this.zoom = createZoomTool(host, onChange);
    this.handleDrag = createSelectTool(host, () => this.afterHandleStep());
    this.chosen = this.tools[initial];
  }

  get snapshot(): ToolSnapshot {
    const below = this.isDragging ? this.handleDrag : this.chosen;
    const active = this.isZooming ? this.zoom : below;
    return { chosen: this.chosen.id, active: active.id, state: active.stateId, busy: below.state.busy };
  }

  /** What other tools have begun. */
  get parked(): readonly Draft[] {
    return [...this.parkedDrafts.values()];
  }

  /** The state that gets the pointer. */
  get active(): StateNode<never, unknown> {
    return this.isZooming ? this.zoom.state : this.below;
  }

  /** The state of the chosen tool, which gets the keys and commands also while the zoom tool lies over it. */
  get below(): StateNode<never, unknown> {
    return this.isDragging ? this.handleDrag.state : this.chosen.state;
  }

  /**
   * Whether a press on a handle of the selected shape drags it. With a drawing tool a press draws, so that shapes can be drawn
   * side by side. The exceptions are a held Ctrl key, and a shape that the user picked after the tool.
   */
  get takesHandles(): boolean {
    if (this.isZooming) return false;
    if (this.isDragging || this.chosen.id === 'select') return true;
    return this.chosen.state.busy === 'idle' && (isAccelerated(this.held) || this.host.isPicked);
  }

  /** Chooses another tool; what the present one has begun click by click waits for it. */
  choose(id: ToolId): void {
    // Choosing a tool, also the same one again, means to draw next to what is selected.
    this.host.highlight(this.host.selection);
    if (this.chosen.id === id) return;
    if (this.isDragging) this.handleDrag.state.cancel();
    const kept = this.chosen.state.suspend();
    if (kept) this.parkedDrafts.set(this.chosen.id, kept);
    else this.chosen.state.cancel();
    this.chosen = this.tools[id];
    this.parkedDrafts.delete(id);
    if (this.chosen.state.busy !== 'idle') this.chosen.state.resume();
    else if (!this.isZooming) this.chosen.toIdle();
    this.onChange();
  }

  /** Goes on with a polygon of which these vertices stand. Returns false where another one is begun. */
  resumePolygon(vertices: readonly number[]): boolean {
    if (this.polygon.state.busy !== 'idle' || this.below.busy === 'gesture') return false;
    this.choose('polygon');
    this.polygon.transition('drawing', { vertices });
    return true;
  }

  /** Lays the zoom tool over the chosen one or takes it away, once no button is held that belongs to a gesture. */
  holdZoom(wanted: boolean): void {
    if (wanted === this.isZooming || this.active.busy === 'gesture') return;
    this.isZooming = wanted;
    if (wanted) this.zoom.toIdle();
    else this.chosen.state.resume();
    this.onChange();
  }

  /** Notes which modifier keys are held. */
  hold(modifiers: Modifiers): void {
    const wasAccelerated = isAccelerated(this.held);
    this.held = { modifiers };
    if (isAccelerated(this.held) === wasAccelerated) return;
    this.onChange();
    this.refreshHover();
  }

  /** Notes where a mouse or pen rests; null where it has left the canvas. */
  restAt(pointer: PointerEditorEvent | null): void {
    this.pointer = pointer;
  }

  /** Updates cursor and draft after a change under a resting pointer, so that the cursor always says what a press does. */
  refreshHover(): void {
    const { pointer, held } = this;
    if (pointer && this.active.busy !== 'gesture')
      this.active.pointerMove({ ...pointer, ...held, type: 'pointer_move', button: -1 });
  }

  /** A press: of the chosen tool, or of the selection tool where a drawing tool leaves a handle to it. */
  press(event: PointerEditorEvent): void {
    this.isDragging = this.chosen.id !== 'select' && this.host.handleAt(event) !== undefined;
    this.active.pointerDown(event);
  }

  /** Enter at the crosshair. */
  place(event: PointerEditorEvent): void {
    if (this.below.place(event)) return;
    this.below.pointerDown(event);
    this.below.pointerUp(event);
  }

  private afterHandleStep(): void {
    if (this.isDragging && this.handleDrag.stateId === 'idle') {
      this.isDragging = false;
      this.chosen.state.resume();
    }
    this.onChange();
  }
}
