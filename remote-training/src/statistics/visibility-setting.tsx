import type { StatisticsVisibility } from '@console/shared-contract/api';
import { describeRefusal, Section, useNotify } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { useState } from 'react';
import { statisticsMessages } from './statistics-messages';
import { setVisibility } from './statistics.queries';

const { visibility: messages } = statisticsMessages;

const choices = (['everybody', 'own'] as const).map((value) => ({ value, label: messages[value] }));

/** Setting of the workspace: whose statistics members can see. */
export function VisibilitySetting({ visibility }: { visibility: StatisticsVisibility }) {
  const notify = useNotify();
  const [pendingVisibility, setPending] = useState<StatisticsVisibility | null>(null);
  const saveVisibility = async (newVisibility: StatisticsVisibility) => {
    setPending(newVisibility);
    try {
      await setVisibility(newVisibility);
    } catch (error) {
      notify.danger({ title: messages.failed, text: describeRefusal(error), error });
    } finally {
      setPending(null);
    }
  };
  return (
    <Section title={messages.title}>
      <div style={{ maxWidth: 420 }}>
        <SelectField
          label={messages.label}
          hint={messages.hint}
          choices={choices}
          value={pendingVisibility ?? visibility}
          disabled={pendingVisibility !== null}
          onChange={(value) => void saveVisibility(value as StatisticsVisibility)}
        />
      </div>
    </Section>
  );
}
