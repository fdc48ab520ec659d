import {
  findViolations,
  type CheckedImage,
  type CheckedShape,
  type RuleTask,
  type RuleViolation,
} from '@console/shared-contract/quality-rules';
import { toMaskData } from '../../shape-kinds/mask/mask-calls';
import { isLabelled, type Editor, type LabelledShape } from '../../editor';

interface CheckedDocument {
  editor: Pick<Editor, 'document' | 'kinds'>;
  size: { width: number; height: number };
  /** The recognition labels of the image. */
  labels: CheckedImage['labels'];
  /** Whether a verification states that there is nothing to annotate. */
  isStatedEmpty: boolean;
  /** Returns the ids of the recognition labels of a box. */
  getLabels: (shape: LabelledShape) => readonly string[];
}

/**
 * Returns the quality rules of tasks that the image on the screen violates, errors first. Violations contain ids of shapes in the editor. A
 * violation that several tasks report is returned once.
 */
export function findDocumentViolations(
  { editor, size, labels, isStatedEmpty, getLabels }: CheckedDocument,
  tasks: readonly RuleTask[],
): RuleViolation[] {
  const shapes = editor.document.getShapes();
  const image = {
    ...size,
    labels,
    shapes: shapes.filter(isLabelled).map((shape) => toCheckedShape(editor, shape, getLabels)),
    isEmpty: shapes.length === 0,
    isStatedEmpty,
  };
  const violations = tasks.flatMap((task) => findViolations(image, task));
  const sortedViolations = [
    ...violations.filter(({ level }) => level === 'error'),
    ...violations.filter(({ level }) => level === 'warning'),
  ];
  const violationByProblem = new Map(
    sortedViolations.toReversed().map((violation) => [`${violation.shape?.id} ${violation.text}`, violation]),
  );
  return sortedViolations.filter((violation) => violationByProblem.get(`${violation.shape?.id} ${violation.text}`) === violation);
}

function toCheckedShape(
  editor: CheckedDocument['editor'],
  shape: LabelledShape,
  getLabels: CheckedDocument['getLabels'],
): CheckedShape {
  const { minX, minY, maxX, maxY } = editor.kinds.getBounds(shape);
  const isRotated = shape.kind === 'object' && shape.data.length === 5;
  return {
    id: shape.id,
    kind: isRotated ? 'rotated' : shape.kind,
    label: shape.labelId,
    box: [minX, minY, maxX, maxY],
    rotatedBox: isRotated ? shape.data : null,
    ...(shape.kind === 'polygon' && { getSegment: () => ({ data: shape.data }) }),
    ...(shape.kind === 'mask' && { getSegment: () => ({ mask: toMaskData(shape.data) }) }),
    attributes: shape.attributes ?? {},
    labels: shape.kind === 'object' ? getLabels(shape) : [],
  };
}
