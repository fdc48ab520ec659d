/** A canvas for one tile. */
export interface Surface {
  readonly canvas: CanvasImageSource;
  readonly context: CanvasRenderingContext2D;
  /**
   * Rasterizes the recorded drawing commands now. Browsers only record commands, and rasterize them when the canvas is first
   * copied. Without this call, copying a crowded tile takes 100 ms in a single frame.
   */
  readonly flush?: () => void;
}

export type CreateSurface = (width: number, height: number) => Surface;

/** Creates a surface with a size in device pixels. */
export const createSurface: CreateSurface = (width, height) => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no 2D canvas');
  return { canvas, context, flush: () => copyPixel(canvas) };
};

let scratchCanvas: HTMLCanvasElement | null = null;
/**
 * Side of the canvas for the copied pixel. Browsers do not accelerate smaller canvases by the GPU, and copying an accelerated
 * canvas to an unaccelerated canvas is slow.
 */
const SCRATCH_SIDE = 256;

/** Copies one pixel, which forces the browser to rasterize the canvas. */
function copyPixel(canvas: HTMLCanvasElement): void {
  scratchCanvas ??= document.createElement('canvas');
  // Set the size again to discard the recorded commands. They would otherwise retain a copy of each tile.
  scratchCanvas.width = SCRATCH_SIDE;
  scratchCanvas.height = SCRATCH_SIDE;
  scratchCanvas.getContext('2d')?.drawImage(canvas, 0, 0, 1, 1, 0, 0, 1, 1);
}
