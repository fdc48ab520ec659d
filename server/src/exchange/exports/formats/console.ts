import { CONSOLE_LINES_VERSION, type ConsoleLine, type DeclaredFact } from '@console/shared-contract/api';
import type { ShapeAttributes } from '@console/shared-contract/shape-attributes';
import { OmittedCounts, type FormatWriter, type ExportFileWriter } from './format';

export type GroupOrJobLine = Extract<ConsoleLine, { group: unknown } | { job: unknown }>;
type LabelRow = Extract<ConsoleLine, { label: unknown }>['label'];

const FILE_NAME = 'console.jsonl';

interface ConsoleWriter extends FormatWriter {
  writeGroupOrJob: (line: GroupOrJobLine) => Promise<void>;
  /** Sets the provenance facts that imported files declared about the images and shapes that are written next, by their ids. */
  setDeclared: (facts: ReadonlyMap<string, DeclaredFact[]>) => void;
}

/** Writes the console format, which omits nothing. Its schema is `ConsoleLine` in the contract. */
export async function createConsoleWriter(
  { append }: ExportFileWriter,
  { labels, pictures, created: createdTime }: { labels: readonly LabelRow[]; pictures: boolean; created: Date },
): Promise<ConsoleWriter> {
  const write = (line: ConsoleLine) => append(FILE_NAME, `${JSON.stringify(line)}\n`);
  await write({ annotation_console: CONSOLE_LINES_VERSION, created: createdTime.toISOString() });
  for (const label of labels) await write({ label });
  const toPath = (fileName: string) => `images/${fileName}`;
  let declaredFacts: ReadonlyMap<string, DeclaredFact[]> = new Map();
  const toDeclaredField = (id: string) => (declaredFacts.has(id) ? { declared: declaredFacts.get(id) } : {});

  const toAttributesField = (attributes: ShapeAttributes) =>
    Object.keys(attributes).length > 0 ? { attributes: { ...attributes } } : {};

  return {
    omitted: new OmittedCounts(),
    writeGroupOrJob: write,
    setDeclared: (facts) => {
      declaredFacts = facts;
    },
    image: ({ image, split, fileName }) =>
      write({
        image: {
          id: image.id,
          file: pictures ? toPath(fileName) : null,
          content_hash: image.content_hash,
          width: image.img_width,
          height: image.img_height,
          part: split,
          test: image.test_image,
          real: image.real,
          created: image.created.toISOString(),
          name: image.name,
          meta_data: image.meta_data,
          verified_by: image.verified_by,
          ...toDeclaredField(image.id),
          labels: image.labels.map(({ id, value }) => ({ id, value })),
          objects: image.objects.map(
            ({ id, data, rotated_box, detection_label, meta_data, attributes, labels: objectLabels, groups }) => ({
              id,
              label: detection_label.id,
              data,
              ...(rotated_box && { rotated_box }),
              meta_data,
              ...toAttributesField(attributes),
              labels: objectLabels.map((label) => ({ id: label.id, value: label.value })),
              ...(groups.length > 0 && { groups }),
              ...toDeclaredField(id),
            }),
          ),
          polygons: image.polygons.map(({ id, data, segmentation_label, meta_data, attributes }) => ({
            id,
            label: segmentation_label.id,
            data,
            meta_data,
            ...toAttributesField(attributes),
            ...toDeclaredField(id),
          })),
          ...(image.masks.length > 0 && {
            masks: image.masks.map(({ id, data, segmentation_label, meta_data, attributes }) => ({
              id,
              label: segmentation_label.id,
              data,
              meta_data,
              ...toAttributesField(attributes),
              ...toDeclaredField(id),
            })),
          }),
          points: image.points.map(({ id, data, name, attributes }) => ({
            id,
            data,
            name,
            ...toAttributesField(attributes),
            ...toDeclaredField(id),
          })),
          ...(image.skeletons.length > 0 && {
            skeletons: image.skeletons.map(({ id, data, detection_label, meta_data, attributes }) => ({
              id,
              label: detection_label.id,
              data,
              meta_data,
              ...toAttributesField(attributes),
              ...toDeclaredField(id),
            })),
          }),
          groups: image.groups,
          jobs: image.jobs,
          products: image.products,
        },
      }),
    end: async () => undefined,
    getImagePaths: ({ fileName }) => [toPath(fileName)],
  };
}
