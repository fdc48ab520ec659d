import { type LabelSet, type Shape, isLabelled } from '../../editor/model/types';
import { outboxMessages } from '../entries/outbox-messages';
import { shapeMessages } from '../../text/shape-messages';
import { sameCoordinates, sameJson } from '../entries/content';
import { isShapeEntry, type AttentionItem, type UserReference, type ShapeEntry } from '../entries/types';
import { productShapes } from '../../shape-kinds/product-shapes';

const texts = outboxMessages.conflict;

/** Describes a conflict: the shape's name, who changed it, and what each of the two users changed. */
export function conflictText(item: AttentionItem, shapeName: (shape: Shape) => string, labels: LabelSet): string | null {
  if (!isShapeEntry(item) || item.problem.type !== 'conflict') return null;
  const { before, after, problem } = item;
  const shape = after ?? before;
  if (!shape) return null;
  const theirChange = problem.theirs ? describeChange(before, problem.theirs, labels) : texts.deleted;
  const theirText = texts.changed(shapeName(shape), describeAuthor(problem.by, item), theirChange);
  return after ? `${theirText} ${texts.yours(describeChange(before, after, labels))}` : theirText;
}

function describeAuthor(author: UserReference | undefined, { userId }: ShapeEntry): string {
  if (!author) return texts.somebody;
  return author.id === userId ? texts.elsewhere : author.username;
}

/** Describes the difference between two states as text. */
function describeChange(from: Shape | null, to: Shape, labels: LabelSet): string {
  if (!from) return texts.different;
  const parts: string[] = [];
  if ('name' in from && 'name' in to) {
    if (from.name !== to.name) parts.push(texts.named(to.name || shapeMessages.unnamed));
  } else if (isLabelled(from) && isLabelled(to) && from.kind === to.kind) {
    const name = productShapes.findLabel(to, labels)?.name ?? shapeMessages.unknownLabel;
    if (from.labelId !== to.labelId) parts.push(texts.labelled(name));
    if (!sameJson(from.metaData ?? {}, to.metaData ?? {})) parts.push(texts.described);
  }
  if (!sameCoordinates(from, to)) parts.push(texts.moved);
  return parts.length === 0 ? texts.different : parts.join(texts.and);
}
