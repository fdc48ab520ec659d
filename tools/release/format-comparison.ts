import type { Comparison, Measure } from '../../server/src/operations/releases';

const MEASURE_LABELS = { ready: 'ready', failed: 'failed', p75: 'p75 until ready' } satisfies Record<Measure['name'], string>;

/**
 * Formats the comparison of a canary release with the active version as text: each measure with its interval, and the decision.
 */
export function formatComparison({ visits, measures, decision, reason }: Comparison): string[] {
  const formatVersion = (name: Measure['name'], { value, low, high }: Measure['canary']) => {
    const [factor, digits, unit] = name === 'p75' ? [1, 0, 'ms'] : [100, 1, '%'];
    const [text, from, to] = [value, low, high].map((number) => (factor * number).toFixed(digits));
    return `${text} ${unit} (${from} to ${to})`;
  };
  const rows = [
    ['', 'canary', 'active', 'canary is'],
    ['visits', String(visits.canary), String(visits.active), ''],
    ...measures.map(({ name, canary, active, finding }) => [
      MEASURE_LABELS[name],
      formatVersion(name, canary),
      formatVersion(name, active),
      finding === 'equal' ? 'not worse' : finding,
    ]),
  ];
  const lines = rows.map((cells) =>
    cells
      .map((cell, index) => (index < 3 ? cell.padEnd(index === 0 ? 17 : 27) : cell))
      .join('')
      .trimEnd(),
  );
  return [...lines, '', `Decision: ${decision}, because ${reason}.`];
}
