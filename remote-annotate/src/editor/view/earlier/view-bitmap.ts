import { isShallowEqual } from '../../model/signals';
import type { Camera, ViewportSize } from '../../viewport/camera';
import type { CreateSurface, Surface } from '../tiles/surface';

/** Time in milliseconds after the last camera movement until the bitmap is painted again. */
const REST_MS = 120;

interface ViewBitmapOptions {
  /** Device pixels for each CSS pixel. */
  readonly pixelRatio: number;
  readonly createSurface: CreateSurface;
  /** Paints the scene. The context uses CSS pixels. */
  readonly paint: (context: CanvasRenderingContext2D, camera: Camera) => void;
  /** Called when there is a new bitmap to draw. */
  readonly onChange: () => void;
}

/**
 * A bitmap of the visible part of a scene. While the user pans or zooms, the bitmap is moved and scaled, so that a frame costs only one
 * copy. Afterwards, the bitmap is painted again.
 */
export class ViewBitmap {
  private paintedView: { readonly surface: Surface; readonly camera: Camera; readonly size: ViewportSize } | null = null;
  private repaintTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: ViewBitmapOptions) {}

  /** Draws the bitmap for a view into a context that uses CSS pixels. The first call paints the bitmap. */
  draw(context: CanvasRenderingContext2D, camera: Camera, size: ViewportSize): void {
    if (!this.paintedView) this.repaint(camera, size);
    else if (!this.isCurrent(camera, size)) this.repaintAtRest(camera, size);
    if (!this.paintedView) return;
    const { surface, camera: paintedCamera, size: paintedSize } = this.paintedView;
    const zoom = camera.scale / paintedCamera.scale;
    context.drawImage(
      surface.canvas,
      camera.x - paintedCamera.x * zoom,
      camera.y - paintedCamera.y * zoom,
      Math.ceil(paintedSize.width * this.options.pixelRatio) * (zoom / this.options.pixelRatio),
      Math.ceil(paintedSize.height * this.options.pixelRatio) * (zoom / this.options.pixelRatio),
    );
  }

  dispose(): void {
    clearTimeout(this.repaintTimer);
  }

  private isCurrent(camera: Camera, size: ViewportSize): boolean {
    return (
      this.paintedView !== null && isShallowEqual(this.paintedView.camera, camera) && isShallowEqual(this.paintedView.size, size)
    );
  }

  private repaintAtRest(camera: Camera, size: ViewportSize): void {
    clearTimeout(this.repaintTimer);
    this.repaintTimer = setTimeout(() => {
      this.repaint(camera, size);
      this.options.onChange();
    }, REST_MS);
  }

  private repaint(camera: Camera, size: ViewportSize): void {
    const { pixelRatio, createSurface, paint } = this.options;
    if (size.width <= 0 || size.height <= 0) return;
    const surface = createSurface(Math.ceil(size.width * pixelRatio), Math.ceil(size.height * pixelRatio));
    surface.context.scale(pixelRatio, pixelRatio);
    paint(surface.context, camera);
    this.paintedView = { surface, camera, size: { ...size } };
  }
}
