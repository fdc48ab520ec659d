import type { AttachedLabel } from '@console/shared-contract/api';
import { MessageBar, MessageBarBody } from '@console/shared-ui/basics';
import { recognitionMessages } from './state/recognition-messages';
import { isConflicting, type TaskRules } from './state/rules';

/** Warns if the image or object has labels that exclude each other. */
export function ConflictWarning({
  present: presentLabels,
  tasks,
}: {
  present: readonly AttachedLabel[];
  tasks: readonly TaskRules[];
}) {
  if (!isConflicting(presentLabels, tasks)) return null;
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>{recognitionMessages.conflict}</MessageBarBody>
    </MessageBar>
  );
}
