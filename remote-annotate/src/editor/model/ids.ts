import { newId } from '@console/shared-contract/new-id';
import type { ShapeId } from './types';

export const newShapeId: () => ShapeId = newId;
