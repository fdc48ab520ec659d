import { type LabelSet, type Shape, isLabelled } from '../../editor/model/types';
import { outboxMessages } from '../entries/outbox-messages';
import { shapeMessages } from '../../text/shape-messages';
import { hasSameAttributes, hasSameCoordinates, isEqualJson } from '../entries/content';
import { isShapeEntry, type AttentionItem, type UserReference, type ShapeEntry } from '../entries/types';
import { shapeKinds } from '../../shape-kinds/kind-registry';

const texts = outboxMessages.conflict;

/** Describes a conflict as text: the name of the shape, the user who changed the shape first, and the changes of both users. */
export function describeConflict(item: AttentionItem, getShapeName: (shape: Shape) => string, labels: LabelSet): string | null {
  if (!isShapeEntry(item) || item.problem.type !== 'conflict') return null;
  const { before, after, problem } = item;
  const shape = after ?? before;
  if (!shape) return null;
  const serverChange = problem.theirs ? describeChange(before, problem.theirs, labels) : texts.deleted;
  const serverText = texts.changed(getShapeName(shape), describeAuthor(problem.by, item), serverChange);
  return after ? `${serverText} ${texts.yours(describeChange(before, after, labels))}` : serverText;
}

function describeAuthor(author: UserReference | undefined, { userId }: ShapeEntry): string {
  if (!author) return texts.somebody;
  return author.id === userId ? texts.sameUser : author.username;
}

/** Describes the difference between two states of a shape as text. */
function describeChange(oldShape: Shape | null, newShape: Shape, labels: LabelSet): string {
  if (!oldShape) return texts.different;
  const changes: string[] = [];
  if ('name' in oldShape && 'name' in newShape) {
    if (oldShape.name !== newShape.name) changes.push(texts.renamed(newShape.name || shapeMessages.unnamed));
  } else if (isLabelled(oldShape) && isLabelled(newShape) && oldShape.kind === newShape.kind) {
    const name = shapeKinds.findLabel(newShape, labels)?.name ?? shapeMessages.unknownLabel;
    if (oldShape.labelId !== newShape.labelId) changes.push(texts.labelled(name));
    if (!isEqualJson(oldShape.metaData ?? {}, newShape.metaData ?? {})) changes.push(texts.described);
  }
  if (!hasSameAttributes(oldShape, newShape)) changes.push(texts.attributed);
  if (!hasSameCoordinates(oldShape, newShape)) changes.push(texts.moved);
  return changes.length === 0 ? texts.different : changes.join(texts.and);
}
