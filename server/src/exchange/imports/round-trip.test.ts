import { computeEnclosingBox } from '@console/shared-contract/rotated-box';
import { computeMaskArea, encodeBitmap, encodeCounts } from '@console/shared-contract/mask-rle';
import { SHAPE_FLAGS, type AttributeDefinition, type ShapeAttributes } from '@console/shared-contract/shape-attributes';
import { computeSkeletonBounds, VISIBILITY } from '@console/shared-contract/skeleton';
import fc from 'fast-check';
import { computeBoundingBox, computeTwiceArea } from '../../data-access/shapes/geometry';
import type { ImageRecord } from '../../data-access/shape-kinds/image-record';
import { measureMask } from '../../data-access/shapes/mask-geometry';
import { MemoryFiles } from '../../testing/api/memory-files';
import { imageHead, parseImport } from '../../testing/api/parse-import';
import { createConsoleWriter } from '../exports/formats/console';
import { createCocoWriter } from '../exports/formats/coco';
import { createCsvWriter } from '../exports/formats/csv';
import { createCvatWriter } from '../exports/formats/cvat';
import { createDotaWriter } from '../exports/formats/dota';
import type { FormatWriter } from '../exports/formats/format';
import { createLabelmeWriter } from '../exports/formats/labelme';
import { createLabelStudioWriter } from '../exports/formats/labelstudio';
import { createVocWriter } from '../exports/formats/voc';
import { createYoloWriter } from '../exports/formats/yolo';
import { fitShape } from './items/fit-shape';
import type { ParsedShape } from '../readers/reader/reader';

const DEFINITIONS: AttributeDefinition[] = [
  { name: 'ripe', type: 'checkbox' },
  { name: 'seeds', type: 'number' },
  { name: 'note', type: 'text' },
];
const TEMPLATE = { points: ['head', 'left <foot>', 'right & "foot"'].map((name) => ({ name })), edges: [[0, 1]] };
const DETECTION = { id: 'd', name: 'Fig' };
const SEGMENTATION = { id: 's', name: 'Fig' };
const LABELS = [
  { of: 'detection' as const, ...DETECTION, attributes: DEFINITIONS, skeleton: TEMPLATE },
  { of: 'segmentation' as const, ...SEGMENTATION, attributes: DEFINITIONS },
];
const detectionLabels = [{ ...DETECTION, title: DETECTION.name, skeleton: TEMPLATE }];
const segmentationLabels = [{ ...SEGMENTATION, title: SEGMENTATION.name }];
const splits = ['all'] as const;

const attributes = fc.record<Record<string, boolean | number | string>>(
  {
    ...Object.fromEntries(SHAPE_FLAGS.map((flag) => [flag, fc.constant(true)])),
    ripe: fc.boolean(),
    seeds: fc.integer({ min: -3, max: 1000 }),
    note: fc.constantFrom('a', 'a & <b>', `"q" 'r'`, 'ä, ö; ü'),
  },
  { requiredKeys: [] },
);

/** Points have no label that declares the type of an attribute, so CVAT keeps only text and flags. */
const pointAttributes = attributes.map(({ ripe: _, seeds: __, ...others }) => others);

/** Generates images with shapes of all kinds, on whole pixels and half degrees. */
const arbitraryImage: fc.Arbitrary<ImageRecord> = fc
  .record({ width: fc.integer({ min: 12, max: 40 }), height: fc.integer({ min: 12, max: 40 }) })
  .chain(({ width, height }) => {
    const position = fc.tuple(fc.integer({ min: 0, max: width }), fc.integer({ min: 0, max: height }));
    const rectangle = fc
      .tuple(position, position)
      .map(([[ax, ay], [bx, by]]) => [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)])
      .filter(([x1 = 0, y1 = 0, x2 = 0, y2 = 0]) => x2 > x1 && y2 > y1);
    const shape = { image_id: 'i', created: new Date(0), version: 1, meta_data: {} };
    const box = fc.record({ data: rectangle, attributes });
    const rotatedBox = fc
      .tuple(position, fc.integer({ min: 4, max: 30 }), fc.integer({ min: 4, max: 30 }), fc.integer({ min: 1, max: 719 }))
      .map(([[x, y], w, h, angle]) => [x, y, w, h, angle / 2])
      .map((rotated) => ({ rotated, data: computeEnclosingBox(rotated, { width, height }) }));
    const polygon = fc
      .uniqueArray(position, { minLength: 3, maxLength: 5, selector: String })
      .map((corners) => corners.flat())
      .filter((data) => computeTwiceArea(data) > 0);
    const mask = fc
      .array(fc.constantFrom(0, 0, 1), { minLength: width * height, maxLength: width * height })
      .map((bitmap) => encodeBitmap(bitmap, [height, width]))
      .filter((runs) => computeMaskArea(runs) > 0)
      .map((runs) => ({ size: [height, width], counts: encodeCounts(runs) }));
    const skeleton = fc
      .array(fc.tuple(position, fc.constantFrom<number>(0, 1, 2)), { minLength: 3, maxLength: 3 })
      .filter((points) => points.some(([, visibility]) => visibility > VISIBILITY.absent))
      .map((points) =>
        points.flatMap(([[x, y], visibility]) => (visibility === VISIBILITY.absent ? [0, 0, 0] : [x, y, visibility])),
      );
    const atMostThree = { maxLength: 3 };
    return fc
      .record({
        boxes: fc.array(box, atMostThree),
        rotated: fc.array(fc.record({ rotatedBox, attributes }), atMostThree),
        polygons: fc.array(fc.record({ data: polygon, attributes }), atMostThree),
        masks: fc.array(fc.record({ data: mask, attributes }), { maxLength: 1 }),
        points: fc.array(
          fc.record({ data: position, name: fc.constantFrom('Tip', 'A & B'), attributes: pointAttributes }),
          atMostThree,
        ),
        skeletons: fc.array(fc.record({ data: skeleton, attributes }), atMostThree),
      })
      .map(({ boxes, rotated: rotatedBoxes, polygons, masks, points, skeletons }): ImageRecord => ({
        id: 'i',
        seq: 1,
        img_key: '',
        display_key: null,
        mask_key: null,
        content_type: 'image/jpeg',
        name: null,
        meta_data: {},
        img_width: width,
        img_height: height,
        content_hash: '',
        real: true,
        test_image: false,
        created: new Date(0),
        verifications: 0,
        verified_by: [],
        groups: [],
        jobs: [],
        products: [],
        labels: [],
        objects: [
          ...boxes.map((box) => ({ ...box, rotated_box: null })),
          ...rotatedBoxes.flatMap(({ rotatedBox: { rotated: rotated_box, data }, attributes: ownAttributes }) =>
            data ? [{ data, rotated_box, attributes: ownAttributes }] : [],
          ),
        ].map((each, index) => ({ ...shape, ...each, id: `o${index}`, detection_label: DETECTION, labels: [], groups: [] })),
        polygons: polygons.map((polygon) => ({
          ...shape,
          ...polygon,
          id: 'p',
          segmentation_label: SEGMENTATION,
          bbox: computeBoundingBox(polygon.data),
        })),
        masks: masks.map((mask) => ({ ...shape, ...mask, ...measureMask(mask.data), id: 'm', segmentation_label: SEGMENTATION })),
        points: points.map((point) => ({ ...shape, ...point, data: [...point.data], id: 't' })),
        skeletons: skeletons.map((skeleton) => ({
          ...shape,
          ...skeleton,
          id: 'k',
          detection_label: DETECTION,
          bbox: computeSkeletonBounds(skeleton.data) ?? [],
        })),
      }));
  });

type Kind = 'box' | 'polygon' | 'mask' | 'point' | 'skeleton';
interface Format {
  create: (files: MemoryFiles) => FormatWriter | Promise<FormatWriter>;
  kinds: readonly Kind[];
  /** Whether rotated boxes become the upright boxes around them. */
  isUpright?: boolean;
  /** Whether the reader recognizes upright boxes only if there is also a rotated box. */
  needsRotation?: boolean;
  /** Names of the attributes that the format can store. Default: all. */
  attributes?: readonly string[];
  /** Whether the format can only store that an attribute is true. */
  keepsOnlyTrueValues?: boolean;
}

const createCoco = (shapes: 'boxes' | 'polygons' | 'skeletons') => (files: MemoryFiles) =>
  createCocoWriter(files, { shapes, parts: splits, labels: shapes === 'polygons' ? segmentationLabels : detectionLabels });
const createYolo = (shapes: 'boxes' | 'rotated_boxes' | 'polygons' | 'skeletons') => (files: MemoryFiles) =>
  createYoloWriter(files, { shapes, parts: splits, labels: shapes === 'polygons' ? segmentationLabels : detectionLabels });
const createLabelStudio = (files: MemoryFiles) => createLabelStudioWriter(files, { parts: splits });
const LABEL_FIELDS = { type: null, min_value: null, max_value: null, step_value: null };
const FORMATS: [name: string, format: Format][] = [
  [
    'console',
    {
      create: (files) =>
        createConsoleWriter(files, {
          labels: LABELS.map((label) => ({ ...label, ...LABEL_FIELDS })),
          pictures: true,
          created: new Date(0),
        }),
      kinds: ['box', 'polygon', 'mask', 'point', 'skeleton'],
    },
  ],
  [
    'cvat',
    {
      create: (files) =>
        createCvatWriter(files, { labels: [{ name: DETECTION.name, attributes: DEFINITIONS, skeleton: TEMPLATE }] }),
      kinds: ['box', 'polygon', 'mask', 'point', 'skeleton'],
    },
  ],
  ['coco of boxes', { create: createCoco('boxes'), kinds: ['box'] }],
  ['coco of polygons', { create: createCoco('polygons'), kinds: ['polygon', 'mask'] }],
  ['coco of skeletons', { create: createCoco('skeletons'), kinds: ['skeleton'] }],
  ['yolo of boxes', { create: createYolo('boxes'), kinds: ['box'], isUpright: true, attributes: [] }],
  ['yolo of rotated boxes', { create: createYolo('rotated_boxes'), kinds: ['box'], needsRotation: true, attributes: [] }],
  ['yolo of skeletons', { create: createYolo('skeletons'), kinds: ['skeleton'], attributes: [] }],
  [
    'voc',
    {
      create: (files) => createVocWriter(files, { parts: splits, labels: detectionLabels, maskLabels: segmentationLabels }),
      kinds: ['box', 'mask'],
      isUpright: true,
      attributes: ['truncated', 'occluded', 'difficult'],
    },
  ],
  ['labelstudio', { create: createLabelStudio, kinds: ['box', 'polygon', 'mask', 'point'], attributes: [] }],
  ['labelme', { create: createLabelmeWriter, kinds: ['box', 'polygon', 'mask', 'point'], keepsOnlyTrueValues: true }],
  ['csv', { create: (files) => createCsvWriter(files), kinds: ['box'], isUpright: true }],
  [
    'dota',
    { create: (files) => createDotaWriter(files, { labels: detectionLabels }), kinds: ['box'], attributes: ['difficult'] },
  ],
];

interface NormalizedShape {
  kind: Kind;
  label: string;
  geometry: unknown;
  attributes: ShapeAttributes;
}

const round = (values: readonly number[]) => values.map((value) => Math.round(value * 100) / 100);
const toText = ({ attributes: ownAttributes, ...otherFields }: NormalizedShape) =>
  JSON.stringify([otherFields, Object.entries(ownAttributes).sort(([a], [b]) => (a < b ? -1 : 1))]);

function listShapes({ objects, polygons, masks, points, skeletons }: ImageRecord): NormalizedShape[] {
  return [
    ...objects.map(({ data, rotated_box, attributes: ownAttributes }) => ({
      kind: 'box' as const,
      label: DETECTION.name,
      geometry: rotated_box ? round(rotated_box) : data,
      attributes: ownAttributes,
    })),
    ...polygons.map(({ data, attributes: ownAttributes }) => ({
      kind: 'polygon' as const,
      label: SEGMENTATION.name,
      geometry: data,
      attributes: ownAttributes,
    })),
    ...masks.map(({ data, attributes: ownAttributes }) => ({
      kind: 'mask' as const,
      label: SEGMENTATION.name,
      geometry: data,
      attributes: ownAttributes,
    })),
    ...points.map(({ data, name, attributes: ownAttributes }) => ({
      kind: 'point' as const,
      label: name,
      geometry: data,
      attributes: ownAttributes,
    })),
    ...skeletons.map(({ data, attributes: ownAttributes }) => ({
      kind: 'skeleton' as const,
      label: DETECTION.name,
      geometry: data,
      attributes: ownAttributes,
    })),
  ];
}

/** Places an imported shape on its image. */
function toNormalized({ kind, ...shape }: ParsedShape, { img_width: width, img_height: height }: ImageRecord): NormalizedShape {
  const fittedShape = fitShape({ kind, ...shape }, { width, height, orientation: 1, declaredSize: { width, height } }, 'clamp');
  if ('skipped' in fittedShape || fittedShape.isClipped || kind === 'label')
    throw new Error(`${kind}: ${JSON.stringify(fittedShape)}`);
  const geometry = fittedShape.mask ?? (fittedShape.rotatedBox ? round(fittedShape.rotatedBox) : fittedShape.data);
  return { kind, label: shape.class, geometry, attributes: shape.attributes ?? {} };
}

async function roundTrip({ create }: Format, images: readonly ImageRecord[]) {
  const files = new MemoryFiles();
  const writer = await create(files);
  for (const [index, image] of images.entries()) {
    const exportedImage = { image, split: 'all' as const, fileName: `${index}.jpg` };
    await writer.image(exportedImage);
    for (const path of writer.getImagePaths(exportedImage)) files.files[path] = imageHead;
  }
  await writer.end();
  const { shapes } = await parseImport(files.listFiles());
  return { omitted: writer.omitted, shapes };
}

const DESCRIPTIONS = { box: 'boxes', polygon: 'polygons', mask: 'masks', point: 'points', skeleton: 'skeletons' };

it.each(FORMATS)('%s keeps all shapes, and its README counts the data that it cannot represent', async (_, format) => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryImage, { minLength: 1, maxLength: 6 }), async (images) => {
      const rotations = images.flatMap(({ objects }) => objects.filter(({ rotated_box }) => rotated_box)).length;
      fc.pre(!format.needsRotation || rotations > 0);
      const originalShapes = images.flatMap((expectedImage, index) =>
        listShapes(expectedImage).map((shape) => ({ ...shape, index, image: expectedImage })),
      );
      const representedShapes = originalShapes.filter(({ kind }) => format.kinds.includes(kind));
      const keepsAttribute = (kind: Kind, [name, value]: [string, unknown]) =>
        format.keepsOnlyTrueValues ? value === true : !format.attributes || (kind !== 'mask' && format.attributes.includes(name));
      const expectedShapes = representedShapes.map(
        ({ kind, label, geometry, attributes: ownAttributes, index, image: { objects } }) => {
          const isRotated = format.isUpright && kind === 'box' && Array.isArray(geometry) && geometry.length === 5;
          const box = isRotated
            ? objects.find(({ rotated_box }) => rotated_box && String(round(rotated_box)) === String(geometry))
            : null;
          const storedAttributes = Object.fromEntries(
            Object.entries(ownAttributes).filter((entry) => keepsAttribute(kind, entry)),
          );
          return `${index} ${toText({ kind, label, geometry: box?.data ?? geometry, attributes: storedAttributes })}`;
        },
      );
      const { omitted, shapes } = await roundTrip(format, images);
      const importedShapes = shapes.map(({ path, shape }) => {
        const index = Number(/(\d+)\.jpg$/.exec(path)?.[1]);
        return `${index} ${toText(toNormalized(shape, images[index]!))}`;
      });
      expect(importedShapes.sort()).toEqual(expectedShapes.sort());
      for (const [kind, description] of Object.entries(DESCRIPTIONS))
        expect(omitted.get(description) ?? 0).toBe(
          format.kinds.some((supportedKind) => supportedKind === kind)
            ? 0
            : originalShapes.filter((shape) => shape.kind === kind).length,
        );
      const lostAttributes = representedShapes.flatMap(({ kind, attributes: ownAttributes }) =>
        Object.entries(ownAttributes).filter((entry) => !keepsAttribute(kind, entry)),
      );
      expect(omitted.get('attributes of shapes') ?? 0).toBe(lostAttributes.length);
      expect([...omitted].find(([description]) => description.startsWith('angles'))?.[1] ?? 0).toBe(
        format.isUpright ? rotations : 0,
      );
    }),
    { numRuns: 4 },
  );
});

it('yolo of polygons keeps polygons', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryImage, async (generatedImage) => {
      const polygons = generatedImage.polygons.map(({ data: corners }) => String(corners));
      const { shapes, omitted } = await roundTrip({ create: createYolo('polygons'), kinds: ['polygon'] }, [
        { ...generatedImage, masks: [] },
      ]);
      expect(shapes.map(({ shape }) => String(toNormalized(shape, generatedImage).geometry)).sort()).toEqual(polygons.sort());
      expect(omitted.get('attributes of shapes') ?? 0).toBe(
        generatedImage.polygons.flatMap(({ attributes: ownAttributes }) => Object.keys(ownAttributes)).length,
      );
    }),
    { numRuns: 4 },
  );
});
