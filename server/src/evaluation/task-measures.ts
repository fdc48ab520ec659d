import type { EvaluationMeasures } from '@console/shared-contract/api';
import { share } from './measures';
import type { Decision } from './decisions';

type Measures = Pick<EvaluationMeasures, 'labels' | 'cells'>;

interface Counts {
  count: number;
  said: number;
  right: number;
  distance: number;
}

/** Adds decisions up: by label, and by what was taken for what. */
export class Tally {
  private readonly counts = new Map<string, Counts>();
  private readonly cells = new Map<string, Measures['cells'][number]>();

  add(decisions: readonly Decision[]): void {
    for (const decision of decisions) {
      const { truth, said, sureness, truthValue } = decision;
      if (truth !== null) {
        const counts = this.of(truth);
        counts.count += 1;
        if (truth === said) counts.right += 1;
        if (truthValue !== null) counts.distance += sureness;
      }
      if (said !== null) this.of(said).said += 1;
      const key = `${truth ?? ''} ${said ?? ''}`;
      const cell = this.cells.get(key) ?? { truth, said, count: 0 };
      cell.count += 1;
      this.cells.set(key, cell);
    }
  }

  private of(label: string): Counts {
    const counts = this.counts.get(label) ?? { count: 0, said: 0, right: 0, distance: 0 };
    this.counts.set(label, counts);
    return counts;
  }

  /** A task of values has no matrix, and neither precision nor recall: its values are more or less off. */
  measures(labels: readonly { id: string; name: string }[], isOfValues: boolean): Measures {
    return {
      labels: labels.map(({ id, name }) => {
        const { count, said, right, distance } = this.of(id);
        const shares = { precision: share(right, said), recall: share(right, count) };
        const ofValues = { precision: null, recall: null };
        return {
          id,
          name,
          ...(isOfValues ? ofValues : shares),
          error: isOfValues ? share(distance, count) : null,
          count,
          said,
          right,
        };
      }),
      cells: isOfValues ? [] : [...this.cells.values()].sort((a, b) => b.count - a.count),
    };
  }

  /** Over all labels together. */
  get total(): { precision: number | null; recall: number | null } {
    let [count, said, right] = [0, 0, 0];
    for (const each of this.counts.values()) [count, said, right] = [count + each.count, said + each.said, right + each.right];
    return { precision: share(right, said), recall: share(right, count) };
  }
}

/** Of one picture, for the measures that go by whole pictures. */
export function judgedOf(decisions: readonly Decision[]): { truth: Set<string>; predicted: Set<string> } {
  return {
    truth: new Set(decisions.flatMap(({ truth }) => truth ?? [])),
    predicted: new Set(decisions.flatMap(({ said }) => said ?? [])),
  };
}
