/** A piece of canvas to draw a tile on. */
export interface Surface {
  readonly canvas: CanvasImageSource;
  readonly context: CanvasRenderingContext2D;
  /**
   * Has what was drawn turned into pixels now. A browser notes down what it is told to draw, and turns it into pixels when
   * the canvas is first copied: without this a crowded tile, however slowly it was told, costs 100 ms in that one frame.
   */
  readonly flush?: () => void;
}

export type CreateSurface = (width: number, height: number) => Surface;

/** Sizes in device pixels. */
export const createSurface: CreateSurface = (width, height) => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no 2D canvas');
  return { canvas, context, flush: () => copyPixel(canvas) };
};

let scratch: HTMLCanvasElement | null = null;
/** A smaller canvas is never drawn by the graphics card, and one that is would have to be read back for it. */
const SCRATCH_SIDE = 256;

/** To be copied, a canvas must have its pixels. */
function copyPixel(canvas: HTMLCanvasElement): void {
  scratch ??= document.createElement('canvas');
  // Set anew each time: else it would keep what it was told, and with it a copy of each tile.
  scratch.width = SCRATCH_SIDE;
  scratch.height = SCRATCH_SIDE;
  scratch.getContext('2d')?.drawImage(canvas, 0, 0, 1, 1, 0, 0, 1, 1);
}
