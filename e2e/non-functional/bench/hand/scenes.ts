import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { thinVertices } from '../../../../remote-annotate/src/editor/geometry/thin-vertices';
import type { Vec } from '../../../../remote-annotate/src/editor';
import { readBloodCells, readFruits } from '../../../../server/learner/src/bench/datasets';
import type { Api } from '../../../support/api';

/** An annotated shape that the hand draws again. All values are pixels of the image. */
export interface Target {
  readonly label: string;
  /** The corners of a box, or the vertices of a polygon. */
  readonly points: readonly Vec[];
}

export interface Scene {
  /** The file of the image. */
  readonly file: string;
  readonly targets: readonly Target[];
}

/** Maximum distance in pixels between an annotated outline and the vertices that a user clicks. */
const CLICK_TOLERANCE = 2;
/** Distance in pixels to the first vertex within which a click closes the polygon. */
const CLOSING_DISTANCE = 16;
/** Maps label names of the data set to label names of the demo. */
const CELL_LABELS: Readonly<Record<string, string>> = {
  RBC: 'Red blood cell',
  WBC: 'White blood cell',
  Platelets: 'Platelet',
};

const toPoints = (flat: readonly number[]): Vec[] =>
  Array.from({ length: flat.length / 2 }, (_, index) => ({ x: flat[2 * index]!, y: flat[2 * index + 1]! }));

/** Returns images with the first `count` blood cells of the data set, or null if the data set is missing. */
export function readCells(data: string, count: number): Scene[] | null {
  const examples = readBloodCells(data);
  return (
    examples &&
    selectTargets(
      examples.map(({ file, boxes }) => ({
        file,
        targets: boxes.map(({ label, box }) => ({ label: CELL_LABELS[label] ?? label, points: toPoints(box) })),
      })),
      count,
    )
  );
}

/** Returns images with the first `count` outlines of fruits, or null if the data set is missing. */
export function readOutlines(data: string, count: number): Scene[] | null {
  const examples = readFruits(data);
  return (
    examples &&
    selectTargets(
      examples.map(({ file, polygons }) => ({
        file,
        targets: polygons.map(({ label, points }) => ({ label, points: toPoints(points) })),
      })),
      count,
    )
  );
}

function selectTargets(scenes: readonly Scene[], count: number): Scene[] {
  const selectedScenes: Scene[] = [];
  let missingCount = count;
  for (const { file, targets } of scenes) {
    if (missingCount <= 0) break;
    selectedScenes.push({ file, targets: targets.slice(0, missingCount) });
    missingCount -= targets.length;
  }
  return selectedScenes;
}

/**
 * Returns the vertices that a user clicks for an outline. Omits vertices that hardly change the outline, and the closing vertex.
 */
export function selectVertices(outline: readonly Vec[]): Vec[] {
  return toPoints(
    thinVertices(
      outline.flatMap(({ x, y }) => [x, y]),
      CLICK_TOLERANCE,
    ),
  ).filter(({ x, y }, index, all) => index === 0 || Math.hypot(x - all[0]!.x, y - all[0]!.y) > CLOSING_DISTANCE);
}

/** Uploads a copy of the image with other bytes, because the demo already contains some of the images. */
export async function uploadCopy(api: Api, workspace: string, { file }: Scene): Promise<string> {
  return api.uploadImage(
    workspace,
    await sharp(await readFile(file))
      .jpeg({ quality: 95 })
      .toBuffer(),
  );
}

/** Waits until the user can select labels for new shapes with their shortcut keys. */
export const waitForLabels = (page: Page): Promise<void> =>
  page.locator('input[aria-label="Label for new shapes"]:enabled').waitFor();

/** Draws and deletes a box on the shown image to find the viewport. Returns a function from image pixels to window coordinates. */
export async function findTransform(page: Page, api: Api, imageId: string): Promise<(point: Vec) => Vec> {
  const canvas = await page.getByRole('application').boundingBox();
  if (!canvas) throw new Error('The canvas is not visible');
  const [dragStart, dragEnd] = [0.25, 0.75].map((ratio) => ({
    x: canvas.x + ratio * canvas.width,
    y: canvas.y + ratio * canvas.height,
  })) as [Vec, Vec];
  await page.getByRole('radio', { name: 'Draw objects' }).click();
  await waitForLabels(page);
  await page.keyboard.press('1');
  await page.mouse.move(dragStart.x, dragStart.y);
  await page.mouse.down();
  await page.mouse.move(dragEnd.x, dragEnd.y, { steps: 3 });
  const saveResponse = page.waitForResponse(
    (response) => response.url().includes('/detection/v2/object') && response.request().method() === 'POST',
  );
  await page.mouse.up();
  await saveResponse;
  const { results } = await api.requestOk<{ results: { id: string; data: number[] }[] }>(
    'GET',
    `/detection/v2/object/?image=${imageId}`,
  );
  const [left = 0, top = 0, right = 0, bottom = 0] = results[0]?.data ?? [];
  await api.requestOk('DELETE', `/detection/v2/object/${results[0]?.id}/`);
  const scale = (dragEnd.x - dragStart.x) / (right - left);
  const offset = { x: dragStart.x - left * scale, y: dragStart.y - (top * (dragEnd.y - dragStart.y)) / (bottom - top) };
  return ({ x, y }) => ({ x: x * scale + offset.x, y: y * scale + offset.y });
}
