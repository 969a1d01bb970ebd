import './price-negotiations.css'
import { useState } from 'react'
import { overLastPaid } from '../../../shared/areas/price-negotiations/lists.ts'
import type { NegotiationRow } from '../../../shared/areas/price-negotiations/shapes.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { DecimalField } from '../../forms/fields.tsx'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Money } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import { takeBackAgreements } from './take-back.ts'

const fields: readonly ShownField<NegotiationRow>[] = [
  { id: 'style', header: key('Style ID'), kind: 'code', of: ({ style_id }) => style_id },
  { id: 'supplier', header: key('Supplier'), of: (row, { name }) => name(row.supplier_name, row.supplier_name_zh) },
  { id: 'paid', header: key('Last paid'), kind: 'money', of: ({ last_paid }) => last_paid },
  { id: 'ordered', header: key('Last ordered'), kind: 'money', of: ({ last_ordered }) => last_ordered },
  { id: 'asked', header: key('Price said last'), kind: 'money', of: ({ last_price }) => last_price },
  { id: 'over', header: key('Over that'), kind: 'share', isSigned: true, of: overLastPaid },
]

/** All that wait for us and ask little more than was paid or ordered last: what agreeing would change is shown first. */
export function AcceptDialog({ supplierId, ...turn }: DialogTurn & { supplierId: string }) {
  const { t, number } = useLocale()
  const [text, setText] = useState('2')
  const percent = /^\d{1,2}(\.\d)?$/.test(text.trim()) ? Number(text) : null
  const plan = useAnswer(
    'priceNegotiations.planPriceAcceptance',
    { percent: percent ?? 0, ...(supplierId && { supplier_id: supplierId }) },
    { enabled: percent !== null },
  )
  const accept = useAction(
    (rows: readonly NegotiationRow[], options) =>
      api.priceNegotiations.updatePriceNegotiationDetails(
        { items: rows.map(({ negotiation, version }) => ({ negotiation, version, move: 'agree' as const })) },
        options,
      ),
    {
      undo: (reply, _, options) => takeBackAgreements(reply, options),
      refresh: ['priceNegotiations', 'orders'],
      looksAgain: true,
    },
  )
  const rows = percent === null ? [] : (plan.data?.rows ?? [])
  const agree = async () => {
    if ((await accept.run(rows)) !== undefined) turn.onClose()
  }
  return (
    <Modal {...turn} title={t('Accept many')} width={760} isTyped>
      <DialogParts
        onCancel={turn.onClose}
        step={{
          text: t('Agree to {{n}}', { n: number(rows.length) }),
          run: () => void agree(),
          isOff: rows.length === 0,
          isRunning: accept.isRunning,
        }}
      >
        <DecimalField
          label={t('At most this many percent over the price paid last, or else ordered last')}
          value={text}
          maxLength={5}
          problem={percent === null ? t('A number such as 2 or 1.5.') : null}
          onChange={setText}
        />
        {percent === null ? null : (
          <Loaded answer={plan} rows={5}>
            {(found) => (
              <>
                <p>
                  {t('{{orders}} orders with {{pieces}} pcs that are not invoiced change their price:', {
                    orders: number(found.orders),
                    pieces: number(found.pieces),
                  })}{' '}
                  <strong>
                    <Money value={found.difference} />
                  </strong>
                </p>
                <p className="muted">
                  {t(
                    '{{above}} ask more than that, {{without}} were never paid nor ordered before: these stay as they are.',
                    {
                      above: number(found.above),
                      without: number(found.never_paid),
                    },
                  )}
                </p>
                <FieldTable
                  label={t('Prices to agree to')}
                  fields={fields}
                  rows={found.rows}
                  rowKey={({ negotiation }) => negotiation}
                />
              </>
            )}
          </Loaded>
        )}
      </DialogParts>
    </Modal>
  )
}
