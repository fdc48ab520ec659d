import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Example } from '../protocol/protocol';

/** Default location of the data sets, next to the project. The option `--data` overrides it. */
export const DEFAULT_DATA_FOLDER = resolve(__dirname, '../../../../../shared/data');

/** Boxes of red cells, white cells and platelets (BCCD): the first 100 images by name, and the last 20 as TEST. */
export function readBloodCells(data: string): Example[] | null {
  const [annotationsDir, imagesDir] = [join(data, 'bccd/Annotations'), join(data, 'bccd/JPEGImages')];
  if (!existsSync(annotationsDir)) return null;
  const names = readdirSync(annotationsDir).sort();
  return [...names.slice(0, 100), ...names.slice(-20)].map((name, index) => {
    const text = readFileSync(join(annotationsDir, name), 'utf8');
    const parseNumber = (xml: string, key: string) => Number(new RegExp(`<${key}>(\\d+)</${key}>`).exec(xml)?.[1]);
    const boxes = [...text.matchAll(/<object>([\s\S]*?)<\/object>/g)].map(([, xml = '']) => ({
      label: /<name>(.*?)<\/name>/.exec(xml)![1]!,
      box: [parseNumber(xml, 'xmin'), parseNumber(xml, 'ymin'), parseNumber(xml, 'xmax'), parseNumber(xml, 'ymax')] as const,
    }));
    return {
      id: name,
      file: join(imagesDir, name.replace(/xml$/, 'jpg')),
      width: parseNumber(text, 'width'),
      height: parseNumber(text, 'height'),
      isTest: index >= 100,
      labels: [],
      boxes,
      polygons: [],
    };
  });
}

interface CocoFile {
  images: { id: number; width: number; height: number; file_name: string }[];
  categories: { id: number; name: string }[];
  annotations: { image_id: number; category_id: number; segmentation: number[][] }[];
}

/** Polygons of dates, figs and hazelnuts. No image is marked as TEST. */
export function readFruits(data: string): Example[] | null {
  const file = join(data, 'fruits_nuts/annotations.json');
  if (!existsSync(file)) return null;
  const coco = JSON.parse(readFileSync(file, 'utf8')) as CocoFile;
  const names = new Map(coco.categories.map(({ id, name }) => [id, name]));
  return coco.images.map(({ id, width, height, file_name }) => ({
    id: String(id),
    file: join(data, 'fruits_nuts/images', file_name),
    width,
    height,
    isTest: false,
    labels: [],
    boxes: [],
    polygons: coco.annotations
      .filter(({ image_id }) => image_id === id)
      .map(({ category_id, segmentation }) => ({ label: names.get(category_id)!, points: segmentation[0]! })),
  }));
}
