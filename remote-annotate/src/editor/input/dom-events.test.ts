/** @jest-environment-options {"dom": true} */
import { fromKeyboardEvent, fromMouseEvent, fromPointerEvent, fromWheelEvent, isKeyConsumer } from './dom-events';

function focusOn(html: string): Element {
  document.body.innerHTML = html;
  return document.querySelector('[data-focus]')!;
}

test.each([
  '<input data-focus>',
  '<textarea data-focus></textarea>',
  '<select data-focus></select>',
  '<div contenteditable="true"><b data-focus>x</b></div>',
  '<div role="dialog"><button data-focus>Create</button></div>',
  '<div role="textbox" data-focus></div>',
])('keys pressed in %s are marked as input of the element', (html) => {
  const target = focusOn(html);
  let keyPress: ReturnType<typeof fromKeyboardEvent> = null;
  document.body.addEventListener(
    'keydown',
    (event) => {
      keyPress = fromKeyboardEvent(event, document.createElement('canvas'));
    },
    { once: true },
  );
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true }));
  expect(keyPress).toMatchObject({ type: 'key_down', key: 'Delete', isHandledByControl: true });
});

test('keys pressed in other elements belong to the canvas', () => {
  expect(isKeyConsumer(focusOn('<canvas data-focus tabindex="0"></canvas>'))).toBe(false);
  expect(isKeyConsumer(focusOn('<button data-focus>Verify</button>'))).toBe(false);
  expect(fromKeyboardEvent(new KeyboardEvent('keyup', { key: 'Alt', code: 'AltLeft' }), document.body)).toMatchObject({
    type: 'key_up',
    key: 'Alt',
    code: 'AltLeft',
    isHandledByControl: false,
  });
});

test.each([
  ['the canvas', '<div id="canvas" data-focus tabindex="0"></div>', false],
  ['no control', '<div id="canvas"></div>', false],
  ['a button beside it', '<div id="canvas"></div><button data-focus>Verify</button>', true],
])('keys with the focus on %s are marked by their origin', (_, html, isFromOtherControl) => {
  const target = focusOn(html) ?? document.body;
  const events: unknown[] = [];
  window.addEventListener('keydown', (event) => events.push(fromKeyboardEvent(event, document.getElementById('canvas')!)), {
    once: true,
  });
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
  expect(events).toMatchObject([{ key: 'Tab', isHandledByControl: false, isFromOtherControl }]);
});

test('pointer positions are relative to the corner of the canvas', () => {
  const event = Object.assign(new MouseEvent('pointerdown', { clientX: 120, clientY: 90, button: 0, altKey: true }), {
    pointerId: 7,
    pointerType: 'pen',
  });
  expect(fromPointerEvent(event as unknown as PointerEvent, { left: 20, top: 40 })).toEqual({
    type: 'pointer_down',
    point: { x: 100, y: 50 },
    button: 0,
    pointerId: 7,
    pointerType: 'pen',
    modifiers: { shift: false, alt: true, ctrl: false, meta: false },
  });
  expect(fromMouseEvent(new MouseEvent('contextmenu', { clientX: 30, clientY: 40 }), { left: 20, top: 40 })).toMatchObject({
    type: 'right_click',
    point: { x: 10, y: 0 },
    pointerType: 'mouse',
  });
});

test('wheel events in lines are converted to pixels', () => {
  const event = new WheelEvent('wheel', { deltaY: 3, deltaMode: 1 });
  expect(fromWheelEvent(event, { left: 0, top: 0 }).deltaY).toBe(48);
});
