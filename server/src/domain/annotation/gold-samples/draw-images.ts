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
  const isRarer = (labelId: string, otherLabel: string): boolean => {
    const [count = 0, otherCount = 0] = [counts.get(labelId), counts.get(otherLabel)];
    return count < otherCount || (count === otherCount && labelId < otherLabel);
  };
  const strata = new Map<string, string[]>();
  for (const { id, labels } of images) {
    const rarestLabel = labels.reduce((best, label) => (best === UNLABELLED || isRarer(label, best) ? label : best), UNLABELLED);
    const stratum = strata.get(rarestLabel);
    if (stratum) stratum.push(id);
    else strata.set(rarestLabel, [id]);
  }
  return [...strata.values()];
}

/**
 * Draws the same number of random images from each stratum. If a stratum is too small, draws more from the larger ones. The result is in no
 * particular order. `count` must be at least the number of strata, so that each image can be drawn.
 */
export function drawImages(strata: readonly (readonly string[])[], count: number): DrawnImage[] {
  const strataBySize = [...strata].sort((a, b) => a.length - b.length);
  const drawnImages: DrawnImage[] = [];
  for (const [index, stratum] of strataBySize.entries()) {
    const sampleSize = Math.min(stratum.length, Math.floor((count - drawnImages.length) / (strataBySize.length - index)));
    for (const id of shuffleItems(stratum).slice(0, sampleSize)) drawnImages.push({ id, weight: stratum.length / sampleSize });
  }
  return shuffleItems(drawnImages);
}

function shuffleItems<Item>(items: readonly Item[]): Item[] {
  const shuffled = [...items];
  for (let lastIndex = shuffled.length - 1; lastIndex > 0; lastIndex--) {
    const otherIndex = randomInt(lastIndex + 1);
    [shuffled[lastIndex], shuffled[otherIndex]] = [shuffled[otherIndex]!, shuffled[lastIndex]!];
  }
  return shuffled;
}
