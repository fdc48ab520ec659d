import type { LearningCurve, ModelDomain } from '@console/shared-contract/api';
import { formatScore } from '@console/shared-ui/format';
import type { TaskModel } from '../models.queries';
import { uploadMessages } from '../upload/upload-messages';
import { cardMessages as messages } from './card-messages';

export interface CardContent {
  domain: ModelDomain;
  task: { id: string; name: string };
  model: TaskModel;
  number: number;
  /** The name of the model in messages. */
  name: string;
  /** How the model was calibrated, null if it was not. */
  calibration: string | null;
  /** Label names by id. */
  labels: ReadonlyMap<string, string>;
}

type EvaluatedModel = LearningCurve['points'][number];

/** Creates the card of a model as Markdown. `evaluatedModel` is its newest evaluation, null if it was not evaluated. */
export function createModelCard(
  { domain, task, model, name, calibration, labels }: CardContent,
  evaluatedModel: EvaluatedModel | null,
): string {
  const { uploaded } = model;
  return [
    `# ${messages.title(escapeText(task.name), escapeText(name))}`,
    createTable([
      ['', ''],
      [messages.facts.task, task.name],
      [messages.facts.kind, messages.kinds[domain]],
      [messages.facts.created, model.finished ?? model.created],
      [messages.facts.creator, model.started_by?.username ?? messages.unknown],
      [messages.facts.license, uploaded ? uploaded.licence || messages.unknown : messages.trained],
      ...(uploaded ? [[messages.facts.input, `${uploaded.width} x ${uploaded.height}`]] : []),
      ...(uploaded?.thresholds ? [[messages.facts.thresholds, uploadMessages.formatThresholds(uploaded, labels)]] : []),
    ]),
    `## ${messages.labels}`,
    [...labels]
      .map(([id, name]) => `- ${escapeText(uploaded ? `${name}: ${messages.classes(uploaded, id) || '—'}` : name)}`)
      .join('\n'),
    `## ${messages.data}`,
    model.dataset ? messages.images(model.pictures ?? 0, model.dataset) : messages.noData,
    `## ${messages.quality}`,
    ...(evaluatedModel
      ? [messages.measured(evaluatedModel.pictures), createQualityTable(evaluatedModel)]
      : [messages.notMeasured]),
    ...(calibration ? [`## ${messages.calibration}`, calibration] : []),
    ...(uploaded?.notes ? [`## ${messages.notes}`, escapeText(uploaded.notes)] : []),
    '',
  ].join('\n\n');
}

function createQualityTable({ total, labels }: EvaluatedModel): string {
  const labelMeasure = total.measure === 'error' ? 'error' : 'f1';
  const rows = [{ ...total, name: messages.allLabels }, ...labels.map((label) => ({ ...label, measure: labelMeasure }) as const)];
  return createTable([
    messages.columns,
    ...rows.map(({ name, measure, value, low, high, pictures }) => [
      ...[name, messages.measure(measure), formatScore(value)],
      low === null ? '—' : `${formatScore(low)} – ${formatScore(high)}`,
      String(pictures),
    ]),
  ]);
}

function createTable(rows: readonly (readonly string[])[]): string {
  const [header = [], ...bodyRows] = rows.map(
    (row) => `| ${row.map((cell) => escapeText(cell).replaceAll(/\s+/g, ' ')).join(' | ')} |`,
  );
  return [header, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`, ...bodyRows].join('\n');
}

/** Escapes the special characters of Markdown. */
const escapeText = (text: string) => text.replaceAll(/[\\`*_[\]<>|#]/g, '\\$&');
