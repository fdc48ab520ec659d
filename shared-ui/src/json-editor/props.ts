export type JsonMode = 'tree' | 'text' | 'view';

export interface JsonEditorProps {
  /** Accessible name. */
  label: string;
  value: unknown;
  /** Called after each change that is valid JSON. */
  onChange?: (value: unknown) => void;
  onValidityChange?: (valid: boolean) => void;
  /** Called with the text while it is invalid JSON, so that the caller can store it. */
  onInvalidText?: (text: string) => void;
  /** Initial text instead of `value`, from `onInvalidText`. */
  invalidText?: string;
  /** Available modes. The editor starts with the first. */
  modes?: readonly JsonMode[];
  readOnly?: boolean;
  /** Pixels. */
  height?: number;
}
