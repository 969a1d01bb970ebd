import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { z } from 'zod'
import { settlements } from '../../../../shared/areas/counting/rules.ts'
import {
  type DiscrepancyOutcome,
  discrepancyOutcomeLabels,
  discrepancyOutcomes,
} from '../../../../shared/areas/qc-boxes/status.ts'
import { useSentForm } from '../../../forms/useSentForm.ts'
import { key } from '../../../i18n/formats.ts'
import { Section } from '../../../kit/Drawer.tsx'
import { DialogParts, Modal } from '../../../kit/dialogs.tsx'
import { FieldTable } from '../../../kit/field-views.tsx'
import { QuantityInput } from '../../../kit/quantities.tsx'
import type { ShownField } from '../../../kit/shown-field.ts'
import { TraceLink } from '../../../kit/TraceLink.tsx'
import { WithPicture } from '../../../pictures/StylePicture.tsx'
import { type Locale, useLocale } from '../../../table/words.ts'
import { useDesk } from '../desk.ts'
import type { AfterCommand, BoxDetails, QcDiscrepancy, QcLine } from './box-data.ts'

interface DiscrepanciesSectionProps extends Pick<BoxDetails, 'box' | 'cases' | 'lines'> {
  take: (after: AfterCommand) => void
  isSettling: boolean
  setSettling: (isSettling: boolean) => void
}

/** Pieces that were missing or too many: whose case it is, and what became of them. */
export function DiscrepanciesSection({
  box,
  cases: discrepancies,
  lines,
  take,
  isSettling,
  setSettling,
}: DiscrepanciesSectionProps) {
  const { t, name, number } = useLocale()
  if (discrepancies.length === 0) return null
  const open = discrepancies.filter((one) => one.is_open)
  const bySku = new Map(lines.map((line) => [line.nm_sku, line]))
  const lineOf = ({ nm_sku }: QcDiscrepancy) => bySku.get(nm_sku)
  const where = (one: QcDiscrepancy) => {
    const line = lineOf(one)
    return line ? `${name(line.color, line.color_zh)} · ${line.size}` : ''
  }
  return (
    <Section
      title={t('Differences')}
      tools={
        open.length > 0 ? (
          <Button
            size="small"
            text={t('Settle {{n}}…', { n: number(open.length) })}
            onClick={() => setSettling(true)}
          />
        ) : null
      }
    >
      <FieldTable
        className="qc-cases"
        fields={discrepancyFields(lineOf, where)}
        rows={discrepancies}
        rowKey={(one) => one.case_id}
      />
      {isSettling && open.length > 0 ? (
        <SettleDialog box={box} discrepancies={open} where={where} take={take} onClose={() => setSettling(false)} />
      ) : null}
    </Section>
  )
}

const discrepancyFields = (
  lineOf: (one: QcDiscrepancy) => QcLine | undefined,
  where: (one: QcDiscrepancy) => string,
): readonly ShownField<QcDiscrepancy>[] => [
  { id: 'nm_sku', header: key('NM SKU'), of: (one) => <TraceLink code={one.nm_sku} /> },
  {
    id: 'where',
    header: key('Colour and size'),
    kind: 'part',
    of: (one) => {
      const line = lineOf(one)
      return line ? <WithPicture of={{ ...line, style_id: '' }}>{where(one)}</WithPicture> : null
    },
  },
  {
    id: 'difference',
    header: key('Difference'),
    of: (one, words) => (
      <span className="dt-tag" data-tone={one.kind === 'missing' ? 'bad' : 'warn'}>
        {differenceOf(one.kind, one.quantity, words)}
      </span>
    ),
  },
  { id: 'owner', header: key('Owner'), of: (one) => one.owner },
  {
    id: 'outcomes',
    header: key('What became of them'),
    of: (one, { t, number }) => (
      <div className="qc-wrap">
        {one.outcomes.map((outcome) => (
          <div key={`${outcome.at}${outcome.outcome}${outcome.quantity}`}>
            {t(discrepancyOutcomeLabels[outcome.outcome])}: {number(outcome.quantity)} · {outcome.by}
            {outcome.remark ? <span className="muted"> · {outcome.remark}</span> : null}
          </div>
        ))}
        {one.is_open ? <div className="warn-text">{t('{{n}} not settled', { n: number(openPieces(one)) })}</div> : null}
        {one.remark ? <div className="muted">{one.remark}</div> : null}
      </div>
    ),
  },
  { id: 'opened', header: key('Opened'), kind: 'instant', of: (one) => one.opened_at },
]

function differenceOf(kind: QcDiscrepancy['kind'], pieces: number, { t, number }: Locale): string {
  const n = number(pieces)
  return kind === 'missing' ? t('{{n}} missing', { n }) : t('{{n}} excess', { n })
}

/** What is chosen for each case, by its id. */
const settleForm = z.record(
  z.string(),
  z.object({ outcome: z.enum(['', ...discrepancyOutcomes]), quantity: z.number().nullable(), remark: z.string() }),
)

export type SettleDraft = Readonly<z.input<typeof settleForm>>
export type Settling = SettleDraft[string]

interface SettleDialogProps {
  box: BoxDetails['box']
  /** Those that are open. */
  discrepancies: readonly QcDiscrepancy[]
  where: (one: QcDiscrepancy) => string
  take: (after: AfterCommand) => void
  onClose: () => void
}

/** What becomes of missing and excess pieces: an outcome each, all saved at once; what is left out stays open. */
function SettleDialog({ box, discrepancies: cases, where, take, onClose }: SettleDialogProps) {
  const { t, number } = useLocale()
  const desk = useDesk()
  const [isOpen, setOpen] = useState(true)
  const initial = Object.fromEntries(cases.map((one) => [one.case_id, settlingOf({}, one)]))
  const { box_id, version } = box
  const form = useSentForm(settleForm, initial, {
    draft: `${desk.name}.settle.${box.sscc}`,
    what: t('Differences of box {{box_no}}', { box_no: box.box_no }),
    send: (typed, options) =>
      desk.verifyQuantity({ box_id, version, action: 'settle', outcomes: wireOutcomes(cases, typed) }, options),
    after: ({ data }) => {
      take(data)
      setOpen(false)
    },
  })
  const outcomes = wireOutcomes(cases, form.values)
  const isSound = outcomes.length > 0 && cases.every((one) => settleFault(one, settlingOf(form.values, one)) === null)
  const fields = settleFields(where, form.values, (one, to) =>
    form.change({ [one.case_id]: { ...settlingOf(form.values, one), ...to } }),
  )
  return (
    <Modal
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      onClosed={onClose}
      title={t('Settle differences of box {{box_no}}', { box_no: box.box_no })}
      className="qc-settle"
      width={980}
    >
      <DialogParts
        onCancel={() => setOpen(false)}
        step={{
          text: outcomes.length === 0 ? t('Settle') : t('Settle {{n}}', { n: number(outcomes.length) }),
          run: form.send,
          isOff: !isSound,
          isRunning: form.isSending,
        }}
      >
        <FieldTable className="" fields={fields} rows={cases} rowKey={(one) => one.case_id} />
      </DialogParts>
    </Modal>
  )
}

function settleFields(
  where: (one: QcDiscrepancy) => string,
  draft: SettleDraft,
  onChange: (one: QcDiscrepancy, to: Partial<Settling>) => void,
): readonly ShownField<QcDiscrepancy>[] {
  const of = (one: QcDiscrepancy) => settlingOf(draft, one)
  return [
    {
      id: 'nm_sku',
      header: key('NM SKU'),
      of: (one) => (
        <>
          <div className="code">{one.nm_sku}</div>
          <div className="muted">{where(one)}</div>
        </>
      ),
    },
    {
      id: 'difference',
      header: key('Difference'),
      of: (one, words) => differenceOf(one.kind, openPieces(one), words),
    },
    {
      id: 'outcome',
      header: key('What becomes of them'),
      of: (one, { t }) => (
        <select
          className="text-field"
          aria-label={`${t('What becomes of them')}, ${one.nm_sku}`}
          value={of(one).outcome}
          onChange={({ target }) =>
            onChange(one, { outcome: discrepancyOutcomes.find((known) => known === target.value) ?? '' })
          }
        >
          <option value="">{t('Not settled yet')}</option>
          {outcomesFor(one.kind).map((value) => (
            <option key={value} value={value}>
              {t(discrepancyOutcomeLabels[value])}
            </option>
          ))}
        </select>
      ),
    },
    {
      id: 'quantity',
      header: key('Pieces'),
      kind: 'end',
      of: (one, { t }) => (
        <QuantityInput
          value={of(one).quantity}
          label={`${t('Pieces')}, ${one.nm_sku}`}
          max={openPieces(one)}
          isInvalid={settleFault(one, of(one)) !== null}
          disabled={of(one).outcome === ''}
          onChange={(quantity) => onChange(one, { quantity })}
        />
      ),
    },
    {
      id: 'remark',
      header: key('Remark'),
      of: (one, { t }) => (
        <input
          className="text-field"
          value={of(one).remark}
          maxLength={500}
          aria-label={`${t('Remark')}, ${one.nm_sku}`}
          disabled={of(one).outcome === ''}
          onChange={({ target }) => onChange(one, { remark: target.value })}
        />
      ),
    },
  ]
}

export function outcomesFor(kind: QcDiscrepancy['kind']): readonly DiscrepancyOutcome[] {
  return discrepancyOutcomes.filter((outcome) => settlements[outcome].of === kind)
}

export function openPieces({ quantity, settled }: Pick<QcDiscrepancy, 'quantity' | 'settled'>): number {
  return quantity - settled
}

export function settlingOf(draft: SettleDraft, one: QcDiscrepancy): Settling {
  return draft[one.case_id] ?? { outcome: '', quantity: openPieces(one), remark: '' }
}

export type SettleFault = 'too_many' | 'none'

/** Why a discrepancy cannot be settled so; null when it can, or when nothing is chosen for it. */
export function settleFault(one: QcDiscrepancy, { outcome, quantity }: Settling): SettleFault | null {
  if (outcome === '') return null
  if (quantity === null || quantity === 0) return 'none'
  return quantity > openPieces(one) ? 'too_many' : null
}

/** What the settlement sends: the discrepancies for which something was chosen. */
export function wireOutcomes(discrepancies: readonly QcDiscrepancy[], draft: SettleDraft) {
  return discrepancies.flatMap((one) => {
    const { outcome, quantity, remark } = settlingOf(draft, one)
    if (outcome === '' || quantity === null) return []
    return [{ case_id: one.case_id, outcome, quantity, ...(remark.trim() && { remark: remark.trim() }) }]
  })
}
