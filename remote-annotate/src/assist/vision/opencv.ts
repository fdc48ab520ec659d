import { toBitmapPixel, type BitmapPlacement } from '../../editor/model/region';

/** The functions of OpenCV.js that the tools use. The types of the package do not contain the intelligent scissors. */
export interface OpenCv {
  readonly Mat: {
    new (): Mat;
    new (rows: number, columns: number, type: number): Mat;
    zeros(rows: number, columns: number, type: number): Mat;
  };
  readonly MatVector: new () => MatVector;
  readonly Point: new (x: number, y: number) => Point;
  readonly Rect: new (x: number, y: number, width: number, height: number) => Rect;
  readonly Size: new (width: number, height: number) => Size;
  readonly Scalar: new (a: number, b?: number, c?: number, d?: number) => readonly number[];
  readonly segmentation_IntelligentScissorsMB: new () => IntelligentScissors;

  readonly CV_8UC1: number;
  readonly CV_8UC3: number;
  readonly CV_8UC4: number;
  readonly CV_32SC1: number;
  readonly CV_32SC2: number;
  readonly COLOR_RGBA2RGB: number;
  readonly COLOR_RGB2Lab: number;
  readonly MORPH_CLOSE: number;
  readonly MORPH_OPEN: number;
  readonly MORPH_ELLIPSE: number;
  readonly GC_INIT_WITH_MASK: number;
  readonly INTER_AREA: number;
  readonly FLOODFILL_FIXED_RANGE: number;
  readonly FLOODFILL_MASK_ONLY: number;
  readonly RETR_EXTERNAL: number;
  readonly CHAIN_APPROX_SIMPLE: number;
  readonly FILLED: number;
  readonly DIST_L2: number;

  cvtColor(source: Mat, target: Mat, code: number): void;
  medianBlur(source: Mat, target: Mat, size: number): void;
  resize(source: Mat, target: Mat, size: Size, fx: number, fy: number, interpolation: number): void;
  floodFill(
    image: Mat,
    mask: Mat,
    seed: Point,
    value: readonly number[],
    bounds: Rect,
    below: readonly number[],
    above: readonly number[],
    flags: number,
  ): number;
  grabCut(image: Mat, mask: Mat, rect: Rect, background: Mat, foreground: Mat, iterations: number, mode: number): void;
  getStructuringElement(shape: number, size: Size): Mat;
  morphologyEx(source: Mat, target: Mat, operation: number, kernel: Mat): void;
  line(image: Mat, from: Point, to: Point, color: readonly number[], thickness: number): void;
  fillPoly(image: Mat, polygons: MatVector, color: readonly number[]): void;
  findContours(image: Mat, contours: MatVector, hierarchy: Mat, mode: number, method: number): void;
  drawContours(image: Mat, contours: MatVector, index: number, color: readonly number[], thickness: number): void;
  connectedComponents(image: Mat, labels: Mat): number;
  distanceTransform(image: Mat, distances: Mat, type: number, maskSize: number): void;
  /** Extends positive markers to all pixels that are 0, and sets their borders to -1. */
  watershed(image: Mat, markers: Mat): void;
}

/** OpenCV.js while its WebAssembly is still being compiled. */
export interface LoadingOpenCv extends OpenCv {
  onRuntimeInitialized?: () => void;
}

/**
 * Waits until the library can be used. Never resolve a promise with the library itself: its method `then` returns the library, so
 * the promise would never settle.
 */
export async function waitUntilReady(cv: LoadingOpenCv): Promise<void> {
  await new Promise<void>((resolve) => {
    if (typeof cv.Mat === 'function') resolve();
    else cv.onRuntimeInitialized = resolve;
  });
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

type Rect = Point & Size;

/** A matrix in the memory of OpenCV. It is not garbage-collected: call `delete` after use. */
export interface Mat {
  readonly rows: number;
  readonly cols: number;
  readonly data: Uint8Array;
  readonly data32S: Int32Array;
  readonly data32F: Float32Array;
  setTo(value: readonly number[]): Mat;
  delete(): void;
}

export interface MatVector {
  size(): number;
  push_back(mat: Mat): void;
  delete(): void;
}

export interface IntelligentScissors {
  setEdgeFeatureCannyParameters(low: number, high: number): unknown;
  setGradientMagnitudeMaxLimit(limit: number): unknown;
  applyImage(image: Mat): unknown;
  /** Computes the best paths from one position to all other pixels. */
  buildMap(from: Point): void;
  getContour(to: Point, path: Mat): void;
  delete(): void;
}

/** Runs a function, and then deletes the objects that the function has passed to `autoDelete`. */
export function withAutoDelete<T>(run: (autoDelete: <O extends { delete(): void }>(object: O) => O) => T): T {
  const ownedObjects: { delete(): void }[] = [];
  try {
    return run((object) => {
      ownedObjects.push(object);
      return object;
    });
  } finally {
    for (const object of ownedObjects) object.delete();
  }
}

/** Fills the pixels inside an outline (flat list of image pixels). */
export function fillOutline(cv: OpenCv, mask: Mat, placement: BitmapPlacement, outline: readonly number[], value: number): void {
  withAutoDelete((autoDelete) => {
    const corners = autoDelete(new cv.Mat(outline.length / 2, 1, cv.CV_32SC2));
    for (let i = 0; i < outline.length; i += 2) {
      const { x, y } = toBitmapPixel(placement, { x: outline[i]!, y: outline[i + 1]! });
      corners.data32S.set([x, y], i);
    }
    const polygons = autoDelete(new cv.MatVector());
    polygons.push_back(corners);
    cv.fillPoly(mask, polygons, new cv.Scalar(value));
  });
}
