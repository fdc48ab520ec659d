import { randomInt } from 'node:crypto';

/** An image with its labels, or a group of images. The only label of a group is its type. */
export interface LabelledImage {
  id: string;
  /** Ids of the labels of the task on the image. */
  labels: readonly string[];
}

interface DrawnImage {
  id: string;
  /** 1 / probability with which the image is drawn. */
  weight: number;
}

/** The key of the stratum of images without labels. */
const UNLABELLED = '';

/** Divides images into strata by their rarest label. Without labels, all images are in one stratum. */
export function divideByLabel(images: readonly LabelledImage[]): string[][] {
  const counts = new Map<string, number>();
  for (const { labels } of images) for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const isRarer = (label: string, other: string): boolean => {
    const [count = 0, otherCount = 0] = [counts.get(label), counts.get(other)];
    return count < otherCount || (count === otherCount && label < other);
  };
  const strata = new Map<string, string[]>();
  for (const { id, labels } of images) {
    const rarest = labels.reduce((best, label) => (best === UNLABELLED || isRarer(label, best) ? label : best), UNLABELLED);
    const stratum = strata.get(rarest);
    if (stratum) stratum.push(id);
    else strata.set(rarest, [id]);
  }
  return [...strata.values()];
}

/**
 * Draws the same number of random images from each stratum. If a stratum is too small, draws more from the larger ones. The result is in no
 * particular order. `count` must be at least the number of strata, so that each image can be drawn.
 */
export function drawImages(strata: readonly (readonly string[])[], count: number): DrawnImage[] {
  const ascending = [...strata].sort((a, b) => a.length - b.length);
  const drawnImages: DrawnImage[] = [];
  for (const [index, stratum] of ascending.entries()) {
    const sampleSize = Math.min(stratum.length, Math.floor((count - drawnImages.length) / (ascending.length - index)));
    for (const id of shuffle(stratum).slice(0, sampleSize)) drawnImages.push({ id, weight: stratum.length / sampleSize });
  }
  return shuffle(drawnImages);
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return shuffled;
}
