import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import { PassLink, retailValue, valueSum } from './parts.tsx'
import type { FoundTask } from './task-params.ts'

/** What each warehouse sends to each store, in pieces and at the printed price. */
export function StoresTab({ found: { task } }: { found: FoundTask }) {
  const { t } = useLocale()
  const answer = useAnswer('allocation.outwardsSummary', { task_id: task.task_id })
  return (
    <Loaded
      answer={answer}
      empty={{
        is: ({ by_store }) => by_store.length === 0,
        shows: <EmptyState title={t('No store gets a piece')} text={t('Lines come with the calculation.')} />,
      }}
    >
      {({ by_store }) => (
        <FieldTable
          className="tabbed-scroll"
          label={t('By store')}
          fields={fields}
          rows={by_store}
          rowKey={({ source, store }) => `${source} ${store}`}
          total={t('Total')}
          sort="-pieces"
        />
      )}
    </Loaded>
  )
}

type Row = CallData<'allocation.outwardsSummary'>['by_store'][number]

const fields: readonly ShownField<Row>[] = [
  { id: 'store', header: key('Store'), kind: 'code', of: ({ store }) => store },
  { id: 'name', header: key('Store name'), of: (row, { name }) => name(row.store_name, row.store_name_zh) },
  { id: 'source', header: key('From'), kind: 'code', of: ({ source }) => source },
  { id: 'skus', header: key('Lines'), kind: 'count', of: ({ skus }) => skus, total: true },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: ({ pieces }) => pieces, total: true },
  {
    ...{ id: 'value', header: key('Retail value'), kind: 'end' },
    by: ({ retail_value_minor }) => retail_value_minor,
    of: retailValue,
    total: (rows, words) => retailValue(valueSum(rows), words),
  },
  {
    ...{ id: 'gate_pass', header: key('Gate pass'), kind: 'part' },
    by: ({ gate_pass }) => gate_pass,
    of: ({ gate_pass }) => gate_pass && <PassLink number={gate_pass} />,
  },
]
