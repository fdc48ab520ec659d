import { hasFlag, SHAPE_FLAGS } from '@console/shared-contract/shape-attributes';
import type { Shape } from '../../editor';
import { attributeMessages } from './attribute-messages';

/** The flags of a shape as text; empty if it has none. */
export const formatFlags = ({ attributes }: Pick<Shape, 'attributes'>): string =>
  SHAPE_FLAGS.filter((flag) => hasFlag(attributes, flag))
    .map((flag) => attributeMessages.flags[flag].name)
    .join(', ');
