import type { ExampleUse } from '@console/learner/protocol';
import { hasFlag, isIgnoredInEvaluation, type ShapeAttributes, type ShapeFlag } from '@console/shared-contract/shape-attributes';

/** Returns how a training and its evaluation use a shape. A shape that is left out of the training is also ignored in the evaluation. */
export function toExampleUse(attributes: ShapeAttributes | undefined, leaveOut: readonly ShapeFlag[]): ExampleUse {
  const isLeftOut = leaveOut.some((flag) => hasFlag(attributes, flag));
  const isIgnored = isLeftOut || isIgnoredInEvaluation(attributes);
  return {
    ...(isLeftOut && { isLeftOut }),
    ...(isIgnored && { isIgnored }),
    ...(hasFlag(attributes, 'crowd') && { isCrowd: true }),
  };
}
