import { shallowEqual, Signal, type Batcher, type Readable } from '../signals';
import type { Bounds, PictureSize, Vec } from '../types';
import {
  fitCamera,
  keptInView,
  revealed,
  toPicture,
  toScreen,
  visibleBounds,
  zoomedAt,
  type Camera,
  type ViewportSize,
} from './camera';

const REVEAL_MARGIN = 40;
const STEP_FACTOR = 1.25;

/** What is looked at: the point in the middle of the canvas, in shares of the picture, and the scale. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** The camera over one picture, and the size of the canvas that it looks through. */
export class Viewport {
  private readonly signal: Signal<Camera>;
  private size: ViewportSize = { width: 0, height: 0 };
  private maxFitHeight = Infinity;
  /** While nobody has moved the camera, a new canvas size fits the picture again. */
  private isFitted = true;
  /** To be shown once the canvas has a size. */
  private wanted: View | null = null;

  constructor(
    private readonly picture: PictureSize,
    batcher: Batcher,
  ) {
    this.signal = new Signal<Camera>({ x: 0, y: 0, scale: 1 }, batcher, shallowEqual);
  }

  get topic(): Readable<Camera> {
    return this.signal;
  }

  get camera(): Camera {
    return this.signal.getSnapshot();
  }

  get canvasSize(): ViewportSize {
    return this.size;
  }

  /**
   * To be called when the canvas gets its size, and on each change of it. What is in the middle stays there.
   * @param maxFitHeight cap on the height of the fitted picture, in CSS pixels
   */
  resize(size: ViewportSize, maxFitHeight = Infinity): void {
    const before = this.size;
    this.size = size;
    this.maxFitHeight = maxFitHeight;
    if (this.wanted) return this.show(this.wanted);
    if (this.isFitted) return this.fit();
    const { camera } = this;
    this.move({ ...camera, x: camera.x + (size.width - before.width) / 2, y: camera.y + (size.height - before.height) / 2 });
  }

  fit(): void {
    if (!this.hasSize) return;
    this.signal.set(fitCamera(this.picture, this.size, this.maxFitHeight));
    this.isFitted = true;
  }

  /** Null while the whole picture is shown, or nothing yet. */
  get view(): View | null {
    if (this.isFitted || !this.hasSize) return null;
    const { x, y } = this.toPicture({ x: this.size.width / 2, y: this.size.height / 2 });
    return { x: x / this.picture.width, y: y / this.picture.height, scale: this.camera.scale };
  }

  /** Shows what was looked at on another picture, or on another canvas. */
  show(view: View): void {
    this.wanted = this.hasSize ? null : view;
    const { scale } = view;
    const { width, height } = this.size;
    this.move({
      x: width / 2 - view.x * this.picture.width * scale,
      y: height / 2 - view.y * this.picture.height * scale,
      scale,
    });
  }

  zoomAt(screenPoint: Vec, factor: number): void {
    this.move(zoomedAt(this.camera, screenPoint, factor));
  }

  /** One step in (1) or out (-1) around the middle of the canvas. */
  zoomStep(direction: 1 | -1): void {
    this.zoomAt({ x: this.size.width / 2, y: this.size.height / 2 }, STEP_FACTOR ** direction);
  }

  /** Shows a picture pixel as so many screen pixels, around the middle of the canvas. */
  zoomTo(scale: number): void {
    this.zoomAt({ x: this.size.width / 2, y: this.size.height / 2 }, scale / this.camera.scale);
  }

  panBy(screenDelta: Vec): void {
    const { camera } = this;
    this.move({ ...camera, x: camera.x + screenDelta.x, y: camera.y + screenDelta.y });
  }

  /** Moves, and zooms out, as little as is needed to show `bounds` (picture pixels). */
  reveal(bounds: Bounds): void {
    this.move(revealed(this.camera, bounds, this.size, REVEAL_MARGIN));
  }

  toPicture(screenPoint: Vec): Vec {
    return toPicture(this.camera, screenPoint);
  }

  toScreen(picturePoint: Vec): Vec {
    return toScreen(this.camera, picturePoint);
  }

  /** What of the picture frame is in view, grown by `margin` screen pixels; in picture pixels. */
  visibleBounds(margin = 0): Bounds {
    return visibleBounds(this.camera, this.size, margin);
  }

  /** Before the canvas is laid out there is nothing to fit to or to keep in view. */
  private get hasSize(): boolean {
    return this.size.width > 0 && this.size.height > 0;
  }

  private move(camera: Camera): void {
    if (!this.hasSize || shallowEqual(camera, this.camera)) return;
    this.isFitted = false;
    this.signal.set(keptInView(camera, this.picture, this.size));
  }
}
