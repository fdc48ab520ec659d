import { computeAveragePrecision, computeMean, type Detection, type GroundTruth } from '@console/learner/average-precision';
import type { SkeletonPrecision } from '@console/shared-contract/api';
import { hasFlag, isIgnoredInEvaluation } from '@console/shared-contract/shape-attributes';
import type { SkeletonTemplate } from '@console/shared-contract/skeleton';
import { OKS_THRESHOLDS } from '../../data-access/shape-similarity/keypoint-similarity';
import type { AnnotatedShape, PredictedShape } from '../../ml/prediction-runs/disagreement';
import { createOverlapFunction } from './shape-overlap';
import type { ComparedShapes } from './stored-evaluation';

/** COCO's keypoint evaluation uses the 20 detections per image with the highest scores (cocoeval.py: `setKpParams`). */
const MAX_DETECTIONS_PER_IMAGE = 20;

/** Collects the skeletons of images, to compute their average precision as in COCO's keypoint evaluation. */
export class SkeletonTally {
  private readonly detections: Detection<AnnotatedShape | PredictedShape>[] = [];
  private readonly truths: GroundTruth<AnnotatedShape | PredictedShape>[] = [];

  constructor(private readonly templates: ReadonlyMap<string, SkeletonTemplate>) {}

  add(imageId: string, { shapes, predictions }: ComparedShapes): void {
    for (const shape of shapes) {
      const { label, skeleton, attributes } = shape;
      const exclusions = { isIgnored: isIgnoredInEvaluation(attributes), isCrowd: hasFlag(attributes, 'crowd') };
      if (skeleton) this.truths.push({ image: imageId, label, shape, ...exclusions });
    }
    for (const shape of predictions)
      if (this.templates.has(shape.id)) this.detections.push({ image: imageId, label: shape.id, shape, score: shape.prob });
  }

  /** Computes the average precision of a label. Returns undefined if its skeletons were not compared. */
  compute(labelId: string): SkeletonPrecision | undefined {
    if (!this.templates.has(labelId)) return undefined;
    const computeOverlap = createOverlapFunction(this.templates);
    const [detections, truths] = [
      this.detections.filter((detection) => detection.label === labelId),
      this.truths.filter((truth) => truth.label === labelId),
    ];
    const precisionByThreshold = OKS_THRESHOLDS.map((threshold) =>
      computeAveragePrecision(
        detections,
        truths,
        (detection, truth) => computeOverlap(detection as PredictedShape, truth as AnnotatedShape),
        threshold,
        MAX_DETECTIONS_PER_IMAGE,
      ),
    );
    return {
      ap: computeMean(precisionByThreshold),
      ap50: precisionByThreshold[OKS_THRESHOLDS.indexOf(0.5)] ?? null,
      ap75: precisionByThreshold[OKS_THRESHOLDS.indexOf(0.75)] ?? null,
    };
  }
}
