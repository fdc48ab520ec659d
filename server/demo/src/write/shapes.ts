import { createWriteScope } from '@console/server/platform/access/scope';
import { createPoints } from '@console/server/domain/annotation/points/kind';
import { createObjects } from '@console/server/domain/detection/objects/kind';
import { createPolygons } from '@console/server/domain/segmentation/polygon-kind';
import { computeBoundingBox } from '@console/server/data-access/shapes/geometry';
import { clipBox, polygonData, type Outline } from '../drawing/geometry';
import type { Part } from '../drawing/drawing';
import type { Context } from './context';
import { later, type DemoImage } from './images';

/** A box that has its row. */
export interface DemoObject {
  id: string;
  image: DemoImage;
  part: Part;
}

function sizeOf({ stored }: DemoImage): [number, number] {
  return [stored.img_width, stored.img_height];
}

/** Whether somebody has drawn on the picture. */
export function isAnnotated(image: DemoImage): boolean {
  return image.picture.plan.progress !== 'untouched';
}

/** Boxes whatever has a detection label, in the geometry that it was drawn with. `labels` goes from a part's kind to the label's id. */
export async function insertObjects(
  context: Context,
  images: readonly DemoImage[],
  labels: ReadonlyMap<string, string>,
): Promise<DemoObject[]> {
  const drafts = images.filter(isAnnotated).flatMap((image) =>
    image.picture.parts.flatMap((part) => {
      const label = labels.get(part.kind);
      const data = clipBox(part.outline, ...sizeOf(image));
      return label && data ? [{ image, part, label, data }] : [];
    }),
  );
  // A person draws a box in some seconds. Images are days or seconds apart, so the order of the moments is made sure of.
  let last = 0;
  const objects = drafts.map(({ image, part, label, data }, index) => {
    last = Math.max(last + 1, later(context, image.created, 20 + index / 8).getTime());
    return {
      image: image.id,
      detection_label: label,
      data,
      created: new Date(Math.min(last, context.now.getTime())),
      createdBy: context.people[index % context.people.length] ?? null,
      meta_data: part.design && index % 9 === 0 ? { sku: part.design, facing: 'front' } : {},
    };
  });
  const ids = await createObjects(context.db, createWriteScope(context.workspaceId), objects);
  return drafts.flatMap(({ image, part }, index) => {
    const id = ids[index];
    return id === undefined ? [] : [{ id, image, part }];
  });
}

/** Polygons of the parts, and of the surfaces within them, that have a segmentation label. */
export async function insertPolygons(
  context: Context,
  images: readonly DemoImage[],
  labels: ReadonlyMap<string, string>,
): Promise<void> {
  const polygons = images.filter(isAnnotated).flatMap((image) =>
    image.picture.parts.flatMap((part) =>
      [part, ...(part.inner ?? [])].flatMap(({ kind, outline }, index) => {
        const label = labels.get(kind);
        const data = label && insideEnough(image, outline) ? polygonData(outline, ...sizeOf(image)) : [];
        if (!label || data.length < 6) return [];
        return [
          {
            image: image.id,
            segmentation_label: label,
            data,
            created: later(context, image.created, 60 + index),
            createdBy: context.people[0],
          },
        ];
      }),
    ),
  );
  await createPolygons(context.db, createWriteScope(context.workspaceId), polygons);
}

/** An outline of which only a sliver is seen is nothing that a person would trace. */
function insideEnough(image: DemoImage, outline: Outline): boolean {
  const box = clipBox(outline, ...sizeOf(image));
  const whole = computeBoundingBox(outline);
  return box !== null && (box[2] - box[0]) * (box[3] - box[1]) > 0.4 * (whole[2] - whole[0]) * (whole[3] - whole[1]);
}

/** The spots that parts name. */
export async function insertPoints(context: Context, images: readonly DemoImage[]): Promise<void> {
  const points = images.filter(isAnnotated).flatMap((image) => {
    const [width, height] = sizeOf(image);
    return image.picture.parts.flatMap(({ spot }, index) => {
      if (!spot || spot.x < 0 || spot.y < 0 || spot.x > width || spot.y > height) return [];
      return [
        {
          image: image.id,
          name: spot.name,
          data: [spot.x, spot.y],
          created: later(context, image.created, 70 + index / 10),
        },
      ];
    });
  });
  await createPoints(context.db, createWriteScope(context.workspaceId), points);
}
