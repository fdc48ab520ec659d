import type { Busy, StateNode } from './state-node';
import { createDetectionTool } from './detection/detection-tool';
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
  /** `zoom` while Alt or the middle button is held. */
  readonly active: ToolId | 'zoom';
  /** Id of the active tool's state, such as `drawing`. */
  readonly state: string;
  readonly busy: Busy;
}

/** The chosen tool, and the zoom tool laid over it for a while: what the chosen one has begun waits below untouched. */
export class ToolManager {
  private readonly tools: Readonly<Record<ToolId, AnyTool<ToolId>>>;
  private readonly zoom: AnyTool<'zoom'>;
  private chosen: AnyTool<ToolId>;
  private isZooming = false;

  constructor(
    host: ToolHost,
    initial: ToolId,
    private readonly onChange: () => void,
  ) {
    this.tools = {
      select: createSelectTool(host, onChange),
      detection: createDetectionTool(host, onChange),
      polygon: createPolygonTool(host, onChange),
      point: createPointTool(host, onChange),
    };
    this.zoom = createZoomTool(host, onChange);
    this.chosen = this.tools[initial];
  }

  get snapshot(): ToolSnapshot {
    const active = this.isZooming ? this.zoom : this.chosen;
    return { chosen: this.chosen.id, active: active.id, state: active.stateId, busy: this.chosen.state.busy };
  }

  /** The state that gets the pointer. */
  get active(): StateNode<never, unknown> {
    return this.isZooming ? this.zoom.state : this.chosen.state;
  }

  /** The state of the chosen tool, which gets the keys and commands also while the zoom tool lies over it. */
  get below(): StateNode<never, unknown> {
    return this.chosen.state;
  }

  /** Choosing another tool drops what the present one has begun. */
  choose(id: ToolId): void {
    if (this.chosen.id === id) return;
    this.chosen.state.cancel();
    this.chosen = this.tools[id];
    if (!this.isZooming) this.chosen.toIdle();
    this.onChange();
  }

  /** Lays the zoom tool over the chosen one or takes it away, once no button is held that belongs to a gesture. */
  holdZoom(wanted: boolean): void {
    if (wanted === this.isZooming || this.active.busy === 'gesture') return;
    this.isZooming = wanted;
    if (wanted) this.zoom.toIdle();
    else this.chosen.state.resume();
    this.onChange();
  }
}
