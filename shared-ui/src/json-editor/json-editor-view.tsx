// oxlint-disable-next-line typescript/triple-slash-reference -- remotes compile this file from source, and their programs know the declarations only through this line
/// <reference path="./modules.d.ts" />
import { makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';
import JSONEditor from 'jsoneditor/dist/jsoneditor-minimalist.min.js';
import 'jsoneditor/dist/jsoneditor.min.css';
import './json-editor.css';
import { useEffect, useRef, useState } from 'react';
import { jsonMessages } from './json-messages';
import type { JsonEditorProps, JsonMode } from './props';
import { findJsonFault, parseJson } from './json-validation';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
  invalid: { color: tokens.colorPaletteRedForeground1, fontSize: tokens.fontSizeBase200 },
});

/** Whether the tree view contains a field `__proto__`. The editor omits this field from its JSON output. */
const hasPrototypeField = (editor: HTMLElement | null) =>
  [...(editor?.querySelectorAll('.jsoneditor-field') ?? [])].some(({ textContent }) => textContent === '__proto__');

/** The editor component, which is in a separate webpack chunk. Use `JsonEditor`, which loads this chunk. */
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
  /** Current value of the editor. If `value` is the same, do not set it in the editor again, because that would move the caret. */
  const editorValue = useRef<unknown>(value);
  /** Invalid JSON can only be shown in text mode. */
  const [initialInvalidText] = useState(modes.includes('text') ? invalidText : undefined);
  const initialText = useRef(initialInvalidText);
  const [mode, setMode] = useState<JsonMode>(initialInvalidText === undefined ? (modes[0] ?? 'tree') : 'text');
  /** Error message about the current text. */
  const [jsonFault, setJsonFault] = useState(initialInvalidText === undefined ? null : findJsonFault(initialInvalidText));
  const isValid = jsonFault === null;
  const callbacks = useRef({ onChange, onValidityChange, onInvalidText });
  useEffect(() => {
    callbacks.current = { onChange, onValidityChange, onInvalidText };
  });

  // Create a new editor for each mode, because switching the mode of an existing editor discards invalid text.
  useEffect(() => {
    if (!container.current) return;
    const newEditor = new JSONEditor(
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
          const newFault = hasPrototypeField(container.current) ? jsonMessages.jsonPrototypeKey : findJsonFault(text);
          setJsonFault(newFault);
          callbacks.current.onValidityChange?.(newFault === null);
          if (newFault !== null) return callbacks.current.onInvalidText?.(text);
          const parsedValue = parseJson(text);
          editorValue.current = parsedValue;
          callbacks.current.onChange?.(parsedValue);
        },
      },
      editorValue.current ?? {},
    );
    editor.current = newEditor;
    if (initialText.current !== undefined) newEditor.updateText(initialText.current);
    initialText.current = undefined;
    container.current.querySelector('textarea')?.setAttribute('aria-label', label);
    return () => {
      editor.current = null;
      newEditor.destroy();
    };
  }, [mode, readOnly, label]);

  useEffect(() => {
    if (JSON.stringify(value) === JSON.stringify(editorValue.current)) return;
    editorValue.current = value;
    editor.current?.set(value ?? {});
    setJsonFault(null);
    callbacks.current.onValidityChange?.(true);
  }, [value]);

  return (
    <div className={styles.root}>
      {!readOnly && modes.length > 1 && (
        <TabList
          size="small"
          aria-label={jsonMessages.jsonMode}
          selectedValue={mode}
          onTabSelect={(_, data) => isValid && setMode(data.value as JsonMode)}
        >
          {modes.map((name) => (
            <Tab key={name} value={name} disabled={!isValid && name !== mode}>
              {jsonMessages.jsonModes[name]}
            </Tab>
          ))}
        </TabList>
      )}
      <div ref={container} role="group" aria-label={label} className="console-json-editor" style={{ height }} />
      {!isValid && (
        <span role="alert" className={styles.invalid}>
          {jsonFault}
        </span>
      )}
    </div>
  );
}
