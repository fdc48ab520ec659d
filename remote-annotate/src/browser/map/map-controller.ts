import {
  findNearest,
  fitView,
  getVisibleArea,
  toMap,
  toScreen,
  zoomView,
  type Position,
  type Positions,
  type Size,
  type MapView,
} from './map-view';
import type { PointRenderer } from './point-renderer';

export const ZOOM_STEP = 1.3;
const WHEEL_SENSITIVITY = 0.0015;
/** Share of the visible width that an arrow key moves the map. */
const PAN_STEP = 0.1;
/** Distance in pixels at which the pointer is on a point. */
const HIT_DISTANCE = 8;
/** Movement in pixels from which a press is a drag and not a click. */
const DRAG_DISTANCE = 4;
/** Large maps are drawn at most this often while they move. In between, the browser moves and scales the last frame. */
const REDRAW_MS = 500;
const LARGE_MAP = 10_000;
/** The parts of the page that follow the view are updated after it has not changed for this time. */
const SETTLE_MS = 200;

export type Tool = 'pan' | 'lasso';

/** What is visible after the view has settled. */
export interface SettledView {
  area: readonly Position[];
  toScreen: (position: Position) => Position;
}

/** The point at the pointer, with its position on the canvas. */
export interface HoveredPoint {
  index: number;
  at: Position;
  /** CSS translation of content at the point to the side with more space, because the frame would cut it on the other one. */
  shift: string;
}

export interface MapCallbacks {
  /** Null as soon as the view changes. */
  onSettle: (view: SettledView | null) => void;
  onHover: (point: HoveredPoint | null) => void;
  onAreaChange: (area: readonly Position[]) => void;
  /** Called when the user clicks a point. */
  onOpen: (index: number) => void;
}

export interface MapElements {
  frame: HTMLElement;
  canvas: HTMLElement;
  /** The outline of the selected area. */
  outline: SVGPolygonElement;
}

/** Large maps have smaller points, which grow when the user zooms in. */
function getDiameter(count: number, zoom: number): number {
  const base = count > 20_000 ? 3 : count > 5_000 ? 4 : count > 500 ? 6 : 9;
  return Math.min(12, base * Math.max(1, zoom) ** 0.4);
}

const NO_POINTS: Positions = { x: new Float32Array(), y: new Float32Array() };

/** Moves and zooms the map and draws its frames. It keeps the view outside of React, so that a frame renders no component. */
export class MapController {
  private callbacks: MapCallbacks | null = null;
  private tool: Tool = 'pan';
  private positions = NO_POINTS;
  private area: readonly Position[] | null = null;
  private size: Size = { width: 1, height: 1 };
  private view: MapView = { x: 0, y: 0, scale: 1 };
  private fitted = this.view;
  private drag: { start: Position; last: Position; path: Position[]; isMoved: boolean } | null = null;
  private hovered = -1;
  private request = 0;
  /** The view and time of the last frame in which all points were drawn. */
  private drawnFrame: { view: MapView; time: number } | null = null;
  private settleTimer: number | undefined;

  constructor(
    private readonly elements: MapElements,
    private readonly renderer: PointRenderer,
  ) {}

  dispose(): void {
    cancelAnimationFrame(this.request);
    clearTimeout(this.settleTimer);
    this.renderer.dispose();
  }

  /** Shows other points or other colors. The view only changes if it showed all points. */
  setPoints(positions: Positions, rgba: Uint8Array): void {
    this.renderer.setPoints(positions, rgba);
    this.drawnFrame = null;
    if (positions !== this.positions) {
      this.positions = positions;
      this.refit();
    }
    this.requestDraw();
  }

  setCallbacks(callbacks: MapCallbacks): void {
    this.callbacks = callbacks;
  }

  setTool(tool: Tool): void {
    this.tool = tool;
  }

  setArea(area: readonly Position[] | null): void {
    this.area = area;
    this.requestDraw();
  }

  resize(size: Size): void {
    this.size = size;
    this.drawnFrame = null;
    this.refit();
    this.requestDraw();
  }

  zoom(factor: number, at: Position = [this.size.width / 2, this.size.height / 2]): void {
    this.change(zoomView(this.view, this.size, factor, at, this.fitted));
  }

  fit(): void {
    this.change(this.fitted);
  }

  selectVisible(): void {
    this.callbacks?.onAreaChange(getVisibleArea(this.view, this.size));
  }

  /** Returns whether the key has an action. */
  pressKey(key: string): boolean {
    const step = PAN_STEP * this.size.width;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => this.pan(-step, 0),
      ArrowRight: () => this.pan(step, 0),
      ArrowUp: () => this.pan(0, -step),
      ArrowDown: () => this.pan(0, step),
      '+': () => this.zoom(ZOOM_STEP),
      '=': () => this.zoom(ZOOM_STEP),
      '-': () => this.zoom(1 / ZOOM_STEP),
      '0': () => this.fit(),
      Enter: () => this.selectVisible(),
    };
    actions[key]?.();
    return key in actions;
  }

  turnWheel(event: WheelEvent): void {
    this.zoom(Math.exp(-event.deltaY * WHEEL_SENSITIVITY), this.toPixels(event));
  }

  press(event: MouseEvent): void {
    const at = this.toPixels(event);
    const isLasso = this.tool === 'lasso' || event.shiftKey;
    this.drag = { start: at, last: at, path: isLasso ? [this.toMap(at)] : [], isMoved: false };
  }

  move(event: MouseEvent): void {
    const at = this.toPixels(event);
    const { drag } = this;
    if (!drag) return this.hover(this.find(at));
    drag.isMoved ||= Math.hypot(at[0] - drag.start[0], at[1] - drag.start[1]) >= DRAG_DISTANCE;
    if (!drag.isMoved) return;
    if (drag.path.length > 0) {
      drag.path.push(this.toMap(at));
      this.requestDraw();
    } else this.pan(drag.last[0] - at[0], drag.last[1] - at[1]);
    drag.last = at;
  }

  release(event: MouseEvent): void {
    const { drag } = this;
    this.drag = null;
    if (!drag) return;
    if (drag.path.length > 2) this.callbacks?.onAreaChange(drag.path);
    else if (!drag.isMoved) {
      const index = this.find(this.toPixels(event));
      if (index >= 0) this.callbacks?.onOpen(index);
    }
    this.requestDraw();
  }

  leave(): void {
    this.hover(-1);
  }

  cancel(): void {
    this.drag = null;
    this.leave();
    this.requestDraw();
  }

  private pan(right: number, down: number): void {
    const { x, y, scale } = this.view;
    this.change({ x: x + right / scale, y: y - down / scale, scale });
  }

  /** Fits the points into the canvas, and also the view if it was fitted before. */
  private refit(): void {
    const wasFitted = this.view === this.fitted;
    this.fitted = fitView(this.positions, this.size);
    this.change(wasFitted ? this.fitted : this.view);
  }

  private change(view: MapView): void {
    this.view = view;
    this.hover(-1);
    this.callbacks?.onSettle(null);
    this.requestDraw();
    clearTimeout(this.settleTimer);
    this.settleTimer = window.setTimeout(() => {
      const { size } = this;
      this.drawnFrame = null;
      this.requestDraw();
      this.callbacks?.onSettle({
        area: getVisibleArea(view, size),
        toScreen: (position) => toScreen(view, size, position),
      });
    }, SETTLE_MS);
  }

  private hover(index: number): void {
    if (index === this.hovered) return;
    this.hovered = index;
    if (index < 0) return void this.callbacks?.onHover(null);
    const { positions, size } = this;
    const at = toScreen(this.view, size, [positions.x[index]!, positions.y[index]!]);
    const shift = [at[0] > size.width / 2, at[1] > size.height / 2].map((isFar) => (isFar ? '-100%' : '0')).join();
    this.callbacks?.onHover({ index, at, shift });
  }

  private requestDraw(): void {
    if (this.request !== 0) return;
    this.request = requestAnimationFrame(() => {
      this.request = 0;
      this.draw();
    });
  }

  private draw(): void {
    const { view, size } = this;
    this.drawPoints();
    const path = this.drag?.path ?? [];
    const outline = path.length > 1 ? path : (this.area ?? []);
    this.elements.outline.setAttribute('points', outline.map((each) => toScreen(view, size, each).join(',')).join(' '));
  }

  private drawPoints(): void {
    const { view, size, drawnFrame } = this;
    const { canvas } = this.elements;
    const count = this.positions.x.length;
    const now = performance.now();
    if (drawnFrame && count > LARGE_MAP && now - drawnFrame.time < REDRAW_MS) {
      const zoom = view.scale / drawnFrame.view.scale;
      const right = (1 - zoom) * (size.width / 2) + (drawnFrame.view.x - view.x) * view.scale;
      const down = (1 - zoom) * (size.height / 2) - (drawnFrame.view.y - view.y) * view.scale;
      canvas.style.transform = `translate(${right}px, ${down}px) scale(${zoom})`;
      return;
    }
    canvas.style.transform = '';
    this.renderer.draw(view, size, getDiameter(count, view.scale / this.fitted.scale));
    this.drawnFrame = { view, time: now };
  }

  private find(at: Position): number {
    return findNearest(this.positions, this.toMap(at), HIT_DISTANCE / this.view.scale);
  }

  private toMap(at: Position): Position {
    return toMap(this.view, this.size, at);
  }

  private toPixels({ clientX, clientY }: MouseEvent): Position {
    const { left, top } = this.elements.frame.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }
}
