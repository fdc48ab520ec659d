// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- remotes compile this file from source, and their programs know the declarations only through this line
/// <reference path="./modules.d.ts" />
import { makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';
import JSONEditor from 'jsoneditor/dist/jsoneditor-minimalist.min.js';
import 'jsoneditor/dist/jsoneditor.min.css';
import './json-editor.css';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../messages';
import type { JsonEditorProps, JsonMode } from './props';
import { findJsonFault, parseJson } from './json-validation';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
  invalid: { color: tokens.colorPaletteRedForeground1, fontSize: tokens.fontSizeBase200 },
});

/** Whether a field of the tree is `__proto__`: the tree leaves it out of the JSON that it gives. */
const hasPrototypeField = (editor: HTMLElement | null) =>
  [...(editor?.querySelectorAll('.jsoneditor-field') ?? [])].some(({ textContent }) => textContent === '__proto__');

/** The editor itself, in a chunk of its own: take `JsonEditor`. */
export function JsonEditorView({
  value,
  onChange,
  onValidityChange,
  onInvalidText,
  invalidText,
  label,
  modes = ['tree', 'text'],
  readOnly = false,
  height = 320,
}: JsonEditorProps) {
  const styles = useStyles();
  const container = useRef<HTMLDivElement>(null);
  const editor = useRef<JSONEditor | null>(null);
  /** What the editor holds: a typed value that comes back as the prop must not be set again, it would move the caret. */
  const held = useRef<unknown>(value);
  /** Text that is no JSON stands in the text mode alone. */
  const [unfinished] = useState(modes.includes('text') ? invalidText : undefined);
  const toBegin = useRef(unfinished);
  const [mode, setMode] = useState<JsonMode>(unfinished === undefined ? (modes[0] ?? 'tree') : 'text');
  /** What is wrong with what is typed. */
  const [fault, setFault] = useState(unfinished === undefined ? null : findJsonFault(unfinished));
  const isValid = fault === null;
  const callbacks = useRef({ onChange, onValidityChange, onInvalidText });
  useEffect(() => {
    callbacks.current = { onChange, onValidityChange, onInvalidText };
  });

  // A new mode makes a new editor: the library's own switch drops text that does not parse.
  useEffect(() => {
    if (!container.current) return;
    const made = new JSONEditor(
      container.current,
      {
        mode: readOnly ? 'view' : mode,
        mainMenuBar: false,
        navigationBar: false,
        statusBar: false,
        search: false,
        colorPicker: false,
        enableSort: false,
        enableTransform: false,
        onChangeText: (text) => {
          const found = hasPrototypeField(container.current) ? messages.jsonPrototypeKey : findJsonFault(text);
          setFault(found);
          callbacks.current.onValidityChange?.(found === null);
          if (found !== null) return callbacks.current.onInvalidText?.(text);
          const typed = parseJson(text);
          held.current = typed;
          callbacks.current.onChange?.(typed);
        },
      },
      held.current ?? {},
    );
    editor.current = made;
    if (toBegin.current !== undefined) made.updateText(toBegin.current);
    toBegin.current = undefined;
    container.current.querySelector('textarea')?.setAttribute('aria-label', label);
    return () => {
      editor.current = null;
      made.destroy();
    };
  }, [mode, readOnly, label]);

  useEffect(() => {
    if (JSON.stringify(value) === JSON.stringify(held.current)) return;
    held.current = value;
    editor.current?.set(value ?? {});
    setFault(null);
  }, [value]);

  return (
    <div className={styles.root}>
      {!readOnly && modes.length > 1 && (
        <TabList
          size="small"
          aria-label={messages.jsonMode}
          selectedValue={mode}
          onTabSelect={(_, data) => isValid && setMode(data.value as JsonMode)}
        >
          {modes.map((name) => (
            <Tab key={name} value={name} disabled={!isValid && name !== mode}>
              {messages.jsonModes[name]}
            </Tab>
          ))}
        </TabList>
      )}
      <div ref={container} role="group" aria-label={label} className="console-json-editor" style={{ height }} />
      {!isValid && (
        <span role="alert" className={styles.invalid}>
          {fault}
        </span>
      )}
    </div>
  );
}
