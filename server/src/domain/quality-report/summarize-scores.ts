import { QUALITY_MEASURES, type QualityDecision, type QualityEstimates, type QualityMeasure } from '@console/shared-contract/api';
import type { GoldScore, WeightedCounts } from '../quality/gold/read-scores';
import { findWeightedResult } from '../quality/score/decide-target';
import { createMeasureSums } from '../quality/score/interval';
import { computeImageF1, type Measure } from '../quality/score/score-image';

const MEASURE_OF: Readonly<Record<QualityMeasure, Measure>> = {
  image_f1: 'imageF1',
  precision: 'precision',
  recall: 'recall',
  f1: 'f1',
  iou: 'iou',
  label_accuracy: 'labelAccuracy',
  value_error: 'valueError',
  attribute_accuracy: 'attributeAccuracy',
};

interface QualityTarget {
  /** Null for a task without a target. */
  target: number | null;
  /** The largest weight of the gold-standard items of the task. */
  maxWeight: number;
}

/** Estimates all measures from images that are added one by one, and decides whether the quality reaches the target. */
export class ScoreSummary {
  private readonly sums = QUALITY_MEASURES.map((measure) => [measure, createMeasureSums(MEASURE_OF[measure])] as const);
  private readonly scores: { score: number; weight: number }[] = [];

  add(counts: WeightedCounts): void {
    for (const [, sums] of this.sums) sums.add(counts);
    this.scores.push({ score: computeImageF1(counts), weight: counts.weight });
  }

  estimate(): QualityEstimates {
    const estimates = this.sums.map(([measure, sums]) => [measure, sums.estimate()] as const);
    return { estimates: Object.fromEntries(estimates) as QualityEstimates['estimates'] };
  }

  /** Returns the estimates of all measures, and whether the mean F1 of the images reaches the target. */
  decide({ target, maxWeight }: QualityTarget): QualityEstimates & { decision: QualityDecision | null } {
    return { ...this.estimate(), decision: target === null ? null : findWeightedResult(this.scores, target, maxWeight) };
  }
}

type SummaryById = Map<string, ScoreSummary>;

/** The summaries of all scores, and of each user, job, label and week. */
interface ScoreSummaries {
  total: ScoreSummary;
  users: SummaryById;
  jobs: SummaryById;
  /** The key is the label of the gold annotation, or of an extra shape. */
  labels: SummaryById;
  /** The key is the Monday of the week. */
  weeks: SummaryById;
}

/** Summarizes scores in one pass, because a report has tens of thousands of them. */
export function summarizeScores(scores: readonly GoldScore[]): ScoreSummaries {
  const totalSummary = new ScoreSummary();
  const groups = { users: new Map(), jobs: new Map(), labels: new Map(), weeks: new Map() } satisfies Record<string, SummaryById>;
  const addToGroup = (group: SummaryById, id: string, counts: WeightedCounts) => {
    let summary = group.get(id);
    if (!summary) group.set(id, (summary = new ScoreSummary()));
    summary.add(counts);
  };
  const mondayByDay = new Map<string, string>();
  for (const { user, job, scored, counts, labelCounts } of scores) {
    totalSummary.add(counts);
    addToGroup(groups.users, user, counts);
    addToGroup(groups.jobs, job, counts);
    const day = scored.slice(0, 10);
    let monday = mondayByDay.get(day);
    if (!monday) mondayByDay.set(day, (monday = getMonday(day)));
    addToGroup(groups.weeks, monday, counts);
    for (const label in labelCounts) addToGroup(groups.labels, label, labelCounts[label]!);
  }
  return { total: totalSummary, ...groups };
}

const DAY_MS = 86_400_000;
/** Returns the Monday of the week of a UTC day, as YYYY-MM-DD. */
function getMonday(day: string): string {
  const date = new Date(day);
  const daysSinceMonday = (date.getUTCDay() + 6) % 7;
  return new Date(date.getTime() - daysSinceMonday * DAY_MS).toISOString().slice(0, 10);
}
