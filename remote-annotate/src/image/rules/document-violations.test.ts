import type { RuleTask } from '@console/shared-contract/quality-rules';
import type { SkeletonShape } from '../../editor/model/types';
import { TestEditor } from '../../editor/testing/test-editor';
import { findDocumentViolations } from './document-violations';

const skeleton: SkeletonShape = {
  kind: 'skeleton',
  id: 's',
  labelId: 'person',
  data: [100, 50, 2, 200, 150, 2],
  metaData: {},
};
const createTask = (id: string, level: 'warning' | 'error'): RuleTask => ({
  id,
  name: id,
  domain: 'detection',
  rules: { levels: { missing_attribute: level } },
  labels: [
    {
      id: 'person',
      name: 'Person',
      required: [],
      sizes: null,
      attributes: [{ name: 'shirt', type: 'number', required: true }],
    },
  ],
});

test('a skeleton without a required attribute violates the rules of its tasks once', () => {
  const editor = new TestEditor().load(skeleton);
  const size = { width: 800, height: 600 };
  const tasks = [createTask('poses', 'warning'), createTask('players', 'error')];
  const findViolations = () =>
    findDocumentViolations({ editor, size, labels: [], isStatedEmpty: false, getLabels: () => [] }, tasks);
  expect(findViolations()).toEqual([
    {
      task: 'players',
      rule: 'missing_attribute',
      level: 'error',
      shape: { kind: 'skeleton', id: 's' },
      text: 'Skeleton “Person” has no value for “shirt”.',
    },
  ]);
  editor.document.setAttribute('s', 'shirt', 7);
  expect(findViolations()).toEqual([]);
});
