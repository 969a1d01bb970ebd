import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { conditionNames } from '../../../shared/areas/gate-passes/lists.ts'
import { discrepancyKinds, passOutcomes } from '../../../shared/areas/gate-passes/rules.ts'
import type { PassDiscrepancyRow } from '../../../shared/areas/gate-passes/shapes.ts'
import { useRows } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import { DiscrepancyDrawer } from './DiscrepancyDrawer.tsx'
import { skuFields } from './PassItems.tsx'

export const kindTones = { short: 'bad', excess: 'warn', damaged: 'bad' } as const

/** What came differently than it was sent with one pass, and what became of it. */
export function PassDifferences({ number }: { number: string }) {
  const { t } = useLocale()
  const list = useRows('gatePasses.gatePassCases', { gate_pass: number, page_size: 200 })
  const [opened, setOpened] = useState<string | null>(null)
  const fields: readonly ShownField<PassDiscrepancyRow>[] = [
    {
      ...{ id: 'kind', header: key('Difference') },
      of: ({ kind }) => <StatusTag status={discrepancyKinds[kind]} tone={kindTones[kind]} />,
    },
    ...skuFields<PassDiscrepancyRow>(),
    { id: 'condition', header: key('Condition'), kind: 'word', of: ({ condition }) => conditionNames[condition] },
    { id: 'quantity', header: key('Pieces'), kind: 'pieces', of: ({ quantity }) => quantity },
    { id: 'settled', header: key('Settled'), kind: 'pieces', of: ({ settled }) => settled },
    {
      ...{ id: 'outcome', header: key('Outcome') },
      of: ({ outcomes }) =>
        outcomes
          .filter(({ taken_back }) => taken_back === null)
          .map(({ outcome }) => t(passOutcomes[outcome].label))
          .join(' · ') || null,
    },
    {
      ...{ id: 'open', header: key('Settle'), kind: 'end', isQuiet: true },
      of: ({ case_id, is_open }) => (
        <Button
          variant="minimal"
          text={is_open ? t('Look and settle…') : t('Look…')}
          onClick={() => setOpened(case_id)}
        />
      ),
    },
  ]
  return (
    <>
      <Loaded answer={{ data: list.isLoading ? undefined : list.rows, error: list.error, reload: list.reload }}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title={t('No differences')}
              text={t('Short, surplus and damaged pieces become differences when the gate pass is completed.')}
            />
          ) : (
            <FieldTable label={t('Differences')} fields={fields} rows={rows} rowKey={({ case_id }) => case_id} />
          )
        }
      </Loaded>
      {opened ? <DiscrepancyDrawer id={opened} onClose={() => setOpened(null)} /> : null}
    </>
  )
}
