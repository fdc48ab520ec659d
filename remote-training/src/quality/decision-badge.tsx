import type { QualityDecision } from '@console/shared-contract/api';
import { Badge } from '@console/shared-ui/basics';
import { qualityMessages as messages } from './quality-messages';

const COLORS = { meets: 'success', below: 'danger', undecided: 'informative' } as const;

/** Shows whether the target is reached; a dash without a target. */
export function DecisionBadge({ decision }: { decision: QualityDecision | null }) {
  if (!decision) return messages.noValue;
  return (
    <Badge appearance="tint" color={COLORS[decision.result]} style={{ height: 'auto', whiteSpace: 'normal', textAlign: 'start' }}>
      {messages.formatDecision(decision)}
    </Badge>
  );
}
