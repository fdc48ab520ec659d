import { getPromptPlacement, toTask, type PixelPrompt } from '../../../../remote-annotate/src/assist/prompts';
import type { OpenCv } from '../../../../remote-annotate/src/assist/vision/opencv';
import { deleteScene, performTask } from '../../../../remote-annotate/src/assist/vision/perform-task';
import { Scene } from '../../../../remote-annotate/src/assist/vision/scene';
import type { Stroke } from '../../../../remote-annotate/src/editor/model/prompt';
import type { BitmapPlacement, Suggestion } from '../../../../remote-annotate/src/editor/model/region';
import { getPolygonBounds } from '../../../../remote-annotate/src/editor/geometry/polygon';
import { simplifyPolygon } from '../../../../remote-annotate/src/shape-kinds/polygon/operations/polygon-vertices';
import { fillPolygon, findCorrection, findInnermost, getIou, type Mask } from './masks';

/** A decoded image. `crop` returns red, green, blue and alpha of a part. */
export interface BenchImage {
  readonly width: number;
  readonly height: number;
  crop(place: BitmapPlacement): Promise<Uint8Array>;
}

/** Quality of the found mask (intersection over union with the object) after this number of clicks. */
export interface Attempt {
  readonly clicks: number;
  readonly iou: number;
}

/** Scores the mask that a tool found, 0 to 1. */
type Measure = (predicted: Mask, expected: Mask) => number;

const MAX_CLICKS = 4;
const WAND_TOLERANCES = [8, 12, 18, 26, 36];
/** Users draw boxes a little too large: margin on each side as a fraction of the box size. */
const BOX_MARGIN = 0.04;

/** Performs the task of a prompt, as the product's web worker does. Assumes that the user sees the complete image. */
async function suggestForPrompt(cv: OpenCv, image: BenchImage, prompt: PixelPrompt): Promise<Suggestion> {
  const visibleArea = { minX: 0, minY: 0, maxX: image.width, maxY: image.height };
  const region = getPromptPlacement(prompt, visibleArea, image);
  const scene = new Scene(cv, region, await image.crop(region));
  try {
    return performTask(scene, toTask(prompt));
  } finally {
    deleteScene(scene);
  }
}

/** Simulates finding one object with each tool. */
export async function tryAllTools(
  cv: OpenCv,
  image: BenchImage,
  outline: readonly number[],
  scoreMask: Measure = getIou,
): Promise<Readonly<Record<string, readonly Attempt[]>>> {
  return {
    'magic wand': await tryWand(cv, image, outline, scoreMask),
    'GrabCut, box': await tryBox(cv, image, outline, scoreMask),
    'GrabCut, stroke': await tryStroke(cv, image, outline, scoreMask),
    scissors: await tryScissors(cv, image, outline, scoreMask),
    'polygon by hand': drawByHand(image, outline, scoreMask),
  };
}

/** Simulates a user who clicks in the middle of the object with the best tolerance, and then corrects the largest errors. */
async function tryWand(
  cv: OpenCv,
  image: BenchImage,
  outline: readonly number[],
  scoreMask: Measure,
): Promise<readonly Attempt[]> {
  const expected = fillPolygon(outline, image.width, image.height);
  const { x, y } = findInnermost(expected);
  const firstStroke = { points: [x + 0.5, y + 0.5], isObject: true };
  const visibleArea = { minX: 0, minY: 0, maxX: image.width, maxY: image.height };
  const region = getPromptPlacement({ type: 'wand', strokes: [firstStroke], tolerance: 1 }, visibleArea, image);
  const scene = new Scene(cv, region, await image.crop(region));
  const attempts = await refineWithStrokes(scoreMask, expected, [firstStroke], 1, async (strokes) => {
    let best: Mask | null = null;
    for (const tolerance of WAND_TOLERANCES) {
      const suggestion = performTask(scene, { type: 'wand', strokes, tolerance });
      const mask = fillPolygon(suggestion.outline, image.width, image.height);
      if (!best || scoreMask(mask, expected) > scoreMask(best, expected)) best = mask;
    }
    return best ?? fillPolygon([], image.width, image.height);
  });
  deleteScene(scene);
  return attempts;
}

/** Simulates a user who draws a box, which counts as two clicks, and then clicks in the middle of the largest error. */
async function tryBox(
  cv: OpenCv,
  image: BenchImage,
  outline: readonly number[],
  scoreMask: Measure,
): Promise<readonly Attempt[]> {
  const { minX, minY, maxX, maxY } = getPolygonBounds(outline);
  const [marginX, marginY] = [(maxX - minX) * BOX_MARGIN, (maxY - minY) * BOX_MARGIN];
  const box = [minX - marginX, minY - marginY, maxX + marginX, maxY + marginY].map(Math.round) as [
    number,
    number,
    number,
    number,
  ];
  return refineWithStrokes(scoreMask, fillPolygon(outline, image.width, image.height), [], 2, async (strokes) => {
    const suggestion = await suggestForPrompt(cv, image, { type: 'grab-cut', box, strokes });
    return fillPolygon(suggestion.outline, image.width, image.height);
  });
}

/** Simulates a user who draws one line through the object (two clicks), and then clicks in the middle of the largest error. */
async function tryStroke(
  cv: OpenCv,
  image: BenchImage,
  outline: readonly number[],
  scoreMask: Measure,
): Promise<readonly Attempt[]> {
  const { minX, minY, maxX, maxY } = getPolygonBounds(outline);
  const expected = fillPolygon(outline, image.width, image.height);
  const { x, y } = findInnermost(expected);
  const isWide = maxX - minX > maxY - minY;
  const halfLength = (isWide ? maxX - minX : maxY - minY) * 0.25;
  const points = isWide ? [x - halfLength, y, x, y, x + halfLength, y] : [x, y - halfLength, x, y, x, y + halfLength];
  return refineWithStrokes(scoreMask, expected, [{ points, isObject: true }], 2, async (strokes) => {
    const suggestion = await suggestForPrompt(cv, image, { type: 'grab-cut', box: null, strokes });
    return fillPolygon(suggestion.outline, image.width, image.height);
  });
}

/** Simulates a user of the scissors tool who clicks at equal distances along the outline. */
async function tryScissors(
  cv: OpenCv,
  image: BenchImage,
  outline: readonly number[],
  scoreMask: Measure,
): Promise<readonly Attempt[]> {
  const expected = fillPolygon(outline, image.width, image.height);
  const region = getPromptPlacement(
    { type: 'trace', from: { x: 0, y: 0 }, to: { x: 0, y: 0 } },
    { minX: 0, minY: 0, maxX: image.width, maxY: image.height },
    image,
  );
  const scene = new Scene(cv, region, await image.crop(region));
  const attempts: Attempt[] = [];
  for (const clicks of [3, 4, 6]) {
    const points = divideOutline(outline, clicks);
    const line = points.flatMap((from, index) => {
      const to = points[(index + 1) % points.length]!;
      return [...performTask(scene, { type: 'trace', from, to }).outline];
    });
    attempts.push({ clicks, iou: scoreMask(fillPolygon(line, image.width, image.height), expected) });
    if (attempts.at(-1)!.iou >= 0.9) break;
  }
  deleteScene(scene);
  return attempts;
}

/** Simulates a user who clicks the vertices of a polygon. Returns the best result for each number of vertices. */
function drawByHand(image: BenchImage, outline: readonly number[], scoreMask: Measure): readonly Attempt[] {
  const expected = fillPolygon(outline, image.width, image.height);
  const attempts = new Map<number, number>();
  for (let tolerance = 60; tolerance >= 0.5; tolerance *= 0.9) {
    const polygon = simplifyPolygon(outline, tolerance);
    const clicks = polygon.length / 2;
    attempts.set(
      clicks,
      Math.max(attempts.get(clicks) ?? 0, scoreMask(fillPolygon(polygon, image.width, image.height), expected)),
    );
  }
  return [...attempts].map(([clicks, iou]) => ({ clicks, iou })).toSorted((a, b) => a.clicks - b.clicks);
}

async function refineWithStrokes(
  scoreMask: Measure,
  expected: Mask,
  firstStrokes: readonly Stroke[],
  firstClicks: number,
  findMask: (strokes: readonly Stroke[]) => Promise<Mask>,
): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  let strokes = firstStrokes;
  for (let clicks = firstClicks; clicks <= MAX_CLICKS; clicks += 1) {
    const mask = await findMask(strokes);
    attempts.push({ clicks, iou: scoreMask(mask, expected) });
    if (attempts.at(-1)!.iou >= 0.9) break;
    const { x, y, isObject } = findCorrection(mask, expected);
    strokes = [...strokes, { points: [x, y], isObject }];
  }
  return attempts;
}

/** Returns positions at equal distances along a closed outline. */
function divideOutline(outline: readonly number[], count: number): readonly { x: number; y: number }[] {
  const corners = Array.from({ length: outline.length / 2 + 1 }, (_, i) => {
    const coordinateIndex = (i * 2) % outline.length;
    return { x: outline[coordinateIndex]!, y: outline[coordinateIndex + 1]! };
  });
  const lengths = corners.slice(1).map((corner, i) => Math.hypot(corner.x - corners[i]!.x, corner.y - corners[i]!.y));
  const totalLength = lengths.reduce((sum, length) => sum + length, 0);
  return Array.from({ length: count }, (_, index) => {
    let targetLength = (totalLength * index) / count;
    let edgeIndex = 0;
    while (edgeIndex < lengths.length - 1 && targetLength > lengths[edgeIndex]!) {
      targetLength -= lengths[edgeIndex]!;
      edgeIndex += 1;
    }
    const ratio = lengths[edgeIndex]! === 0 ? 0 : targetLength / lengths[edgeIndex]!;
    const [from, to] = [corners[edgeIndex]!, corners[edgeIndex + 1]!];
    return { x: from.x + ratio * (to.x - from.x), y: from.y + ratio * (to.y - from.y) };
  });
}
