import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { z } from 'zod'
import { type NotSentReason, notSentReasons } from '../../../shared/areas/gate-passes/rules.ts'
import type { GatePassRow } from '../../../shared/areas/gate-passes/shapes.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, TextField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { key } from '../../i18n/formats.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import { skuFields } from './PassItems.tsx'

type Item = CallData<'gatePasses.nonDispatchedItems'>['items'][number]

const reasons = Object.keys(notSentReasons) as [NotSentReason, ...NotSentReason[]]

/** Planned and not packed: each wants a reason before the goods leave, one by one or all that have none at once. */
export function NotSent({ pass: { gate_pass } }: { pass: GatePassRow }) {
  const { t, plural } = useLocale()
  const found = useAnswer('gatePasses.nonDispatchedItems', { gate_pass })
  const [reason, setReason] = useState<NotSentReason>('not_found')
  const words = useTyped(`not-sent.${gate_pass}`, z.string(), '', t('Not sent'))
  const { value: remark, change: setRemark } = words
  const save = useAction(
    (items: readonly Item[] | null, options) =>
      api.gatePasses.updateNonDispatchedItems(
        {
          ...{ gate_pass, reason, remark },
          ...(items && { items: items.map(({ nm_sku, condition }) => ({ nm_sku, condition })) }),
        },
        options,
      ),
    { refresh: ['gatePasses'] },
  )
  const fields: readonly ShownField<Item>[] = [
    ...skuFields<Item>(),
    { id: 'planned', header: key('Planned'), kind: 'pieces', of: ({ planned }) => planned, total: true },
    { id: 'not_sent', header: key('Not sent'), kind: 'pieces', of: ({ not_sent }) => not_sent, total: true },
    {
      ...{ id: 'reason', header: key('Reason') },
      mark: (row) => (row.reason === null ? 'warn' : undefined),
      of: (row) =>
        row.reason === null
          ? t('No reason yet')
          : [t(notSentReasons[row.reason]), row.remark].filter(Boolean).join(' · '),
    },
    {
      ...{ id: 'set', header: key('Give this reason'), kind: 'end', isQuiet: true },
      of: (row) => (
        <Button
          size="small"
          variant="minimal"
          text={t('Give this reason')}
          disabled={save.isRunning}
          onClick={() => void save.run([row])}
        />
      ),
    },
  ]
  return (
    <Loaded answer={found}>
      {({ items, without_reason }) =>
        items.length === 0 ? (
          <EmptyState title={t('Everything that is planned is packed')} />
        ) : (
          <div className="pass-drawer">
            <div className="pass-note">
              <ChoiceField
                label={t('Reason')}
                value={reason}
                onChange={setReason}
                choices={reasons.map((one) => [one, t(notSentReasons[one])])}
              />
              <TextField label={t('Remark')} maxLength={200} value={remark} onChange={setRemark} />
              <Button
                intent={without_reason > 0 ? 'primary' : 'none'}
                text={plural(without_reason, 'For the one without a reason', 'For all {{n}} without a reason')}
                disabled={without_reason === 0}
                loading={save.isRunning}
                onClick={() => void save.run(null).then((done) => done && words.reset())}
              />
            </div>
            <FieldTable
              label={t('Not sent')}
              fields={fields}
              rows={items}
              rowKey={({ nm_sku, condition }) => `${nm_sku} ${condition}`}
              total={t('Total')}
            />
          </div>
        )
      }
    </Loaded>
  )
}
