import { decodeBitmap, decodeCounts } from '@console/shared-contract/mask-rle';
import { toMaskSize } from '../../../data-access/shapes/mask-geometry';
import { getVocColor } from '../../../data-access/shapes/voc-colors';
import type { ImageRecord } from '../../../data-access/shape-kinds/image-record';
import type { ExportedLabel, ExportFileWriter, OmittedCounts } from './format';
import type { Split } from './splits';
import { encodePalettePng } from './palette-png';

/** Largest number of a mask: 0 is the background and 255 the outline, which VOC calls void. */
const MAX_CLASS_NUMBER = 254;
const VOID_NUMBER = 255;

const PALETTE = Buffer.alloc(256 * 3);
for (let number = 0; number < 256; number++) PALETTE.writeUIntBE(getVocColor(number), number * 3, 3);

interface MaskContext {
  labels: readonly ExportedLabel[];
  parts: readonly Split[];
  getImageSet: (split: Split) => string;
  omitted: OmittedCounts;
}

/**
 * Writes the masks of images as PNG files with the palette of Pascal VOC: in SegmentationClass, the number of a pixel identifies a class;
 * in SegmentationObject, it identifies a mask. `labelmap.txt` names the classes. Number 0 is background. Later masks cover earlier ones.
 */
export class VocMaskWriter {
  private readonly numbers: ReadonlyMap<string, number>;
  private hasMasks = false;

  constructor(
    private readonly files: ExportFileWriter,
    private readonly context: MaskContext,
  ) {
    this.numbers = new Map(context.labels.map(({ id }, index) => [id, index + 1]));
  }

  async add({ img_width: width, img_height: height, masks }: ImageRecord, split: Split, stem: string): Promise<void> {
    const { omitted: omittedCounts, getImageSet } = this.context;
    const maskEntries = masks
      .map((mask) => ({ ...mask, number: this.numbers.get(mask.segmentation_label.id) ?? 0 }))
      .filter(({ number }, index) => number > 0 && number <= MAX_CLASS_NUMBER && index < MAX_CLASS_NUMBER);
    omittedCounts.add('masks beyond 254 labels, or 254 masks of an image', masks.length - maskEntries.length);
    if (maskEntries.length === 0) return;
    this.hasMasks = true;
    const [classes, objects] = [new Uint8Array(width * height), new Uint8Array(width * height)];
    let coveredCount = 0;
    for (const [index, { data, number }] of maskEntries.entries())
      decodeBitmap(decodeCounts(data.counts), toMaskSize(data.size)).forEach((value, pixel) => {
        if (value === 0) return;
        if (objects[pixel] !== 0) coveredCount += 1;
        classes[pixel] = number;
        objects[pixel] = index + 1;
      });
    omittedCounts.add('pixels of masks that a later mask of the image covers', coveredCount);
    await this.files.add(`SegmentationClass/${stem}.png`, encodePalettePng(classes, { width, height }, PALETTE));
    await this.files.add(`SegmentationObject/${stem}.png`, encodePalettePng(objects, { width, height }, PALETTE));
    await this.files.append(toListPath(getImageSet(split)), `${stem}\n`);
  }

  /** Writes the names of the classes and the lists of images with masks. */
  async end(): Promise<void> {
    if (!this.hasMasks) return;
    const { labels, parts: splits, getImageSet } = this.context;
    const toLine = (name: string, number: number) => `${name}:${[...PALETTE.subarray(number * 3, number * 3 + 3)].join(',')}::\n`;
    const lines = labels.slice(0, MAX_CLASS_NUMBER).map(({ title }, index) => toLine(title.replaceAll(':', ' '), index + 1));
    const text = ['# label:color_rgb:parts:actions\n', toLine('background', 0), ...lines, toLine('ignored', VOID_NUMBER)].join(
      '',
    );
    await this.files.add('labelmap.txt', text);
    for (const split of splits) await this.files.append(toListPath(getImageSet(split)), '');
  }
}

const toListPath = (imageSet: string) => `ImageSets/Segmentation/${imageSet}.txt`;
