import { createMask, createPolygon, TestEditor } from '../../../editor/testing/test-editor';
import { formatMask, parseMask } from '../testing/drawn-mask';
import type { MaskCommand, RegionShape } from './mask-commands';
import { performMaskTask, type MaskTask, type MaskTaskResult } from './mask-task';
import { MaskCommandRunner } from './mask-command-runner';

const IMAGE_SIZE = { width: 800, height: 600 };
const RING = parseMask(['####', '#..#', '####'], 100, 100, IMAGE_SIZE);
/** A mask of 360,000 pixels, for which commands run in a worker. */
const LARGE_MASK_DATA = [0, 0, 600, 600, 0, 360_000];

const getMasks = (editor: TestEditor) =>
  editor.document.getShapes().flatMap((shape) => (shape.kind === 'mask' ? [formatMask(shape.data)] : []));
const runCommand = (editor: TestEditor, command: MaskCommand, id: string, runner = new MaskCommandRunner(editor)) =>
  runner.run(command, [editor.getShape(id) as RegionShape]);

describe('short commands', () => {
  test('each command is one undo step', () => {
    const editor = new TestEditor().load(createMask('ring', RING));
    runCommand(editor, 'fill-holes', 'ring');
    expect(getMasks(editor)).toEqual([{ at: [100, 100], rows: ['####', '####', '####'] }]);
    runCommand(editor, 'shrink-mask', 'ring');
    expect(getMasks(editor)).toEqual([{ at: [101, 101], rows: ['##'] }]);
    runCommand(editor, 'grow-mask', 'ring');
    expect(getMasks(editor)).toEqual([{ at: [100, 100], rows: ['.##.', '####', '.##.'] }]);
    for (let stepNumber = 0; stepNumber < 3; stepNumber += 1) editor.undo();
    expect(getMasks(editor)).toEqual([formatMask(RING)]);
    runCommand(editor, 'shrink-mask', 'ring');
    editor.expectShapes();
  });

  test('converts masks to polygons and polygons to masks as one undo step', () => {
    const maskRows = Array.from({ length: 20 }, () => `${'#'.repeat(20)}....${'#'.repeat(20)}`);
    const editor = new TestEditor().load(createMask('parts', parseMask(maskRows, 100, 100, IMAGE_SIZE), 'stem'));
    editor.select('parts');
    runCommand(editor, 'convert', 'parts');
    editor.expectShapes(
      { kind: 'polygon', labelId: 'stem', data: expect.arrayContaining([100, 120, 100, 120]) as never },
      { kind: 'polygon', labelId: 'stem' },
    );
    expect(editor.selection).toHaveLength(2);
    expect(editor.localChanges).toHaveLength(1);
    editor.undo();
    editor.expectShapes({ id: 'parts', kind: 'mask' });

    editor.load(createPolygon('p', [10, 10, 14, 10, 14, 13, 10, 13]));
    runCommand(editor, 'convert', 'p');
    expect(getMasks(editor)).toContainEqual({ at: [10, 10], rows: ['####', '####', '####'] });
    expect(editor.document.get('p')).toBeUndefined();
    editor.undo();
    editor.expectShape('p', { kind: 'polygon' });
  });
});

test('a command changes several masks as one undo step, and deletes masks without pixels', () => {
  const editor = new TestEditor().load(createMask('ring', RING), createMask('dot', parseMask(['#'], 300, 300, IMAGE_SIZE)));
  const shapes = editor.document.getShapes() as readonly RegionShape[];
  new MaskCommandRunner(editor).run('shrink-mask', shapes);
  editor.expectShapes();
  editor.undo();
  new MaskCommandRunner(editor).run('fill-holes', shapes);
  expect(getMasks(editor)).toEqual([
    { at: [100, 100], rows: ['####', '####', '####'] },
    { at: [300, 300], rows: ['#'] },
  ]);
  expect(editor.localChanges).toHaveLength(3);
});

describe('long commands', () => {
  /** Starts to shrink a large mask. `settleTasks` completes the task of the worker. If it gets an error, the task fails. */
  function startLongCommand() {
    const editor = new TestEditor().load(
      createMask('large', [...LARGE_MASK_DATA.slice(0, 4), 800, 600, ...LARGE_MASK_DATA.slice(4)]),
    );
    let finishTasks: (result?: Error) => void = () => undefined;
    const performTasks = (tasks: readonly MaskTask[], signal: AbortSignal) =>
      new Promise<readonly MaskTaskResult[]>((resolve, reject) => {
        finishTasks = (error) => (error ? reject(error) : resolve(tasks.map(performMaskTask)));
        signal.addEventListener('abort', () => reject(new Error('Aborted')));
      });
    const runner = new MaskCommandRunner(editor, performTasks);
    runCommand(editor, 'shrink-mask', 'large', runner);
    const getRegion = () => editor.getShape('large').data.slice(0, 4);
    const settleTasks = async (error?: Error) => {
      finishTasks(error);
      // Wait for several promises, which settle before the result is applied.
      for (let stepNumber = 0; stepNumber < 10; stepNumber += 1) await Promise.resolve();
    };
    return { editor, runner, getRegion, settleTasks, getNotice: () => editor.topics.notice.getSnapshot()?.type };
  }

  test('the result is one undo step and keeps a new label', async () => {
    const { editor, runner, getRegion, settleTasks } = startLongCommand();
    expect(runner.running.getSnapshot()).toBe('shrink-mask');
    editor.document.relabel('large', 'stem');
    await settleTasks();
    expect(runner.running.getSnapshot()).toBeNull();
    // The mask does not shrink where it touches the edges of the image.
    expect(getRegion()).toEqual([0, 0, 599, 600]);
    editor.expectShape('large', { labelId: 'stem' });
    editor.undo();
    expect(getRegion()).toEqual([0, 0, 600, 600]);
  });

  test('another change of the mask discards the result with a notice', async () => {
    const changes: ((editor: TestEditor) => unknown)[] = [
      (editor) => editor.document.move('large', { x: 5, y: 0 }),
      (editor) => editor.document.delete('large'),
      (editor) => editor.setLocked(['large'], true),
      (editor) => {
        editor.select('large');
        editor.setTool('mask');
        editor.pointerDown(700, 300);
      },
    ];
    for (const change of changes) {
      const { editor, settleTasks, getNotice } = startLongCommand();
      change(editor);
      const shapesBefore = editor.document.getShapes();
      await settleTasks();
      expect(editor.document.getShapes()).toEqual(shapesBefore);
      expect(getNotice()).toBe('shape-changed');
    }
  });

  test('a canceled command changes nothing and lets the next one start', async () => {
    const { editor, runner, getRegion, settleTasks, getNotice } = startLongCommand();
    runner.cancel();
    await settleTasks();
    expect([getRegion(), runner.running.getSnapshot(), getNotice()]).toEqual([[0, 0, 600, 600], null, undefined]);
    runCommand(editor, 'shrink-mask', 'large', runner);
    expect(runner.running.getSnapshot()).toBe('shrink-mask');
  });

  test('a worker that fails is reported', async () => {
    const { getRegion, settleTasks, getNotice } = startLongCommand();
    await settleTasks(new Error('No worker'));
    expect([getRegion(), getNotice()]).toEqual([[0, 0, 600, 600], 'command-failed']);
  });
});
