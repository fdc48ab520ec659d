import { Skeleton, SkeletonItem } from '@fluentui/react-components';
import { LazyComponent } from '../federation';
import { jsonMessages } from './json-messages';
import type { JsonEditorProps } from './props';

const loadEditor = async () => (await import('./json-editor-view')).JsonEditorView;

/** Editor for JSON as a tree or as text. The library (84 kB gzip) is loaded when the first editor is shown. */
export function JsonEditor(props: JsonEditorProps) {
  return (
    <LazyComponent
      load={loadEditor}
      title={jsonMessages.jsonEditor}
      props={props}
      skeleton={
        <Skeleton>
          <SkeletonItem style={{ height: props.height ?? 320 }} />
        </Skeleton>
      }
    />
  );
}
