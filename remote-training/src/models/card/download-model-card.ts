import { loadEvaluatedModels } from '../models.queries';
import { createModelCard, type CardContent } from './create-model-card';

/** Downloads the card of a model (purpose, scores and limits) as a Markdown file. */
export async function downloadModelCard(content: CardContent): Promise<void> {
  const points = await loadEvaluatedModels(content.domain, content.task.id);
  const text = createModelCard(content, points.find(({ model }) => model === content.model.id) ?? null);
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${content.task.name} ${content.number}.md`;
  link.click();
  URL.revokeObjectURL(url);
}
