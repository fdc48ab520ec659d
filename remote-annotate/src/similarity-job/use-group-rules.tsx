import { api } from '@console/shared-auth';
import type { GroupViolation } from '@console/shared-contract/api';
import { ConfirmDialog } from '@console/shared-ui/basics';
import { useEffect, useState } from 'react';
import { registerGate, type Verify } from '../image/rules/gate';
import { groupRuleMessages as messages } from './group-rule-messages';

interface PendingVerification {
  groupId: string;
  violations: readonly GroupViolation[];
  verify: Verify;
}

/**
 * Checks the rules of similarity tasks before a group of a job is verified. Returns the dialog with the violations, of which only warnings
 * can be ignored. If the violations cannot be loaded, the group is verified without a check, because the server also checks for errors.
 */
export function useGroupRules(groupId = ''): React.ReactNode {
  const [pendingVerification, setPendingVerification] = useState<PendingVerification | null>(null);
  useEffect(() => {
    let isShown = true;
    const unregister = registerGate((verify) => {
      void listViolations(groupId).then((violations) => {
        if (!isShown) return;
        if (violations.length > 0) setPendingVerification({ groupId, violations, verify });
        else verify(false);
      });
    });
    return () => {
      isShown = false;
      unregister();
    };
  }, [groupId]);
  const closeDialog = () => setPendingVerification(null);
  const shownVerification = pendingVerification?.groupId === groupId ? pendingVerification : null;
  const hasErrors = shownVerification?.violations.some(({ level }) => level === 'error') === true;
  return (
    shownVerification && (
      <ConfirmDialog
        title={hasErrors ? messages.refusedTitle : messages.warningTitle}
        confirmLabel={messages.verifyAnyway}
        danger={false}
        confirmDisabled={hasErrors}
        onConfirm={() => {
          closeDialog();
          shownVerification.verify(false);
        }}
        onCancel={closeDialog}
      >
        <ul>
          {shownVerification.violations.map(({ task, rule, level, text }) => (
            <li key={`${task.id} ${rule}`}>{messages.violation(level, text, task.name)}</li>
          ))}
        </ul>
      </ConfirmDialog>
    )
  );
}

async function listViolations(groupId: string): Promise<GroupViolation[]> {
  try {
    return (await api.call('GET /annotate/v2/group-violation/', { query: { group: groupId } })).results;
  } catch {
    return [];
  }
}
