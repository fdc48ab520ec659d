import type { FlowGraph } from '@console/shared-contract/api';
import { idOf } from '../write/context';
import type { Recognition } from '../write/recognition';
import type { ShapeLabels } from '../write/shape-labels';
import { FRUITS, PACKAGES } from './shape-labels';

/** What kind of picture it is, and what is in a smear. */
export function smearFlow({ labels, tasks }: Recognition, detection: ShapeLabels): FlowGraph {
  return {
    root: ['scene'],
    actions: [
      { id: 'scene', type: 'switch', task: idOf(tasks, 'scene'), cases: { [idOf(labels, 'smear')]: ['cells'] } },
      { id: 'cells', type: 'detection_switch', task: idOf(detection.tasks, 'cells'), cases: {} },
    ],
  };
}

/** First what kind of picture it is, then what is asked of that kind; and for each box what is asked of its label. All four types of action. */
export function triageFlow({ labels, tasks }: Recognition, detection: ShapeLabels): FlowGraph {
  const label = (key: string) => idOf(labels, key);
  const task = (key: string) => idOf(tasks, key);
  const perLabel = (keys: readonly string[], actions: string[]) =>
    keys.map((key) => [idOf(detection.labels, key), actions] as const);
  return {
    root: ['scene', 'objects'],
    actions: [
      {
        id: 'scene',
        type: 'switch',
        task: task('scene'),
        cases: {
          [label('shelf')]: ['shelf-questions'],
          [label('fruit')]: ['plate-quality'],
          [label('smear')]: ['smear-findings'],
          [label('packshot')]: ['pack-brand'],
        },
      },
      { id: 'shelf-questions', type: 'list', children: ['shelf-findings', 'shelf-fill'] },
      { id: 'shelf-findings', type: 'recognition', task: task('shelf findings') },
      { id: 'shelf-fill', type: 'recognition', task: task('fill level') },
      { id: 'plate-quality', type: 'recognition', task: task('fruit quality') },
      { id: 'smear-findings', type: 'recognition', task: task('smear findings') },
      { id: 'pack-brand', type: 'recognition', task: task('brand') },
      {
        id: 'objects',
        type: 'detection_switch',
        cases: Object.fromEntries([
          ...perLabel(PACKAGES, ['object-brand']),
          ...perLabel(FRUITS, ['object-ripeness', 'object-quality']),
          ...perLabel(['leukocyte'], ['object-cell-type']),
        ]),
      },
      { id: 'object-brand', type: 'recognition', task: task('brand') },
      { id: 'object-ripeness', type: 'recognition', task: task('ripeness') },
      { id: 'object-quality', type: 'recognition', task: task('fruit quality') },
      { id: 'object-cell-type', type: 'recognition', task: task('cell type') },
    ],
  };
}
