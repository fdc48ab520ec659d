import { isLabelled, type LabelSet, type Shape } from '../../editor/model/types';
import { productShapes } from '../../shape-kinds/product-shapes';
import { outboxMessages } from '../entries/outbox-messages';
import { shapeMessages } from '../../text/shape-messages';
import { sameCoordinates, sameJson } from '../entries/content';
import { isShapeEntry, type AttentionItem, type Person, type ShapeEntry } from '../entries/types';

const words = outboxMessages.conflict;

/** Describes a conflict: the shape's name, who changed it, and what each of the two users changed. */
export function conflictText(item: AttentionItem, shapeName: (shape: Shape) => string, labels: LabelSet): string | null {
  if (!isShapeEntry(item) || item.problem.type !== 'conflict') return null;
  const { before, after, problem } = item;
  const shape = after ?? before;
  if (!shape) return null;
  const theirs = problem.theirs ? done(before, problem.theirs, labels) : words.deleted;
  const what = words.changed(shapeName(shape), nameOf(problem.by, item), theirs);
  return after ? `${what} ${words.yours(done(before, after, labels))}` : what;
}

function nameOf(person: Person | undefined, { userId }: ShapeEntry): string {
  if (!person) return words.somebody;
  return person.id === userId ? words.elsewhere : person.username;
}

/** Describes the difference between two states as text. */
function done(from: Shape | null, to: Shape, labels: LabelSet): string {
  if (!from) return words.different;
  const parts: string[] = [];
  if ('name' in from && 'name' in to) {
    if (from.name !== to.name) parts.push(words.named(to.name || shapeMessages.unnamed));
  } else if (isLabelled(from) && isLabelled(to) && from.kind === to.kind) {
    const name = productShapes.findLabel(to, labels)?.name ?? shapeMessages.unknownLabel;
    if (from.labelId !== to.labelId) parts.push(words.labelled(name));
    if (!sameJson(from.metaData ?? {}, to.metaData ?? {})) parts.push(words.described);
  }
  if (!sameCoordinates(from, to)) parts.push(words.moved);
  return parts.length === 0 ? words.different : parts.join(words.and);
}
