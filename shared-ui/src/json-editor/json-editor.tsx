import { Skeleton, SkeletonItem } from '@fluentui/react-components';
import { lazy, Suspense } from 'react';
import { PartBoundary } from '../errors/part-boundary';

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

const LazyEditor = lazy(async () => {
  const { JsonEditorView } = await import('./json-editor-view');
  return { default: JsonEditorView };
});

/** Edits JSON as a tree or as text. Its library (84 kB gzip) is fetched when the first editor is shown. */
export function JsonEditor(props: JsonEditorProps) {
  return (
    <PartBoundary>
      <Suspense
        fallback={
          <Skeleton>
            <SkeletonItem style={{ height: props.height ?? 320 }} />
          </Skeleton>
        }
      >
        <LazyEditor {...props} />
      </Suspense>
    </PartBoundary>
  );
}
