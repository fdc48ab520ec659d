import type { EvaluationMeasures } from '@console/shared-contract/api';
import { divideCounts } from './metrics';
import type { Decision } from './decisions';

type TaskMetrics = Pick<EvaluationMeasures, 'labels' | 'cells'>;

/** Numbers of annotations, predictions and correct predictions of one label. */
interface LabelCounts {
  count: number;
  predicted: number;
  correct: number;
  /** Sum of the distances between annotated and predicted values. */
  distance: number;
}

/** Counts decisions (comparisons of an annotation with a prediction) by label and by cell of the confusion matrix. */
export class DecisionTally {
  private readonly counts = new Map<string, LabelCounts>();
  private readonly cells = new Map<string, TaskMetrics['cells'][number]>();

  add(decisions: readonly Decision[]): void {
    for (const decision of decisions) {
      const { truth, said: predictedLabel, sureness, truthValue } = decision;
      if (truth !== null) {
        const counts = this.getCounts(truth);
        counts.count += 1;
        if (truth === predictedLabel) counts.correct += 1;
        if (truthValue !== null) counts.distance += sureness;
      }
      if (predictedLabel !== null) this.getCounts(predictedLabel).predicted += 1;
      const key = `${truth ?? ''} ${predictedLabel ?? ''}`;
      const cell = this.cells.get(key) ?? { truth, said: predictedLabel, count: 0 };
      cell.count += 1;
      this.cells.set(key, cell);
    }
  }

  private getCounts(labelId: string): LabelCounts {
    const counts = this.counts.get(labelId) ?? { count: 0, predicted: 0, correct: 0, distance: 0 };
    this.counts.set(labelId, counts);
    return counts;
  }

  /** Computes the metrics. A task of values has mean distances instead of precision, recall and a confusion matrix. */
  computeMetrics(labels: readonly { id: string; name: string }[], isRegression: boolean): TaskMetrics {
    return {
      labels: labels.map(({ id, name }) => {
        const { count, predicted, correct, distance } = this.getCounts(id);
        const rates = { precision: divideCounts(correct, predicted), recall: divideCounts(correct, count) };
        const undefinedRates = { precision: null, recall: null };
        return {
          id,
          name,
          ...(isRegression ? undefinedRates : rates),
          error: isRegression ? divideCounts(distance, count) : null,
          count,
          said: predicted,
          right: correct,
        };
      }),
      cells: isRegression ? [] : [...this.cells.values()].sort((a, b) => b.count - a.count),
    };
  }

  /** Precision and recall over all labels together. */
  get total(): { precision: number | null; recall: number | null } {
    let [count, predicted, correct] = [0, 0, 0];
    for (const counts of this.counts.values()) {
      count += counts.count;
      predicted += counts.predicted;
      correct += counts.correct;
    }
    return { precision: divideCounts(correct, predicted), recall: divideCounts(correct, count) };
  }
}

/** Returns the true and predicted labels of one image, for metrics that compare complete images. */
export function toLabelComparison(decisions: readonly Decision[]): { truth: Set<string>; predicted: Set<string> } {
  return {
    truth: new Set(decisions.flatMap(({ truth }) => truth ?? [])),
    predicted: new Set(decisions.flatMap(({ said }) => said ?? [])),
  };
}
