import type { ShapeKind } from '../editor/model/types';

/** The kinds of shapes that can be shrunk to the object inside. */
export const TIGHTENABLE_KINDS: readonly ShapeKind[] = ['object', 'polygon'];
