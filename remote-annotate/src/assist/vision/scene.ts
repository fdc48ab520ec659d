import type { Stroke } from '../../editor/model/prompt';
import { isInBitmap, toBitmapPixel, type BitmapPlacement, type BitmapRegion } from '../../editor/model/region';
import { withAutoDelete, type Mat, type OpenCv } from './opencv';

/** Default width of a stroke in bitmap pixels. */
const STROKE_WIDTH = 5;

/** A part of the image in the memory of OpenCV. */
export class Scene {
  /** Red, green and blue. */
  readonly image: Mat;
  private smoothImage: Mat | null = null;

  /** `pixels` are red, green, blue and alpha, row by row. */
  constructor(
    readonly cv: OpenCv,
    readonly placement: BitmapPlacement,
    pixels: Uint8ClampedArray | Uint8Array,
  ) {
    this.image = new cv.Mat();
    withAutoDelete((autoDelete) => {
      const source = autoDelete(new cv.Mat(placement.rows, placement.columns, cv.CV_8UC4));
      source.data.set(pixels);
      cv.cvtColor(source, this.image, cv.COLOR_RGBA2RGB);
    });
  }

  /** The image without noise in the colour space Lab, in which distances between colours correspond to perceived differences. */
  get smooth(): Mat {
    if (this.smoothImage) return this.smoothImage;
    const { cv } = this;
    const image = new cv.Mat();
    cv.cvtColor(this.image, image, cv.COLOR_RGB2Lab);
    cv.medianBlur(image, image, 5);
    this.smoothImage = image;
    return image;
  }

  /** Converts a flat list of image positions to pixels of this scene. Omits positions outside the scene. */
  toPixels(points: readonly number[]): readonly { readonly x: number; readonly y: number }[] {
    const pixels = [];
    for (let index = 0; index < points.length; index += 2) {
      const pixel = toBitmapPixel(this.placement, { x: points[index]!, y: points[index + 1]! });
      if (isInBitmap(this.placement, pixel)) pixels.push(pixel);
    }
    return pixels;
  }

  toRegion(bits: Uint8Array): BitmapRegion {
    return { ...this.placement, bits };
  }

  delete(): void {
    this.image.delete();
    this.smoothImage?.delete();
  }
}

/** Sets the pixels of a matrix that are under a stroke. */
export function paintStroke(
  scene: Scene,
  mask: Mat,
  { points }: Stroke,
  { value, width = STROKE_WIDTH }: { value: number; width?: number },
): void {
  const { cv } = scene;
  const pixels = scene.toPixels(points);
  for (const [index, { x, y }] of pixels.entries()) {
    const previousPixel = pixels[index - 1] ?? { x, y };
    cv.line(mask, new cv.Point(previousPixel.x, previousPixel.y), new cv.Point(x, y), new cv.Scalar(value), width);
  }
}

/** Removes thin branches and fills gaps and holes of a mask of zeros and ones. */
export function cleanMask(cv: OpenCv, mask: Mat, kernelSize = 3): Uint8Array {
  return withAutoDelete((autoDelete) => {
    const kernel = autoDelete(cv.getStructuringElement(cv.MORPH_ELLIPSE, new cv.Size(kernelSize, kernelSize)));
    cv.morphologyEx(mask, mask, cv.MORPH_OPEN, kernel);
    cv.morphologyEx(mask, mask, cv.MORPH_CLOSE, kernel);
    const contours = autoDelete(new cv.MatVector());
    cv.findContours(mask, contours, autoDelete(new cv.Mat()), cv.RETR_EXTERNAL, cv.CHAIN_APPROX_SIMPLE);
    const filledMask = autoDelete(cv.Mat.zeros(mask.rows, mask.cols, cv.CV_8UC1));
    cv.drawContours(filledMask, contours, -1, new cv.Scalar(1), cv.FILLED);
    return filledMask.data.slice();
  });
}

/** Keeps the connected parts of a mask that contain one of the pixels. If there are none, keeps the largest part. */
export function keepParts(
  cv: OpenCv,
  maskBits: Uint8Array,
  { columns, rows }: BitmapPlacement,
  pixels: readonly { readonly x: number; readonly y: number }[],
): Uint8Array {
  return withAutoDelete((autoDelete) => {
    const mask = autoDelete(new cv.Mat(rows, columns, cv.CV_8UC1));
    mask.data.set(maskBits);
    const labels = autoDelete(new cv.Mat());
    const labelCount = cv.connectedComponents(mask, labels);
    if (labelCount <= 2) return maskBits;
    const partByPixel = labels.data32S;
    const partSizes = new Array<number>(labelCount).fill(0);
    for (const part of partByPixel) partSizes[part]! += 1;
    partSizes[0] = 0;
    const retainedParts = new Set(pixels.map(({ x, y }) => partByPixel[y * columns + x]!).filter((part) => part > 0));
    if (retainedParts.size === 0) retainedParts.add(partSizes.indexOf(Math.max(...partSizes)));
    return maskBits.map((bit, index) => (bit === 1 && retainedParts.has(partByPixel[index]!) ? 1 : 0));
  });
}
