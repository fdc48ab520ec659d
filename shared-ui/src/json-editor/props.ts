export type JsonMode = 'tree' | 'text' | 'view';

export interface JsonEditorProps {
  /** Name for screen readers. */
  label: string;
  value: unknown;
  /** With each change that is valid JSON. */
  onChange?: (value: unknown) => void;
  onValidityChange?: (valid: boolean) => void;
  /** The first is shown first. */
  modes?: readonly JsonMode[];
  readOnly?: boolean;
  /** Pixels. */
  height?: number;
}
