// `npm run bench -- assist [--data folder] [--cells 20] [--every 1] [--only fruits|cells]`: simulates clicks on photographed fruits
// and blood cells, and prints the accuracy of the assisted tools, the number of clicks, and times.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { expand, MAX_PIXELS, toBitmapPlacement } from '../../../../remote-annotate/src/assist/bitmap-placement';
import { toCorners } from '../../../../remote-annotate/src/assist/prompts';
import { tightenShape } from '../../../../remote-annotate/src/assist/tighten';
import { waitUntilReady, type LoadingOpenCv, type OpenCv } from '../../../../remote-annotate/src/assist/vision/opencv';
import { deleteScene, performTask } from '../../../../remote-annotate/src/assist/vision/perform-task';
import { Scene } from '../../../../remote-annotate/src/assist/vision/scene';
import { getIntersectionOverUnion } from '../../../../remote-annotate/src/editor/geometry/bounds';
import { getBoxBounds } from '../../../../remote-annotate/src/editor/geometry/box';
import { getRegionBounds, type BitmapPlacement } from '../../../../remote-annotate/src/editor/model/region';
import type { Bounds, BoxData } from '../../../../remote-annotate/src/editor/model/types';
import type { VisionTask } from '../../../../remote-annotate/src/assist/vision/task';
import { formatTable, percentile } from '../../support/measure';
import { formatLoad, print } from '../../support/output';
import { tryAllTools, type Attempt, type BenchImage } from './hand';
import type { Mask } from './masks';

/** Minimum intersection over union of a suggestion that users accept after a correction (`USABLE_IOU`), or at once (`GOOD_IOU`). */
const [USABLE_IOU, GOOD_IOU] = [0.8, 0.9];
const CLICK_LIMIT = 3;
const MEASURED_ROUNDS = 9;
const ELLIPSE_VERTICES = 64;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: path.resolve(__dirname, '../../../../../shared/data') },
    cells: { type: 'string', default: '20' },
    // Measures each n-th outline and box only.
    every: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});

interface CocoFile {
  readonly images: readonly { readonly id: number; readonly file_name: string }[];
  readonly annotations: readonly { readonly image_id: number; readonly segmentation: readonly (readonly number[])[] }[];
}

async function openImage(file: string): Promise<BenchImage> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return {
    width,
    height,
    crop: async ({ x, y, columns, rows, step }: BitmapPlacement) => {
      const [right, bottom] = [Math.min(width, Math.round(x + columns * step)), Math.min(height, Math.round(y + rows * step))];
      return sharp(data, { raw: { width, height, channels: 4 } })
        .extract({ left: x, top: y, width: right - x, height: bottom - y })
        .resize(columns, rows, { fit: 'fill' })
        .raw()
        .toBuffer();
    },
  };
}

async function measureFruits(openCv: OpenCv): Promise<void> {
  const folder = path.join(values.data, 'fruits_nuts');
  const { images, annotations } = JSON.parse(readFileSync(path.join(folder, 'annotations.json'), 'utf8')) as CocoFile;
  const results = new AttemptsByTool();
  const measuredAnnotations = annotations.filter((_, index) => index % Number(values.every) === 0);
  for (const { id, file_name } of images) {
    const image = await openImage(path.join(folder, 'images', file_name));
    for (const { segmentation } of measuredAnnotations.filter(({ image_id }) => image_id === id))
      results.add(await tryAllTools(openCv, image, segmentation[0] ?? []));
  }
  print(
    `Fruits: ${measuredAnnotations.length} of ${annotations.length} outlines on ${images.length} images. A box and a stroke count as two clicks.`,
  );
  results.print();
}

/** The attempts of each tool, one list for each object. */
class AttemptsByTool {
  private readonly attempts: Record<string, (readonly Attempt[])[]> = {};

  add(attempts: Readonly<Record<string, readonly Attempt[]>>): void {
    for (const [tool, attempt] of Object.entries(attempts)) (this.attempts[tool] ??= []).push(attempt);
  }

  print(): void {
    const rows = Object.entries(this.attempts).map(([tool, attemptsOfTool]) => {
      const iousAtLimit = attemptsOfTool.map((attempts) =>
        Math.max(0, ...attempts.filter(({ clicks }) => clicks <= CLICK_LIMIT).map(({ iou }) => iou)),
      );
      const clicks = attemptsOfTool.map((attempts) => attempts.find(({ iou }) => iou >= GOOD_IOU)?.clicks ?? Infinity);
      const formatRatio = (limit: number) => {
        const count = iousAtLimit.filter((iou) => iou >= limit).length;
        return `${count} of ${attemptsOfTool.length} (${Math.round((100 * count) / attemptsOfTool.length)} %)`;
      };
      return [
        ...[tool, percentile(iousAtLimit, 0.5).toFixed(2), formatRatio(USABLE_IOU), formatRatio(GOOD_IOU)],
        ...[String(percentile(clicks, 0.5)), `${clicks.filter(Number.isFinite).length} of ${attemptsOfTool.length}`],
      ];
    });
    const atLimit = `${CLICK_LIMIT} clicks`;
    const ratios = [USABLE_IOU, GOOD_IOU].map((limit) => `IoU >= ${limit}, ${atLimit}`);
    print(formatTable(['tool', `median IoU, ${atLimit}`, ...ratios, `median clicks to ${GOOD_IOU}`, 'reached'], rows));
  }
}

/** Returns the boxes of a PASCAL VOC file. */
function readBoxes(file: string): readonly BoxData[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/<xmin>(\d+)<\/xmin>\s*<ymin>(\d+)<\/ymin>\s*<xmax>(\d+)<\/xmax>\s*<ymax>(\d+)<\/ymax>/g)].map(
    ([, x1, y1, x2, y2]) => [Number(x1), Number(y1), Number(x2), Number(y2)] as const,
  );
}

async function measureCells(openCv: OpenCv): Promise<void> {
  const folder = path.join(values.data, 'bccd');
  const files = readdirSync(path.join(folder, 'Annotations')).toSorted().slice(0, Number(values.cells));
  const results = new AttemptsByTool();
  const cells = files.flatMap((file) => readBoxes(path.join(folder, 'Annotations', file)).map((box) => ({ file, box })));
  const measuredCells = cells.filter((_, index) => index % Number(values.every) === 0);
  for (const { file, box } of measuredCells) {
    const image = await openImage(path.join(folder, 'JPEGImages', file.replace('.xml', '.jpg')));
    const bounds = getBoxBounds(box);
    const getBoxIou = (foundBounds: Bounds | null) => (foundBounds ? getIntersectionOverUnion(foundBounds, bounds) : 0);
    const { minX, minY, maxX, maxY } = expand(bounds, 0.15, 0);
    const largeBox = [Math.max(0, minX), Math.max(0, minY), Math.min(image.width, maxX), Math.min(image.height, maxY)].map(
      Math.round,
    ) as unknown as BoxData;
    const tightBox = await tighten(openCv, image, largeBox);
    results.add({
      'box drawn 15 % too large': [{ clicks: 2, iou: getBoxIou(getBoxBounds(largeBox)) }],
      'the same, tightened': [{ clicks: 2, iou: getBoxIou(getBoxBounds(tightBox)) }],
      ...(await tryAllTools(openCv, image, createEllipse(bounds), (mask) => getBoxIou(getMaskBounds(mask)))),
    });
  }
  print(`\nBlood cells: ${measuredCells.length} of ${cells.length} boxes on ${files.length} images, IoU of the enclosing box.`);
  results.print();
}

const getMaskBounds = ({ width, height, bits }: Mask) =>
  getRegionBounds({ x: 0, y: 0, step: 1, columns: width, rows: height, bits });

/** Returns the outline of a round object. The data has only boxes of cells. */
function createEllipse({ minX, minY, maxX, maxY }: Bounds): readonly number[] {
  const [x, y, radiusX, radiusY] = [(minX + maxX) / 2, (minY + maxY) / 2, (maxX - minX) / 2, (maxY - minY) / 2];
  return Array.from({ length: ELLIPSE_VERTICES }, (_, index) => (2 * Math.PI * index) / ELLIPSE_VERTICES).flatMap((angle) => [
    x + radiusX * Math.cos(angle),
    y + radiusY * Math.sin(angle),
  ]);
}

async function tighten(openCv: OpenCv, image: BenchImage, box: BoxData): Promise<BoxData> {
  const region = toBitmapPlacement(expand(getBoxBounds(box), 0.15, 8), image, MAX_PIXELS.grabCut);
  const scene = new Scene(openCv, region, await image.crop(region));
  const suggestion = performTask(scene, { type: 'shrink', outline: toCorners(box) });
  deleteScene(scene);
  const shape = { kind: 'object', id: '', labelId: '', data: box, metaData: {} } as const;
  const tightenedBox = tightenShape(shape, suggestion, image);
  return tightenedBox && tightenedBox.length === 4 ? tightenedBox : box;
}

/** Measures one suggestion for a visible part of 600 x 600 pixels, including the copy of the pixels into the library. */
async function measureTimes(openCv: OpenCv): Promise<void> {
  const image = await openImage(path.join(values.data, 'fruits_nuts/images/0.jpg'));
  const visibleArea = { minX: 100, minY: 0, maxX: 700, maxY: 600 };
  const box = toCorners([130, 30, 670, 570]);
  const cases: [string, number, VisionTask][] = [
    ['magic wand', MAX_PIXELS.wand, { type: 'wand', strokes: [{ points: [400, 300], isObject: true }], tolerance: 12 }],
    ['GrabCut', MAX_PIXELS.grabCut, { type: 'grab-cut', outline: box, strokes: [] }],
    ['scissors, a new start', MAX_PIXELS.trace, { type: 'trace', from: { x: 300, y: 200 }, to: { x: 500, y: 400 } }],
  ];
  const rows = [];
  for (const [name, maxPixels, task] of cases) {
    const region = toBitmapPlacement(visibleArea, image, maxPixels);
    const pixels = await image.crop(region);
    const [times, cpuTimes]: [number[], number[]] = [[], []];
    for (let round = 0; round < MEASURED_ROUNDS; round += 1) {
      const [startTime, startCpuUsage] = [performance.now(), process.cpuUsage()];
      const scene = new Scene(openCv, region, pixels);
      performTask(scene, task);
      times.push(performance.now() - startTime);
      cpuTimes.push(process.cpuUsage(startCpuUsage).user / 1000);
      deleteScene(scene);
    }
    rows.push([name, `${region.columns} x ${region.rows}`, percentile(times, 0.5), percentile(cpuTimes, 0.5)]);
  }
  print('\nMilliseconds for a visible part of 600 x 600 pixels, median.');
  print(formatTable(['', 'computed on', 'ms', 'CPU ms'], rows));
}

async function main(): Promise<void> {
  print(formatLoad());
  const requireFromAnnotate = createRequire(path.resolve(__dirname, '../../../../remote-annotate/package.json'));
  const openCv = requireFromAnnotate('@techstark/opencv-js') as LoadingOpenCv;
  await waitUntilReady(openCv);
  await measureTimes(openCv);
  if (values.only !== 'cells') await measureFruits(openCv);
  if (values.only !== 'fruits') await measureCells(openCv);
  print(formatLoad());
}

void main();
