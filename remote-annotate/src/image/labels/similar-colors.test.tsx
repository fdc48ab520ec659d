import { renderHook } from '@testing-library/react';
import { Editor, type Label, type Shape } from '../../editor';
import { consoleEditorOptions } from '../../shape-kinds/console-editor-options';
import { markSimilarColors } from './similar-colors';
import { useMarkedLabels } from './use-marked-labels';

const createLabel = (id: string, color: string, second = 0) => ({
  id,
  name: id,
  color,
  created: `2026-01-01T00:00:0${second}.000Z`,
});
type CreatedLabel = ReturnType<typeof createLabel>;
const markLabels = (...labels: CreatedLabel[]): readonly Label[] =>
  markSimilarColors({ object: labels, polygon: [] }, new Set(labels.map(({ id }) => id))).object;
const getDashes = (labels: readonly Label[]) => Object.fromEntries(labels.map(({ id, dash }) => [id, dash ?? null]));

test('similar labels keep their colours, and labels with distinct colours get no dashes', () => {
  const distinctLabels = ['#e6194b', '#3cb44b', '#4363d8', '#f58231'].map((color, index) => createLabel(`${index}`, color));
  expect(markLabels(...distinctLabels)).toEqual(distinctLabels);
  const similarLabels = markLabels(createLabel('a', '#2f80ed'), createLabel('b', '#2f82ee', 1));
  expect(similarLabels.map(({ color }) => color)).toEqual(['#2f80ed', '#2f82ee']);
});

test('labels that look like earlier labels have different dashes', () => {
  const dashes = getDashes(
    markLabels(
      createLabel('z', '#2f82ee', 2),
      createLabel('a', '#2f80ed', 3),
      createLabel('m', '#2f80ed', 1),
      createLabel('x', '#27ae60', 4),
    ),
  );
  expect([dashes.m, dashes.x]).toEqual([null, null]);
  expect(new Set([dashes.z, dashes.a, dashes.m].map(String)).size).toBe(3);
});

test('a new label does not change the dashes of older labels', () => {
  const olderLabels = [createLabel('k', '#808080', 1), createLabel('b', '#828282', 2), createLabel('q', '#7f7f7f', 3)];
  const dashesBefore = getDashes(markLabels(...olderLabels));
  const dashesAfter = getDashes(markLabels(createLabel('a', '#818181', 4), ...olderLabels));
  expect(dashesAfter).toMatchObject(dashesBefore);
  expect(Object.values(dashesBefore).map(String)).not.toContain(String(dashesAfter.a));
});

test('boxes and polygons are compared only with labels of their own kind', () => {
  const labels = { object: [createLabel('a', '#808080')], polygon: [createLabel('b', '#808080')] };
  const markedLabels = markSimilarColors(labels, new Set(['a', 'b']));
  expect([markedLabels.object[0]?.dash, markedLabels.polygon[0]?.dash]).toEqual([undefined, undefined]);
});

test('invalid colours and very long label lists have no dashes', () => {
  expect(markLabels(createLabel('a', 'red'), createLabel('b', 'red')).some(({ dash }) => dash)).toBe(false);
  const manyLabels = Array.from({ length: 3000 }, (_, index) => createLabel(`${index}`, '#808080'));
  expect(markLabels(...manyLabels).some(({ dash }) => dash)).toBe(false);
});

test('only the labels on the image are compared, again after each new label', () => {
  const [first, second] = [createLabel('a', '#808080', 1), createLabel('b', '#818181', 2)];
  const labels = { object: [first, second], polygon: [] };
  const editor = new Editor({ ...consoleEditorOptions, imageSize: { width: 100, height: 100 } });
  const createBox = (id: string, labelId: string): Shape => ({
    kind: 'object',
    id,
    serverId: id,
    labelId,
    data: [10, 10, 40, 40],
    metaData: {},
  });
  editor.document.loadPage([createBox('one', 'b')]);
  const { unmount } = renderHook(() => useMarkedLabels(editor, labels));
  expect(editor.labels.object).toEqual([first, second]);
  editor.document.loadPage([createBox('two', 'a')]);
  expect(getDashes(editor.labels.object)).toEqual({ a: null, b: [14, 5] });
  unmount();
});
