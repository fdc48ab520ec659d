import { AddIcon, Button, formatDateTime, OpenIcon, Page, Section } from '@console/shared-ui/basics';
import { type Column, DataTable } from '@console/shared-ui/table';
import { defineAddress, param, useAddress, useWrite } from '@console/shared-ui/pages';
import { messages } from '../messages';
import { evaluationChanges, makeEvaluation, useEvaluations } from './evaluation.queries';

type Row = NonNullable<ReturnType<typeof useEvaluations>['data']>[number];

const listInAddress = defineAddress({ sort: param.sort(['created']) });

const columns: Column<Row>[] = [
  { id: 'id', header: messages.columns.id, cell: (row) => row.id },
  {
    id: 'created',
    header: messages.columns.created,
    cell: (row) => formatDateTime(row.created),
    sortValue: (row) => row.created,
    width: '180px',
  },
];

export function EvaluationsPage() {
  const evaluations = useEvaluations();
  const { values, set } = useAddress(listInAddress);
  const make = useWrite({
    send: makeEvaluation,
    success: messages.evaluation.made,
    failure: messages.evaluation.makeFailed,
    changes: () => evaluationChanges,
  });
  return (
    <Page title={messages.evaluation.listTitle}>
      <Section
        title={messages.evaluation.listTitle}
        count={evaluations.data?.length}
        actions={
          <Button icon={<AddIcon />} disabledFocusable={make.isPending} onClick={() => void make.send()}>
            {messages.evaluation.make}
          </Button>
        }
      >
        <DataTable
          label={messages.evaluation.listTitle}
          columns={columns}
          rows={evaluations.data}
          rowId={(row) => row.id}
          sort={values.sort}
          onSortChange={(sort) => set({ sort })}
          rowActions={(row) => [{ label: messages.evaluation.open, icon: <OpenIcon />, to: `/evaluation/${row.id}` }]}
          error={evaluations.error}
          onRetry={() => void evaluations.refetch()}
          empty={messages.evaluation.none}
        />
      </Section>
    </Page>
  );
}
