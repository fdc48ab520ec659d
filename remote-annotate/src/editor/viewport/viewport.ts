import { isShallowEqual, Signal, type Batcher, type Readable } from '../model/signals';
import type { Bounds, ImageSize, Vec } from '../model/types';
import {
  fitCamera,
  keepInView,
  revealBounds,
  toImage,
  toScreen,
  getVisibleBounds,
  zoomCameraAt,
  type Camera,
  type ViewportSize,
} from './camera';

const REVEAL_MARGIN = 40;
const ZOOM_STEP_FACTOR = 1.25;

/** The visible part of an image: the scale, and the point in the middle of the canvas. The point is relative to the image size, 0 to 1. */
interface CameraView {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** The camera of one image and the size of its canvas. */
export class Viewport {
  private readonly cameraSignal: Signal<Camera>;
  private size: ViewportSize = { width: 0, height: 0 };
  private maxFitHeight = Infinity;
  /** Whether the image is still fitted to the canvas. If so, the image is fitted again when the size of the canvas changes. */
  private isFitted = true;
  /** The view to show when the canvas gets its size. */
  private pendingView: CameraView | null = null;

  constructor(
    private readonly imageSize: ImageSize,
    batcher: Batcher,
  ) {
    this.cameraSignal = new Signal<Camera>({ x: 0, y: 0, scale: 1 }, batcher, isShallowEqual);
  }

  get topic(): Readable<Camera> {
    return this.cameraSignal;
  }

  get camera(): Camera {
    return this.cameraSignal.getSnapshot();
  }

  get canvasSize(): ViewportSize {
    return this.size;
  }

  /**
   * Sets the size of the canvas and keeps the center of the view. Call this on each change of the size.
   * @param maxFitHeight maximum height of the fitted image in CSS pixels
   */
  resize(size: ViewportSize, maxFitHeight = Infinity): void {
    const previousSize = this.size;
    this.size = size;
    this.maxFitHeight = maxFitHeight;
    if (this.pendingView) return this.show(this.pendingView);
    if (this.isFitted) return this.fit();
    const { camera } = this;
    this.setCamera({
      ...camera,
      x: camera.x + (size.width - previousSize.width) / 2,
      y: camera.y + (size.height - previousSize.height) / 2,
    });
  }

  fit(): void {
    if (!this.hasSize) return;
    this.cameraSignal.set(fitCamera(this.imageSize, this.size, this.maxFitHeight));
    this.isFitted = true;
  }

  /** The current view; null while the image is fitted or the canvas has no size. */
  get view(): CameraView | null {
    if (this.isFitted || !this.hasSize) return null;
    const { x, y } = this.toImage({ x: this.size.width / 2, y: this.size.height / 2 });
    return { x: x / this.imageSize.width, y: y / this.imageSize.height, scale: this.camera.scale };
  }

  /** Shows a view, for example the view of the previous image. */
  show(view: CameraView): void {
    this.pendingView = this.hasSize ? null : view;
    const { scale } = view;
    const { width, height } = this.size;
    this.setCamera({
      x: width / 2 - view.x * this.imageSize.width * scale,
      y: height / 2 - view.y * this.imageSize.height * scale,
      scale,
    });
  }

  zoomAt(screenPoint: Vec, factor: number): void {
    this.setCamera(zoomCameraAt(this.camera, screenPoint, factor));
  }

  /** Zooms one step in (1) or out (-1) around the middle of the canvas. */
  zoomStep(direction: 1 | -1): void {
    this.zoomAt({ x: this.size.width / 2, y: this.size.height / 2 }, ZOOM_STEP_FACTOR ** direction);
  }

  /** Sets the number of screen pixels for each image pixel, around the middle of the canvas. */
  zoomTo(scale: number): void {
    this.zoomAt({ x: this.size.width / 2, y: this.size.height / 2 }, scale / this.camera.scale);
  }

  panBy(screenDelta: Vec): void {
    const { camera } = this;
    this.setCamera({ ...camera, x: camera.x + screenDelta.x, y: camera.y + screenDelta.y });
  }

  /** Moves and zooms out as little as necessary to show `bounds` (image pixels). */
  reveal(bounds: Bounds): void {
    this.setCamera(revealBounds(this.camera, bounds, this.size, REVEAL_MARGIN));
  }

  toImage(screenPoint: Vec): Vec {
    return toImage(this.camera, screenPoint);
  }

  toScreen(imagePoint: Vec): Vec {
    return toScreen(this.camera, imagePoint);
  }

  /** Returns the visible area in image pixels, expanded by `margin` screen pixels. */
  getVisibleBounds(margin = 0): Bounds {
    return getVisibleBounds(this.camera, this.size, margin);
  }

  /** Whether the canvas is laid out. Before that, the camera cannot be fitted or moved. */
  private get hasSize(): boolean {
    return this.size.width > 0 && this.size.height > 0;
  }

  private setCamera(camera: Camera): void {
    if (!this.hasSize || isShallowEqual(camera, this.camera)) return;
    this.isFitted = false;
    this.cameraSignal.set(keepInView(camera, this.imageSize, this.size));
  }
}
