import type { AttachedLabel } from '@console/shared-contract/api';
import { MessageBar, MessageBarBody } from '@console/shared-ui/basics';
import { messages } from '../../messages';
import { isConflicting, type TaskRules } from './rules';

/** Says that labels stand together which exclude each other; nothing where none do. */
export function ConflictWarning({ present, tasks }: { present: readonly AttachedLabel[]; tasks: readonly TaskRules[] }) {
  if (!isConflicting(present, tasks)) return null;
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>{messages.labels.conflict}</MessageBarBody>
    </MessageBar>
  );
}
