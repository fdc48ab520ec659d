import { openScene } from './console-adapter';
import { createImage, createMasks, IMAGE_SIZE, LABEL } from './scene';

export interface BrushRequest {
  /** `bare`: lines on a canvas over the image, without an editor. */
  readonly scene: 'bare' | 'console';
  readonly maskCount: number;
  readonly frames: number;
}

export interface BrushMeasurements {
  /** Milliseconds of each frame of the stroke. */
  readonly frames: number[];
  /** Milliseconds from the press (`start`) and from the release (`end`) to the next frame. */
  readonly start: number;
  readonly end: number;
}

/** The page calls this function before and after the stroke, so that the benchmark process can read the CPU time. */
declare function markSection(part: string): Promise<void>;

/** Brush size in image pixels. */
const BRUSH_SIZE = 60;
const MOVES_PER_FRAME = 3;
const WARM_UP_FRAMES = 60;

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** Draws one stroke. Positions are CSS pixels from the upper left corner of the scene. */
interface Brush {
  press(x: number, y: number): void;
  move(x: number, y: number): void;
  release(): void;
}

export async function measureBrush({ scene, maskCount, frames: frameCount }: BrushRequest): Promise<BrushMeasurements> {
  const root = document.getElementById('scene')!;
  const bitmap = await createImage();
  const brush = scene === 'bare' ? openBareCanvas(root, bitmap) : await openConsoleCanvas(root, bitmap, maskCount);
  for (let i = 0; i < WARM_UP_FRAMES; i += 1) await nextFrame();
  const { clientWidth: width, clientHeight: height } = root;
  const getPosition = (step: number): [number, number] => {
    const angle = step / 32;
    return [width * (0.5 + 0.35 * Math.cos(angle)), height * (0.5 + 0.35 * Math.sin(1.2 * angle))];
  };
  let previousFrame = await nextFrame();
  const measureFrame = async (action: () => void) => {
    action();
    const now = await nextFrame();
    const duration = now - previousFrame;
    previousFrame = now;
    return duration;
  };
  const start = await measureFrame(() => brush.press(...getPosition(0)));
  await markSection('stroke');
  previousFrame = await nextFrame();
  const frames: number[] = [];
  for (let frame = 0; frame < frameCount; frame += 1)
    frames.push(
      await measureFrame(() => {
        for (let move = 1; move <= MOVES_PER_FRAME; move += 1) brush.move(...getPosition(frame * MOVES_PER_FRAME + move));
      }),
    );
  await markSection('stroke');
  previousFrame = await nextFrame();
  const end = await measureFrame(() => brush.release());
  return { frames, start, end };
}

function openBareCanvas(root: HTMLElement, bitmap: ImageBitmap): Brush {
  const { clientWidth: width, clientHeight: height } = root;
  const [image, strokes] = [0, 1].map(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    canvas.style.position = 'absolute';
    root.append(canvas);
    return canvas.getContext('2d')!;
  }) as [CanvasRenderingContext2D, CanvasRenderingContext2D];
  const scale = Math.min(width / IMAGE_SIZE.width, height / IMAGE_SIZE.height);
  image.drawImage(bitmap, 0, 0, IMAGE_SIZE.width * scale, IMAGE_SIZE.height * scale);
  Object.assign(strokes, { lineWidth: BRUSH_SIZE * scale, lineCap: 'round', strokeStyle: LABEL.color });
  let lastPoint: [number, number] = [0, 0];
  const lineTo = (x: number, y: number) => {
    strokes.beginPath();
    strokes.moveTo(...lastPoint);
    strokes.lineTo(x, y);
    strokes.stroke();
    lastPoint = [x, y];
  };
  return {
    press: (x, y) => {
      lastPoint = [x, y];
      lineTo(x, y);
    },
    move: lineTo,
    release: () => undefined,
  };
}

async function openConsoleCanvas(root: HTMLElement, bitmap: ImageBitmap, maskCount: number): Promise<Brush> {
  const { editor, canvas } = await openScene(root, bitmap, createMasks(maskCount));
  editor.setTool('mask');
  editor.setMaskDrawing({ mode: 'brush', brushSize: BRUSH_SIZE });
  editor.setStickyLabel('polygon', LABEL.id);
  const { left, top } = canvas.getBoundingClientRect();
  let [clientX, clientY] = [0, 0];
  const dispatchPointerEvent = (type: string, buttons: number) =>
    canvas.dispatchEvent(
      new PointerEvent(type, { clientX, clientY, buttons, pointerId: 1, bubbles: true, cancelable: true, isPrimary: true }),
    );
  const dispatchAt = (type: string) => (x: number, y: number) => {
    [clientX, clientY] = [x + left, y + top];
    dispatchPointerEvent(type, 1);
  };
  return {
    press: dispatchAt('pointerdown'),
    move: dispatchAt('pointermove'),
    release: () => dispatchPointerEvent('pointerup', 0),
  };
}
