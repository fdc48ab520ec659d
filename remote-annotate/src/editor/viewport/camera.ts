import { clamp } from '../geometry/picture';
import type { Bounds, PictureSize, Vec } from '../types';

/** `screen = picture * scale + {x, y}`; screen pixels are CSS pixels from the canvas's upper left corner. */
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

/** At least so many screen pixels of the picture stay in view, so that it cannot be lost. */
const KEPT_IN_VIEW = 48;

export function toScreen(camera: Camera, picturePoint: Vec): Vec {
  return { x: picturePoint.x * camera.scale + camera.x, y: picturePoint.y * camera.scale + camera.y };
}

export function toPicture(camera: Camera, screenPoint: Vec): Vec {
  return { x: (screenPoint.x - camera.x) / camera.scale, y: (screenPoint.y - camera.y) / camera.scale };
}

/** Scales by `factor`, within the limits, around a screen point that stays where it is. */
export function zoomedAt(camera: Camera, screenPoint: Vec, factor: number): Camera {
  const scale = clamp(camera.scale * factor, MIN_SCALE, MAX_SCALE);
  const { x, y } = toPicture(camera, screenPoint);
  return { x: screenPoint.x - x * scale, y: screenPoint.y - y * scale, scale };
}

/** The whole picture in the middle of the canvas, at most `maxHeight` CSS pixels high. */
export function fitCamera(picture: PictureSize, viewport: ViewportSize, maxHeight = Infinity): Camera {
  const height = Math.min(viewport.height, maxHeight);
  const scale = clamp(Math.min(viewport.width / picture.width, height / picture.height), MIN_SCALE, MAX_SCALE);
  return { x: (viewport.width - picture.width * scale) / 2, y: (viewport.height - picture.height * scale) / 2, scale };
}

/** Pushes the picture back as far as needed for a strip of it to be in view. */
export function keptInView(camera: Camera, picture: PictureSize, viewport: ViewportSize): Camera {
  const x = keptOnAxis(camera.x, picture.width * camera.scale, viewport.width);
  const y = keptOnAxis(camera.y, picture.height * camera.scale, viewport.height);
  return x === camera.x && y === camera.y ? camera : { ...camera, x, y };
}

function keptOnAxis(offset: number, pictureLength: number, viewportLength: number): number {
  const kept = Math.min(KEPT_IN_VIEW, pictureLength, viewportLength);
  return clamp(offset, kept - pictureLength, viewportLength - kept);
}

/** The part of the picture frame that the canvas shows, grown by `margin` screen pixels; in picture pixels. */
export function visibleBounds(camera: Camera, viewport: ViewportSize, margin = 0): Bounds {
  const min = toPicture(camera, { x: -margin, y: -margin });
  const max = toPicture(camera, { x: viewport.width + margin, y: viewport.height + margin });
  return { minX: min.x, minY: min.y, maxX: max.x, maxY: max.y };
}

/** The least move that shows `bounds` (picture pixels) with `margin` screen pixels around it, zooming out if it is too large. */
export function revealed(camera: Camera, bounds: Bounds, viewport: ViewportSize, margin: number): Camera {
  const room = { width: Math.max(1, viewport.width - 2 * margin), height: Math.max(1, viewport.height - 2 * margin) };
  const fitting = Math.min(
    room.width / Math.max(1, bounds.maxX - bounds.minX),
    room.height / Math.max(1, bounds.maxY - bounds.minY),
  );
  const centre = { x: viewport.width / 2, y: viewport.height / 2 };
  const zoomed = fitting < camera.scale ? zoomedAt(camera, centre, fitting / camera.scale) : camera;
  const min = toScreen(zoomed, { x: bounds.minX, y: bounds.minY });
  const max = toScreen(zoomed, { x: bounds.maxX, y: bounds.maxY });
  const dx = clamp(0, margin - min.x, viewport.width - margin - max.x);
  const dy = clamp(0, margin - min.y, viewport.height - margin - max.y);
  return dx === 0 && dy === 0 ? zoomed : { ...zoomed, x: zoomed.x + dx, y: zoomed.y + dy };
}
