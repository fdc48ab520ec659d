import { DEFAULT_LEAVE_OUT, SHAPE_FLAGS, type ShapeFlag } from '@console/shared-contract/shape-attributes';

/** Returns the flags that exclude shapes from trainings with these parameters. */
export function getFlagsToLeaveOut(params: Readonly<Record<string, unknown>>): readonly ShapeFlag[] {
  const { leave_out: storedNames } = params;
  return Array.isArray(storedNames) ? SHAPE_FLAGS.filter((flag) => storedNames.includes(flag)) : DEFAULT_LEAVE_OUT;
}
