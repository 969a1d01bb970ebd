import { Button } from '@blueprintjs/core'
import type { ReplenishmentRow } from '../../../shared/areas/allocation/shapes.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { ScrollPart } from '../../kit/Page.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import { StyleDialog } from './StyleDialog.tsx'

type Overall = CallData<'allocation.replenishmentOverall'>['rows'][number]

/** Styles over all stores of an order. */
export function OverallPart({ order }: { order: ReplenishmentRow }) {
  const { t } = useLocale()
  const answer = useAnswer('allocation.replenishmentOverall', { po_id: order.po_id })
  const grid = useDialog(StyleDialog, { order })
  return (
    <ScrollPart className="tabbed-scroll" label={t('By style')}>
      <Loaded
        answer={answer}
        empty={{
          is: ({ rows }) => rows.length === 0,
          shows: <EmptyState title={t('No style sells at these stores')} />,
        }}
      >
        {({ rows }) => (
          <FieldTable
            fields={[
              ...fields,
              {
                ...{ id: 'open', header: key('Stores and sizes'), kind: 'part', isQuiet: true },
                of: ({ style_id, color }) => (
                  <Button
                    size="small"
                    text={t('Stores and sizes…')}
                    onClick={() => grid.open({ styleId: style_id, color })}
                  />
                ),
              },
            ]}
            rows={rows}
            rowKey={({ style_id, color }) => `${style_id} ${color}`}
            total={t('Total')}
            className="replenish-whole"
            sort="-proposed"
          />
        )}
      </Loaded>
      {grid.dialog}
    </ScrollPart>
  )
}

const fields: readonly ShownField<Overall>[] = [
  { id: 'style', header: key('Style'), kind: 'code', of: ({ style_id }) => style_id, traces: true },
  { id: 'name', header: key('Style name'), of: (row, { name }) => name(row.style_name, row.style_name_zh) },
  { id: 'color', header: key('Colour'), of: ({ color, color_zh }, { name }) => name(color, color_zh) },
  { id: 'stores', header: key('Stores'), kind: 'count', of: ({ stores }) => stores },
  { id: 'eligible', header: key('Eligible stores'), kind: 'count', of: (row) => row.eligible_stores },
  { id: 'free', header: key('Free at the source'), kind: 'pieces', of: ({ free }) => free },
  { id: 'proposed', header: key('Proposed'), kind: 'pieces', of: ({ proposed }) => proposed, total: true },
  { id: 'ordered', header: key('In this order'), kind: 'pieces', of: ({ ordered }) => ordered, total: true },
]
