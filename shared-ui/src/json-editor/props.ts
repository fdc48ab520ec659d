export type JsonMode = 'tree' | 'text' | 'view';

export interface JsonEditorProps {
  /** Name for screen readers. */
  label: string;
  value: unknown;
  /** With each change that is valid JSON. */
  onChange?: (value: unknown) => void;
  onValidityChange?: (valid: boolean) => void;
  /** What is typed while it is no JSON, so that it can be kept. */
  onInvalidText?: (text: string) => void;
  /** In the beginning in place of `value`: text that was no JSON yet when it was kept. */
  invalidText?: string;
  /** The first is shown first. */
  modes?: readonly JsonMode[];
  readOnly?: boolean;
  /** Pixels. */
  height?: number;
}
