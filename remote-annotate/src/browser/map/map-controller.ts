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
/** Distance that an arrow key moves the map, as a ratio of the visible width. */
const PAN_STEP = 0.1;
/** Maximum distance in pixels between the pointer and a point that it hits. */
const HIT_DISTANCE = 8;
/** Minimum movement in pixels that turns a press into a drag. */
const DRAG_DISTANCE = 4;
/** Minimum interval for drawing large maps while they move. In between, the browser moves and scales the last frame. */
const REDRAW_MS = 500;
const LARGE_MAP = 10_000;
/** Time in milliseconds without a change of the view, after which the overlay of the map is updated. */
const SETTLE_MS = 200;

export type Tool = 'pan' | 'lasso';

/** The visible part of the map, reported once the user has stopped panning and zooming. */
export interface SettledView {
  area: readonly Position[];
  toScreen: (position: Position) => Position;
}

/** The point at the pointer, with its position on the canvas. */
export interface HoveredPoint {
  index: number;
  position: Position;
  /** CSS translation that moves content at the point to the side with more space. Otherwise, the frame would clip the content. */
  shift: string;
}

export interface MapCallbacks {
  /** Called with null as soon as the view changes, and with the new view once it has settled. */
  onSettle: (view: SettledView | null) => void;
  onHover: (point: HoveredPoint | null) => void;
  onAreaChange: (area: readonly Position[]) => void;
  /** Called when the user clicks a point. */
  onOpen: (index: number) => void;
}

interface MapElements {
  frame: HTMLElement;
  canvas: HTMLElement;
  /** The outline of the selected area. */
  outline: SVGPolygonElement;
}

/** Returns the diameter of a point. Points of large maps are smaller, and grow when the user zooms in. */
function getDiameter(count: number, zoom: number): number {
  const baseDiameter = count > 20_000 ? 3 : count > 5_000 ? 4 : count > 500 ? 6 : 9;
  return Math.min(12, baseDiameter * Math.max(1, zoom) ** 0.4);
}

const NO_POINTS: Positions = { x: new Float32Array(), y: new Float32Array() };

/** Pans and zooms the map, and draws its frames. The view is not React state, so that a frame does not cause a render. */
export class MapController {
  private callbacks: MapCallbacks | null = null;
  private activeTool: Tool = 'pan';
  private positions = NO_POINTS;
  private listedArea: readonly Position[] | null = null;
  private size: Size = { width: 1, height: 1 };
  private view: MapView = { x: 0, y: 0, scale: 1 };
  private fittedView = this.view;
  private drag: { start: Position; last: Position; path: Position[]; isMoved: boolean } | null = null;
  private hoveredIndex = -1;
  private animationFrame = 0;
  /** The view and time of the last frame in which all points were drawn. */
  private drawnFrame: { view: MapView; time: number } | null = null;
  private settleTimer: number | undefined;

  constructor(
    private readonly elements: MapElements,
    private readonly renderer: PointRenderer,
  ) {}

  dispose(): void {
    cancelAnimationFrame(this.animationFrame);
    clearTimeout(this.settleTimer);
    this.renderer.dispose();
  }

  /** Replaces the points and their colors. Keeps the view, unless the view was fitted to the previous points. */
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
    this.activeTool = tool;
  }

  setArea(area: readonly Position[] | null): void {
    this.listedArea = area;
    this.requestDraw();
  }

  resize(size: Size): void {
    this.size = size;
    this.drawnFrame = null;
    this.refit();
    this.requestDraw();
  }

  zoom(factor: number, position: Position = [this.size.width / 2, this.size.height / 2]): void {
    this.changeView(zoomView(this.view, this.size, factor, position, this.fittedView));
  }

  fit(): void {
    this.changeView(this.fittedView);
  }

  selectVisible(): void {
    this.callbacks?.onAreaChange(getVisibleArea(this.view, this.size));
  }

  /** Performs the action of a key. Returns false if the key has none. */
  pressKey(key: string): boolean {
    const panDistance = PAN_STEP * this.size.width;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => this.pan(-panDistance, 0),
      ArrowRight: () => this.pan(panDistance, 0),
      ArrowUp: () => this.pan(0, -panDistance),
      ArrowDown: () => this.pan(0, panDistance),
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
    const position = this.toPixels(event);
    const isLasso = this.activeTool === 'lasso' || event.shiftKey;
    this.drag = { start: position, last: position, path: isLasso ? [this.toMap(position)] : [], isMoved: false };
  }

  move(event: MouseEvent): void {
    const position = this.toPixels(event);
    const { drag } = this;
    if (!drag) return this.hover(this.findPointAt(position));
    drag.isMoved ||= Math.hypot(position[0] - drag.start[0], position[1] - drag.start[1]) >= DRAG_DISTANCE;
    if (!drag.isMoved) return;
    if (drag.path.length > 0) {
      drag.path.push(this.toMap(position));
      this.requestDraw();
    } else this.pan(drag.last[0] - position[0], drag.last[1] - position[1]);
    drag.last = position;
  }

  release(event: MouseEvent): void {
    const { drag } = this;
    this.drag = null;
    if (!drag) return;
    if (drag.path.length > 2) this.callbacks?.onAreaChange(drag.path);
    else if (!drag.isMoved) {
      const index = this.findPointAt(this.toPixels(event));
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

  private pan(rightPixels: number, downPixels: number): void {
    const { x, y, scale } = this.view;
    this.changeView({ x: x + rightPixels / scale, y: y - downPixels / scale, scale });
  }

  /** Computes the view that fits all points. Applies this view if the previous view was also fitted. */
  private refit(): void {
    const wasFitted = this.view === this.fittedView;
    this.fittedView = fitView(this.positions, this.size);
    this.changeView(wasFitted ? this.fittedView : this.view);
  }

  private changeView(view: MapView): void {
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
    if (index === this.hoveredIndex) return;
    this.hoveredIndex = index;
    if (index < 0) return void this.callbacks?.onHover(null);
    const { positions, size } = this;
    const screenPosition = toScreen(this.view, size, [positions.x[index]!, positions.y[index]!]);
    const shift = [screenPosition[0] > size.width / 2, screenPosition[1] > size.height / 2]
      .map((isFar) => (isFar ? '-100%' : '0'))
      .join();
    this.callbacks?.onHover({ index, position: screenPosition, shift });
  }

  private requestDraw(): void {
    if (this.animationFrame !== 0) return;
    this.animationFrame = requestAnimationFrame(() => {
      this.animationFrame = 0;
      this.draw();
    });
  }

  private draw(): void {
    const { view, size } = this;
    this.drawPoints();
    const path = this.drag?.path ?? [];
    const outline = path.length > 1 ? path : (this.listedArea ?? []);
    this.elements.outline.setAttribute('points', outline.map((vertex) => toScreen(view, size, vertex).join(',')).join(' '));
  }

  private drawPoints(): void {
    const { view, size, drawnFrame } = this;
    const { canvas } = this.elements;
    const count = this.positions.x.length;
    const currentTime = performance.now();
    if (drawnFrame && count > LARGE_MAP && currentTime - drawnFrame.time < REDRAW_MS) {
      const zoom = view.scale / drawnFrame.view.scale;
      const translateX = (1 - zoom) * (size.width / 2) + (drawnFrame.view.x - view.x) * view.scale;
      const translateY = (1 - zoom) * (size.height / 2) - (drawnFrame.view.y - view.y) * view.scale;
      canvas.style.transform = `translate(${translateX}px, ${translateY}px) scale(${zoom})`;
      return;
    }
    canvas.style.transform = '';
    this.renderer.draw(view, size, getDiameter(count, view.scale / this.fittedView.scale));
    this.drawnFrame = { view, time: currentTime };
  }

  private findPointAt(position: Position): number {
    return findNearest(this.positions, this.toMap(position), HIT_DISTANCE / this.view.scale);
  }

  private toMap(screenPosition: Position): Position {
    return toMap(this.view, this.size, screenPosition);
  }

  private toPixels({ clientX, clientY }: MouseEvent): Position {
    const { left, top } = this.elements.frame.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }
}
