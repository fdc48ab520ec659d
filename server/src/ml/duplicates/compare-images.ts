import { computeDotProduct, matchGreyLevels, standardize } from './correlation';
import { COMPLETE, extractDetail, resample, type GreyImage, type Interval, type Rectangle } from './resample';

/** Minimum score of duplicates. It separates copies from other images of the same kind (ADR 0058). */
const DUPLICATE_SCORE = 0.98;
/**
 * Minimum score of copies that are brighter than the original and have large white areas. White areas lose details, so the score is
 * lower.
 */
const WHITE_COPY_SCORE = 0.955;
/** Minimum grey level of a white pixel, 0 to 255, and minimum ratio of white pixels in a copy with white areas. */
const MIN_WHITE_LEVEL = 249;
const MIN_WHITE_RATIO = 0.1;
/** Minimum ratio of the mean grey levels of a brighter copy and its original, without and with white areas. */
const MIN_BRIGHTENING = 1.15;
const MIN_BRIGHTENING_WITH_WHITE = 1.02;

/** Resolutions of the comparison: side of the images in pixels, and radius of the neighbourhood whose mean is subtracted. */
const COARSE = { side: 16, radius: 3 };
const FINE = { side: 32, radius: 3 };
/** Minimum scores at which the comparison of two images continues: before and after the coarse alignment, and in the first fine steps. */
const MIN_COARSE_SCORE = 0.6;
const MIN_ALIGNED_SCORE = 0.68;
const MIN_FINE_SCORE = 0.9;
/** A brighter copy has at least this score before grey levels are matched. */
const MIN_UNMATCHED_SCORE = 0.6;

/** Intervals from which the search for a crop starts. */
const CROP_INTERVALS: readonly Interval[] = [
  [0, 1],
  [0, 0.9],
  [0.1, 1],
  [0.05, 0.95],
  [0.1, 0.9],
];
const CROPS: readonly Rectangle[] = CROP_INTERVALS.flatMap((x) => CROP_INTERVALS.map((y) => ({ x, y })));
/** Minimum length of a searched interval. Copies may lack slightly more than a tenth on each side. */
const MIN_CROP_LENGTH = 0.72;
/** Maximum number of alignments that are refined. */
const MAX_ALIGNMENTS = 3;

/** A greyscale thumbnail with derived images, which are computed once for all comparisons. Takes about 40 kB. */
export interface ComparableImage {
  complete: GreyImage;
  fine: GreyImage & { values: Float32Array };
  /** The standardized detail of the image at the fine resolution (see `extractDetail`). */
  fineDetail: Float32Array;
  /** The standardized detail at the coarse resolution for each crop. The first crop is the complete image. */
  crops: Float32Array[];
  /** The standardized detail of the mirrored image at the coarse resolution. */
  mirrored: Float32Array;
}

/** Prepares a stored thumbnail for comparisons. */
export function prepareImage(thumbnail: Uint8Array): ComparableImage {
  const completeImage = { side: Math.sqrt(thumbnail.length), values: thumbnail };
  const fineImage = { side: FINE.side, values: resample(completeImage, COMPLETE, FINE.side) };
  return {
    complete: completeImage,
    fine: fineImage,
    fineDetail: extractFineDetail(fineImage.values),
    crops: CROPS.map((crop) => extractCropDetail(fineImage, crop, COARSE)),
    mirrored: extractCropDetail(fineImage, COMPLETE, COARSE, true),
  };
}

function extractCropDetail(image: GreyImage, crop: Rectangle, { side, radius }: typeof COARSE, isMirrored = false): Float32Array {
  return standardize(extractDetail(resample(image, crop, side, isMirrored), side, radius));
}

const extractFineDetail = (values: Float32Array) => standardize(extractDetail(values, FINE.side, FINE.radius));

/** A way in which one image may be a copy of the other: a crop of `source`, possibly mirrored, shows the same as `target`. */
export interface Alignment {
  source: ComparableImage;
  target: ComparableImage;
  crop: Rectangle;
  isMirrored: boolean;
  score: number;
}

/** Compares two images roughly. Returns the best alignments, best first; empty if the images are too different. */
export function findAlignments(a: ComparableImage, b: ComparableImage): Alignment[] {
  const alignments: Alignment[] = [];
  for (const [source, target] of [
    [a, b],
    [b, a],
  ] as const) {
    for (const [index, crop] of CROPS.entries()) {
      if (index === 0 && source === b) continue;
      const [original, mirrored] = [target.crops[0]!, target.mirrored].map((other) =>
        computeDotProduct(source.crops[index]!, other),
      );
      alignments.push({ source, target, crop, isMirrored: false, score: original! });
      alignments.push({ source, target, crop, isMirrored: true, score: mirrored! });
    }
  }
  alignments.sort(compareByScore);
  return alignments[0]!.score < MIN_COARSE_SCORE ? [] : alignments.slice(0, MAX_ALIGNMENTS);
}

/**
 * Compares two images in detail. Returns the correlation between the details of one image and the aligned crop of the other, 0 to 1. Null
 * if neither is a copy of the other. Also finds mirrored copies and copies with another size, color or brightness.
 */
export function scoreDuplicate(alignments: readonly Alignment[]): number | null {
  const [bestAlignment] = alignments
    .map((startAlignment) => improveCrop(startAlignment, [0.04, 0.02], 'fine', COARSE, startAlignment.target.crops[0]!))
    .sort(compareByScore);
  if (!bestAlignment || bestAlignment.score < MIN_ALIGNED_SCORE) return null;
  const { fineDetail } = bestAlignment.target;
  const coarselyAligned = improveCrop(bestAlignment, [0.02, 0.01], 'complete', FINE, fineDetail);
  if (Math.max(coarselyAligned.score, compareBrightened(coarselyAligned).score) < MIN_FINE_SCORE) return null;
  const finelyAligned = improveCrop(coarselyAligned, [0.005, 0.0025], 'complete', FINE, fineDetail);
  if (finelyAligned.score >= DUPLICATE_SCORE) return finelyAligned.score;
  const { score, minScore } = compareBrightened(finelyAligned);
  return score >= minScore ? score : null;
}

const compareByScore = (a: Alignment, b: Alignment) => b.score - a.score;

/**
 * Computes the correlation after the grey levels of the darker image are matched to those of the brighter one. The score is 0 unless one
 * image is brighter, because matching also raises the score of different images.
 */
function compareBrightened({ source, target, crop, isMirrored, score }: Alignment): { score: number; minScore: number } {
  const croppedValues = resample(source.complete, crop, FINE.side, isMirrored);
  const otherValues = target.fine.values;
  const [darker, brighter] =
    computeMean(croppedValues) > computeMean(otherValues) ? [otherValues, croppedValues] : [croppedValues, otherValues];
  const hasWhite = measureWhite(brighter) >= MIN_WHITE_RATIO;
  const minScore = hasWhite ? WHITE_COPY_SCORE : DUPLICATE_SCORE;
  const minBrightening = hasWhite ? MIN_BRIGHTENING_WITH_WHITE : MIN_BRIGHTENING;
  if (score < MIN_UNMATCHED_SCORE || computeMean(brighter) < minBrightening * computeMean(darker)) return { score: 0, minScore };
  const matchedValues = matchGreyLevels(darker, brighter);
  return { score: computeDotProduct(extractFineDetail(matchedValues), extractFineDetail(brighter)), minScore };
}

const computeMean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The ratio of white pixels. */
const measureWhite = (values: Float32Array) =>
  values.reduce((count, value) => count + Number(value >= MIN_WHITE_LEVEL), 0) / values.length;

/** The changes that the search tries: directions in which the start and the end of an interval move. */
const INTERVAL_MOVES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
] as const;
const MAX_ROUNDS = 4;

/** Improves a crop in steps of decreasing size, as long as its score rises (hill climbing). */
function improveCrop(
  start: Alignment,
  steps: readonly number[],
  resolution: 'fine' | 'complete',
  scale: typeof COARSE,
  targetDetail: Float32Array,
): Alignment {
  const { source, isMirrored } = start;
  const computeScore = (crop: Rectangle) =>
    computeDotProduct(extractCropDetail(source[resolution], crop, scale, isMirrored), targetDetail);
  let best = { ...start, score: computeScore(start.crop) };
  for (const step of steps) {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { score: previousScore } = best;
      for (const axis of ['x', 'y'] as const) {
        for (const [moveStart, moveEnd] of INTERVAL_MOVES) {
          const [from, to] = best.crop[axis];
          const movedInterval: Interval = [from + moveStart * step, to + moveEnd * step];
          if (movedInterval[0] < 0 || movedInterval[1] > 1 || movedInterval[1] - movedInterval[0] < MIN_CROP_LENGTH) continue;
          const crop = { ...best.crop, [axis]: movedInterval };
          const score = computeScore(crop);
          if (score > best.score) best = { ...best, crop, score };
        }
      }
      if (best.score === previousScore) break;
    }
  }
  return best;
}
