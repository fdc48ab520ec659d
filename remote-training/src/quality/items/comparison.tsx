import type { ItemSnapshot } from '@console/shared-contract/api';
import { MessageBar, MessageBarBody } from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { SideBySide } from '../../jobs/report/item-comparison';
import { MemberComparison } from './member-comparison';
import { qualityMessages as messages } from '../quality-messages';
import { useGoldComparison, type ComparisonReference } from '../quality.queries';

/**
 * Shows the gold-standard annotations of an item and the work of an annotator, as an overlay and as lists. For a group, shows
 * the members.
 */
export function GoldWorkComparison(props: ComparisonReference) {
  return (
    <QueryState query={useGoldComparison(props)} failed={messages.compareFailed}>
      {({ image, gold, work, members = [] }) => {
        const goldSnapshot: ItemSnapshot = { ...gold, user: { id: 'gold', username: messages.gold } };
        return (
          <>
            {!work && (
              <MessageBar>
                <MessageBarBody>{messages.reopened}</MessageBarBody>
              </MessageBar>
            )}
            {image ? (
              <SideBySide image={image} snapshots={work ? [goldSnapshot, work] : [goldSnapshot]} />
            ) : (
              <MemberComparison members={members} hasWork={work !== null} />
            )}
          </>
        );
      }}
    </QueryState>
  );
}
