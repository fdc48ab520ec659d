import { clamp } from '../geometry/clamp';
import type { Bounds, ImageSize, Vec } from '../model/types';

/** `screen = image * scale + {x, y}`. Screen pixels are CSS pixels from the upper left corner of the canvas. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Size of the canvas in CSS pixels. */
export interface ViewportSize {
  readonly width: number;
  readonly height: number;
}

const MIN_SCALE = 0.05;
const MAX_SCALE = 15;

/** Minimum number of screen pixels of the image that stay in view. */
const MIN_VISIBLE = 48;

export function toScreen(camera: Camera, imagePoint: Vec): Vec {
  return { x: imagePoint.x * camera.scale + camera.x, y: imagePoint.y * camera.scale + camera.y };
}

export function toImage(camera: Camera, screenPoint: Vec): Vec {
  return { x: (screenPoint.x - camera.x) / camera.scale, y: (screenPoint.y - camera.y) / camera.scale };
}

/** Scales by `factor` within the limits, around a fixed screen point. */
export function zoomCameraAt(camera: Camera, screenPoint: Vec, factor: number): Camera {
  const scale = clamp(camera.scale * factor, MIN_SCALE, MAX_SCALE);
  const { x, y } = toImage(camera, screenPoint);
  return { x: screenPoint.x - x * scale, y: screenPoint.y - y * scale, scale };
}

/** Returns a camera that shows the complete image in the middle of the canvas, at most `maxHeight` CSS pixels high. */
export function fitCamera(imageSize: ImageSize, viewport: ViewportSize, maxHeight = Infinity): Camera {
  const height = Math.min(viewport.height, maxHeight);
  const scale = clamp(Math.min(viewport.width / imageSize.width, height / imageSize.height), MIN_SCALE, MAX_SCALE);
  return { x: (viewport.width - imageSize.width * scale) / 2, y: (viewport.height - imageSize.height * scale) / 2, scale };
}

/** Moves the camera so that at least a strip of the image is in view. */
export function keepInView(camera: Camera, imageSize: ImageSize, viewport: ViewportSize): Camera {
  const x = keepAxisInView(camera.x, imageSize.width * camera.scale, viewport.width);
  const y = keepAxisInView(camera.y, imageSize.height * camera.scale, viewport.height);
  return x === camera.x && y === camera.y ? camera : { ...camera, x, y };
}

function keepAxisInView(offset: number, imageLength: number, viewportLength: number): number {
  const minVisible = Math.min(MIN_VISIBLE, imageLength, viewportLength);
  return clamp(offset, minVisible - imageLength, viewportLength - minVisible);
}

/** Returns the visible area in image pixels, expanded by `margin` screen pixels. */
export function getVisibleBounds(camera: Camera, viewport: ViewportSize, margin = 0): Bounds {
  const min = toImage(camera, { x: -margin, y: -margin });
  const max = toImage(camera, { x: viewport.width + margin, y: viewport.height + margin });
  return { minX: min.x, minY: min.y, maxX: max.x, maxY: max.y };
}

/** Moves as little as necessary to show `bounds` (image pixels) with a margin in screen pixels. Zooms out if they are too large. */
export function revealBounds(camera: Camera, bounds: Bounds, viewport: ViewportSize, margin: number): Camera {
  const available = { width: Math.max(1, viewport.width - 2 * margin), height: Math.max(1, viewport.height - 2 * margin) };
  const fittingScale = Math.min(
    available.width / Math.max(1, bounds.maxX - bounds.minX),
    available.height / Math.max(1, bounds.maxY - bounds.minY),
  );
  const centre = { x: viewport.width / 2, y: viewport.height / 2 };
  const zoomedCamera = fittingScale < camera.scale ? zoomCameraAt(camera, centre, fittingScale / camera.scale) : camera;
  const min = toScreen(zoomedCamera, { x: bounds.minX, y: bounds.minY });
  const max = toScreen(zoomedCamera, { x: bounds.maxX, y: bounds.maxY });
  const dx = clamp(0, margin - min.x, viewport.width - margin - max.x);
  const dy = clamp(0, margin - min.y, viewport.height - margin - max.y);
  return dx === 0 && dy === 0 ? zoomedCamera : { ...zoomedCamera, x: zoomedCamera.x + dx, y: zoomedCamera.y + dy };
}
