import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import { touchesDispute } from '../../../shared/areas/disputes/rules.ts'
import type { RefusalReason } from '../../../shared/kernel/reasons.ts'
import type { CallData } from '../../actions/calls.ts'
import { api } from '../../api/client.ts'
import {
  choiceField,
  describedForm,
  FormFields,
  optionalText,
  remarkField,
  textField,
  wantedText,
} from '../../forms/described.tsx'
import { reasonWords } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { boxesAndPieces } from '../../kit/amounts.ts'
import { DialogParts } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { type LeftOut, LeftOutList } from '../../kit/LeftOutList.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import { disputePath } from '../disputes/paths.ts'

export type ReturnSummary = CallData<'returns.returnToVendorSummary'>
export type ReturnSupplier = ReturnSummary['suppliers'][number]
export type ReturnLine = ReturnSupplier['lines'][number]

const details = describedForm({
  reason: choiceField(key('Reason for the return'), reasonWords, { isMissing: key('Please choose a reason.') }),
  remark: remarkField(key('Remark for the vendor'), { reads: wantedText(key('Please write a remark.')) }),
  carrier: textField(key('Carrier'), 80, { reads: optionalText() }),
  tracking_id: textField(key('Tracking ID'), 60, { reads: optionalText() }),
})

/** What is typed about a return: quantities by `lineKey`, where they are fewer than failed. */
export const returnForm = details.schema.extend({
  quantities: z.record(z.string(), z.number().nullable()),
  /** Disputes despite which these pieces go back, by number. */
  despite: z.array(z.string()),
})

export type ReturnDraft = z.input<typeof returnForm>

export const emptyDraft: ReturnDraft = { ...details.empty, quantities: {}, despite: [] }

/** Drafts of the version before called the tracking ID so. */
export const namesBefore = { trackingId: 'tracking_id' } as const

interface ReturnFormProps {
  boxIds: readonly string[]
  /** Null until one of several is chosen. */
  supplier: ReturnSupplier | null
  leftOut: readonly LeftOut[]
  onClose: () => void
  onReturned: (note: string) => void
  children: ReactNode
}

/** Which pieces go back, why, and with whom. */
export function ReturnForm({ boxIds, supplier, leftOut, onClose, onReturned, children }: ReturnFormProps) {
  const { t, number, name } = useLocale()
  const what = t('Return to vendor')
  const lines = supplier?.lines ?? []
  const draft = `return.${supplier?.supplier_id ?? 'none'}.${boxIds.toSorted().join(',').slice(0, 200)}`
  const form = useSentForm(
    returnForm,
    { ...emptyDraft, reason: usualReason(lines) },
    {
      ...{ draft, what },
      was: namesBefore,
      looksAgain: true,
      send: ({ quantities, despite, reason, ...typed }, options) =>
        api.returns.confirmReturnToVendor(
          {
            ...typed,
            lines: planOf(lines, { quantities }).lines,
            ...(reason && { reason }),
            ...(despite.length > 0 && { despite_disputes: despite }),
          },
          options,
        ),
      done: ({ data }) => t('Return note {{return_note}} made.', { return_note: data.return_note.return_note }),
      after: ({ data }) => onReturned(data.return_note.return_note),
    },
  )
  const plan = planOf(lines, form.values)
  const open = plan.disputes.filter((number) => !form.values.despite.includes(number))
  return (
    <DialogParts
      className="return-body"
      onCancel={onClose}
      step={{
        text: what,
        run: form.send,
        isOff: supplier === null || plan.pieces === 0 || plan.isOver || open.length > 0,
        isRunning: form.isSending,
      }}
      foot={supplier ? <ReturnSum plan={plan} /> : null}
    >
      {children}
      {supplier ? (
        <>
          <h3 className="return-supplier-name">{name(supplier.supplier_name, supplier.supplier_name_zh)}</h3>
          <FieldTable
            className="plain-scroll return-lines"
            fields={lineFields(form.values, (quantities) => form.change({ quantities }))}
            rows={lines}
            rowKey={lineKey}
          />
          <DisputedPieces
            numbers={plan.disputes}
            despite={form.values.despite}
            onDespite={(despite) => form.change({ despite })}
          />
          <p className="muted return-photos">
            {t('Photos that go with the note: {{photos}}', { photos: number(supplier.photos) })}
          </p>
          <div className="form-grid return-fields">
            <FormFields of={details} form={form} />
          </div>
        </>
      ) : null}
      <LeftOutList leftOut={leftOut} />
    </DialogParts>
  )
}

interface DisputedPiecesProps {
  /** Disputes about pieces that would go back. */
  numbers: readonly string[]
  despite: readonly string[]
  onDespite: (numbers: string[]) => void
}

/** Said where disputed pieces would go back: which disputes, the way to them, and that they go all the same. */
function DisputedPieces({ numbers, despite, onDespite }: DisputedPiecesProps) {
  const { t } = useLocale()
  if (numbers.length === 0) return null
  return (
    <div role="alert">
      <Callout tone="warn">
        <p>
          {t('Some of these pieces are disputed, or upheld and still to be looked at again:')}{' '}
          {numbers.map((number) => (
            <span key={number}>
              <Link className="code" to={disputePath(number)}>
                {number}
              </Link>{' '}
            </span>
          ))}
        </p>
        <label className="check-label">
          <input
            type="checkbox"
            checked={numbers.every((number) => despite.includes(number))}
            onChange={({ target }) => onDespite(target.checked ? [...numbers] : [])}
          />
          {t('They go back all the same; the return note says so.')}
        </label>
      </Callout>
    </div>
  )
}

function ReturnSum({ plan }: { plan: ReturnPlan }) {
  const words = useLocale()
  const { t } = words
  return (
    <p className="return-sum" role="status">
      {plan.isOver ? (
        <span className="plat-over">{t('More is typed than failed.')}</span>
      ) : (
        t('Going back: {{what}}', { what: boxesAndPieces(words, plan) })
      )}
    </p>
  )
}

/** Failed pieces by box and SKU; fewer may go. */
function lineFields(
  draft: ReturnDraft,
  onType: (quantities: ReturnDraft['quantities']) => void,
): readonly ShownField<ReturnLine>[] {
  return [
    { id: 'shipment', header: key('Shipment'), kind: 'code', of: (line) => line.shipment_id },
    { id: 'box', header: key('Box'), kind: 'code', of: (line) => line.box_no },
    { id: 'nm_sku', header: key('NM SKU'), kind: 'code', of: (line) => line.nm_sku },
    { id: 'color', header: key('Colour'), of: (line, { name }) => name(line.color, line.color_zh) },
    { id: 'size', header: key('Size'), of: (line) => line.size },
    {
      id: 'reasons',
      header: key('Reasons found'),
      hint: (line, { t }) => line.reasons.map((reason) => t(reason)).join('\n'),
      of: (line, { t }) => <div className="return-found">{line.reasons.map((reason) => t(reason)).join(' · ')}</div>,
    },
    { id: 'failed', header: key('Failed QC'), kind: 'pieces', of: (line) => line.failed },
    {
      id: 'disputed',
      header: key('Disputed'),
      of: (line, { number }) =>
        line.disputes.map((one) => (
          <div key={one.number}>
            <Link className="code" to={disputePath(one.number)}>
              {one.number}
            </Link>{' '}
            {number(one.pieces)}
          </div>
        )),
    },
    {
      id: 'going',
      header: key('Going back'),
      kind: 'end',
      of: (line, { t }) => (
        <QuantityInput
          value={quantityOf(line, draft)}
          max={line.failed}
          placeholder="0"
          label={`${t('Going back')}, ${line.shipment_id} ${line.box_no} ${line.nm_sku}`}
          onChange={(quantity) => onType({ ...draft.quantities, [lineKey(line)]: quantity })}
        />
      ),
    },
  ]
}

export function lineKey({ box_id, nm_sku }: Pick<ReturnLine, 'box_id' | 'nm_sku'>): string {
  return `${box_id} ${nm_sku}`
}

/** Everything that failed, until somebody types another number. */
export function quantityOf(line: ReturnLine, { quantities }: Pick<ReturnDraft, 'quantities'>): number | null {
  const typed = quantities[lineKey(line)]
  return typed === undefined ? line.failed : typed
}

export interface ReturnPlan {
  lines: { box_id: string; nm_sku: string; quantity: number }[]
  boxes: number
  pieces: number
  /** More is typed than failed. */
  isOver: boolean
  /** Numbers of disputes about pieces that go back. */
  disputes: string[]
}

/** What goes back: lines of which nothing goes are left out. */
export function planOf(lines: readonly ReturnLine[], draft: Pick<ReturnDraft, 'quantities'>): ReturnPlan {
  const going = lines.flatMap((line) => {
    const quantity = quantityOf(line, draft) ?? 0
    return quantity > 0 ? [{ line, quantity }] : []
  })
  return {
    lines: going.map(({ line: { box_id, nm_sku }, quantity }) => ({ box_id, nm_sku, quantity })),
    boxes: new Set(going.map(({ line }) => line.box_id)).size,
    pieces: going.reduce((sum, { quantity }) => sum + quantity, 0),
    isOver: going.some(({ line, quantity }) => quantity > line.failed),
    disputes: [
      ...new Set(
        going.flatMap(({ line: { failed, disputes }, quantity }) =>
          disputes
            .filter(({ pieces }) => touchesDispute({ refused: failed, going: quantity, disputed: pieces }))
            .map(({ number }) => number),
        ),
      ),
    ].sort(),
  }
}

/** The reason that most of the failed pieces have, to be offered first; none where there is no single one. */
export function usualReason(lines: readonly ReturnLine[]): RefusalReason | '' {
  const pieces = new Map<RefusalReason, number>()
  for (const { reasons, failed } of lines) {
    for (const reason of reasons) pieces.set(reason, (pieces.get(reason) ?? 0) + failed)
  }
  const [first, second] = [...pieces].sort(([, a], [, b]) => b - a)
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : ''
}
