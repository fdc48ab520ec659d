/** A piece of canvas to draw a tile on. */
export interface Surface {
  readonly canvas: CanvasImageSource;
  readonly context: CanvasRenderingContext2D;
}

export type CreateSurface = (width: number, height: number) => Surface;

/** Sizes in device pixels. */
export const createSurface: CreateSurface = (width, height) => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no 2D canvas');
  return { canvas, context };
};
