import type { RecognitionLabel, RecognitionTask } from '@console/shared-contract/api';
import { PointIcon, TagIcon, TagsIcon, ValueIcon } from '@console/shared-ui/basics';
import type { ReactElement } from 'react';

/** Icons of the label types. */
export const labelIcons: Readonly<Record<RecognitionLabel['type'], ReactElement>> = {
  category: <TagIcon />,
  tag: <TagsIcon />,
  value: <ValueIcon />,
  plain: <PointIcon />,
};

/** A task has the icon of the labels that it contains. */
export const taskIcons: Readonly<Record<RecognitionTask['type'], ReactElement>> = {
  multi_class: labelIcons.category,
  multi_label: labelIcons.tag,
  regression: labelIcons.value,
};
