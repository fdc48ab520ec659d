import type { ChangeEvent } from '../document/changes';
import { Editor, type EditorOptions } from '../editor';
import { consoleEditorOptions } from '../../shape-kinds/console-editor-options';
import { NO_MODIFIERS, type KeyEditorEvent, type Modifiers, type PointerType } from '../input/events';
import type { PendingShape } from '../tools/states/feedback';
import type { ToolId } from '../tools/tool-manager';
import type {
  BoxShape,
  LabelSet,
  ImageSize,
  MaskRuns,
  MaskShape,
  PointData,
  PointShape,
  PolygonData,
  PolygonShape,
  Shape,
} from '../model/types';

export const LABELS: LabelSet = {
  object: [
    { id: 'cat', name: 'Cat', color: '#2f80ed' },
    { id: 'dog', name: 'Dog', color: '#eb5757' },
  ],
  polygon: [
    { id: 'leaf', name: 'Leaf', color: '#27ae60' },
    { id: 'stem', name: 'Stem', color: '#f2994a' },
  ],
};

interface TestEditorOptions {
  readonly kinds?: EditorOptions['kinds'];
  readonly tools?: EditorOptions['tools'];
  readonly imageSize?: ImageSize;
  readonly labels?: LabelSet;
  readonly tool?: ToolId;
}

interface PointerOptions {
  readonly button?: number;
  readonly pointerType?: PointerType;
  readonly pointerId?: number;
}

/** Describes where the focus is, if not on the canvas. */
type KeyFocus = Pick<KeyEditorEvent, 'isHandledByControl' | 'isFromOtherControl' | 'isFromPage'>;

const MODIFIER_KEYS: Readonly<Record<string, keyof Modifiers>> = { Shift: 'shift', Alt: 'alt', Control: 'ctrl', Meta: 'meta' };

/**
 * A headless editor that is driven by gestures. The canvas has the size of the image, by default 800 x 600. Screen and image
 * pixels are therefore the same until a test zooms or pans.
 */
export class TestEditor extends Editor {
  /** All local change events, as the outbox would receive them. */
  readonly localChanges: ChangeEvent[] = [];
  private readonly clock: { time: number };
  private modifiers: Modifiers = NO_MODIFIERS;
  private pointer = { x: 0, y: 0 };

  constructor({
    kinds = consoleEditorOptions.kinds,
    tools = consoleEditorOptions.tools,
    imageSize = { width: 800, height: 600 },
    labels = LABELS,
    tool = 'select',
  }: TestEditorOptions = {}) {
    const clock = { time: 0 };
    super({ kinds, tools, imageSize, labels, tool, now: () => clock.time });
    this.clock = clock;
    this.viewport.resize(imageSize);
    this.document.listen((event) => this.localChanges.push(event), 'local');
  }

  load(...shapes: readonly Shape[]): this {
    this.document.loadPage(shapes);
    return this;
  }

  switchTool(tool: ToolId): this {
    this.setTool(tool);
    return this;
  }

  /** Advances the clock. */
  wait(ms: number): this {
    this.clock.time += ms;
    return this;
  }

  pointerDown(x: number, y: number, options?: PointerOptions): this {
    return this.pointerEvent('pointer_down', x, y, { button: 0, ...options });
  }

  /** Presses the primary button where the pointer rests. */
  pressHere(): this {
    return this.pointerDown(this.pointer.x, this.pointer.y);
  }

  pointerMove(x: number, y: number, options?: PointerOptions): this {
    return this.pointerEvent('pointer_move', x, y, { button: -1, ...options });
  }

  pointerUp(x = this.pointer.x, y = this.pointer.y, options?: PointerOptions): this {
    return this.pointerEvent('pointer_up', x, y, { button: 0, ...options });
  }

  click(x: number, y: number, options?: PointerOptions): this {
    return this.pointerMove(x, y, options).pointerDown(x, y, options).pointerUp(x, y, options);
  }

  clickAll(...points: readonly (readonly [number, number])[]): this {
    for (const [x, y] of points) this.click(x, y);
    return this;
  }

  doubleClick(x: number, y: number): this {
    this.click(x, y).click(x, y);
    this.dispatch({ type: 'double_click', point: { x, y }, modifiers: this.modifiers, pointerType: 'mouse' });
    return this;
  }

  /** Sends the events of a right click. As in browsers, the press precedes the context menu event. */
  rightClick(x = this.pointer.x, y = this.pointer.y): this {
    this.pointerMove(x, y).pointerDown(x, y, { button: 2 });
    this.dispatch({ type: 'right_click', point: { x, y }, modifiers: this.modifiers, pointerType: 'mouse' });
    return this.pointerUp(x, y, { button: 2 });
  }

  drag([fromX, fromY]: readonly [number, number], [toX, toY]: readonly [number, number], options?: PointerOptions): this {
    return this.pointerMove(fromX, fromY, options)
      .pointerDown(fromX, fromY, options)
      .pointerMove((fromX + toX) / 2, (fromY + toY) / 2, options)
      .pointerMove(toX, toY, options)
      .pointerUp(toX, toY, options);
  }

  /** Moves two fingers, each from its first to its second position. By default doubles the zoom. */
  pinch(
    firstFingerPositions: readonly [PointData, PointData] = [
      [300, 300],
      [250, 300],
    ],
    secondFingerPositions: readonly [PointData, PointData] = [
      [400, 300],
      [450, 300],
    ],
  ): this {
    const firstFinger: PointerOptions = { pointerType: 'touch', pointerId: 11 };
    const secondFinger: PointerOptions = { pointerType: 'touch', pointerId: 12 };
    return this.pointerDown(...firstFingerPositions[0], firstFinger)
      .pointerDown(...secondFingerPositions[0], secondFinger)
      .pointerMove(...firstFingerPositions[1], firstFinger)
      .pointerMove(...secondFingerPositions[1], secondFinger)
      .pointerUp(...firstFingerPositions[1], firstFinger)
      .pointerUp(...secondFingerPositions[1], secondFinger);
  }

  wheel(x: number, y: number, deltaY: number): this {
    this.dispatch({ type: 'wheel', point: { x, y }, modifiers: this.modifiers, deltaY });
    return this;
  }

  /** Holds a key down. Shift, Alt, Control and Meta then apply to the following events. */
  keyDown(key: string, focus: KeyFocus = {}): this {
    this.sendKey('key_down', key, focus);
    return this;
  }

  keyUp(key: string): this {
    this.sendKey('key_up', key);
    return this;
  }

  /** Presses and releases a key or a chord such as `Control+Shift+z`. Returns whether the editor used it. */
  press(chord: string): boolean {
    const keys = chord.length > 1 ? chord.split('+') : [chord];
    const wasHandled = keys.map((key) => this.sendKey('key_down', key)).at(-1) ?? false;
    for (const key of keys.toReversed()) this.sendKey('key_up', key);
    return wasHandled;
  }

  pressAll(...chords: readonly string[]): this {
    for (const chord of chords) this.press(chord);
    return this;
  }

  /** Sends the event that a canceled pointer or a window without focus causes. */
  interrupt(): this {
    this.dispatch({ type: 'cancel' });
    return this;
  }

  /** Chooses a label or a name in the dialog and presses Create. */
  confirm(choice: string): this {
    expect(this.confirmPending(choice)).toMatchObject({ ok: true });
    return this;
  }

  getShape(id: string): Shape {
    const shape = this.document.get(id);
    if (!shape) throw new Error(`There is no shape ${id}`);
    return shape;
  }

  expectShape(id: string, content: Partial<BoxShape> | Partial<PolygonShape> | Partial<PointShape>): this {
    expect(this.document.get(id)).toMatchObject(content);
    return this;
  }

  /** Expects the contents of all shapes, in order. */
  expectShapes(
    ...contents: readonly (Partial<BoxShape> | Partial<PolygonShape> | Partial<MaskShape> | Partial<PointShape>)[]
  ): this {
    expect(this.document.getShapes()).toMatchObject(contents);
    return this;
  }

  expectSelected(...ids: readonly (string | null)[]): this {
    expect(this.topics.selection.getSnapshot()).toEqual(ids.filter((id) => id !== null));
    return this;
  }

  /** Expects the active tool and its state, for example `expectTool('detection', 'drawing')`. */
  expectTool(active: ToolId | 'zoom', state: string): this {
    expect(this.topics.tool.getSnapshot()).toMatchObject({ active, state });
    return this;
  }

  expectPending(pending: PendingShape | null): this {
    expect(this.topics.pending.getSnapshot()).toEqual(pending);
    return this;
  }

  private pointerEvent(
    type: 'pointer_down' | 'pointer_move' | 'pointer_up',
    x: number,
    y: number,
    options: PointerOptions,
  ): this {
    this.pointer = { x, y };
    const { button = 0, pointerType = 'mouse', pointerId = 1 } = options;
    this.dispatch({ type, point: { x, y }, modifiers: this.modifiers, button, pointerType, pointerId });
    return this;
  }

  private sendKey(type: 'key_down' | 'key_up', key: string, focus: KeyFocus = {}): boolean {
    const modifier = MODIFIER_KEYS[key];
    if (modifier) this.modifiers = { ...this.modifiers, [modifier]: type === 'key_down' };
    return this.dispatch({ type, key, modifiers: this.modifiers, ...focus });
  }
}

/** Creates an object as the server sends it. */
export function createBox(id: string, data: BoxShape['data'], labelId = 'cat'): BoxShape {
  return { kind: 'object', id, serverId: id, version: 1, labelId, data, metaData: {} };
}

/** Creates a polygon as the server sends it. */
export function createPolygon(id: string, data: PolygonData, labelId = 'leaf'): PolygonShape {
  return { kind: 'polygon', id, serverId: id, version: 1, labelId, data, metaData: {} };
}

/** Creates a mask as the server sends it. */
export function createMask(id: string, data: MaskRuns, labelId = 'leaf'): MaskShape {
  return { kind: 'mask', id, serverId: id, version: 1, labelId, data, metaData: {} };
}

/** Creates a point as the server sends it. */
export function createPoint(id: string, data: PointData, name = 'tip'): PointShape {
  return { kind: 'point', id, serverId: id, version: 1, name, data };
}
