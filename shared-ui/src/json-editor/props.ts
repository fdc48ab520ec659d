export type JsonMode = 'tree' | 'text' | 'view';

export interface JsonEditorProps {
  /** Accessible name of the editor. */
  label: string;
  value: unknown;
  /** Called after each change that is valid JSON. */
  onChange?: (value: unknown) => void;
  onValidityChange?: (valid: boolean) => void;
  /** Called with the text after each change that is invalid JSON, so that the caller can store the text. */
  onInvalidText?: (text: string) => void;
  /** Initial text to show instead of `value`, as received by `onInvalidText`. */
  invalidText?: string;
  /** Available modes. The editor starts with the first. */
  modes?: readonly JsonMode[];
  readOnly?: boolean;
  /** Height in pixels. */
  height?: number;
}
