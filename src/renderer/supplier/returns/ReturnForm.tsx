import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RefusalReason, refusalReasons } from '../../../shared/kernel/reasons.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { ReasonOptions, RemarkField, TextField } from '../../forms/fields.tsx'
import { useFormats, useNamed } from '../../i18n/formats.ts'
import { boxesAndPieces } from '../../kit/amounts.ts'
import { draftKey, useKeptDraft } from '../../kit/drafts.ts'
import { type LeftOut, LeftOutList } from '../../kit/LeftOutList.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import { Field } from '../../people/Fields.tsx'
import { useUserId } from '../../table/views.ts'
import { useWords } from '../../table/words.ts'

interface ReturnFormProps {
  boxIds: readonly string[]
  /** Null until one of several is chosen. */
  supplier: ReturnSupplier | null
  leftOut: readonly LeftOut[]
  onClose: () => void
  /** Something changed in between: the summary is read anew. */
  onStale: () => void
  onReturned: (note: string) => void
  children: ReactNode
}

/** Which pieces go back, why, and with whom. */
export function ReturnForm({ boxIds, supplier, leftOut, onClose, onStale, onReturned, children }: ReturnFormProps) {
  const { t } = useTranslation()
  const named = useNamed()
  const record = `return.${supplier?.supplier_id ?? 'none'}.${boxIds.toSorted().join(',').slice(0, 200)}`
  const [kept, keep] = useKeptDraft(draftKey(useUserId(), record), isReturnDraft)
  const draft = { ...emptyDraft, ...kept }
  const lines = supplier?.lines ?? []
  const reason = draft.reason || usualReason(lines)
  const plan = planOf(lines, draft)
  const [isTried, setTried] = useState(false)
  useUnsaved(kept !== null, t('Return to vendor'))
  const send = useAction(
    (_: undefined, options) =>
      api.returns.confirmReturnToVendor(
        {
          lines: plan.lines,
          ...(reason && { reason }),
          remark: draft.remark.trim(),
          carrier: draft.carrier.trim() || null,
          tracking_id: draft.trackingId.trim() || null,
        },
        options,
      ),
    {
      what: t('Return to vendor'),
      done: ({ data }) => t('Return note {{return_note}} made.', { return_note: data.return_note.return_note }),
      failed: ({ status }) => {
        if (status === 409) onStale()
        return false
      },
    },
  )
  const change = (part: Partial<ReturnDraft>) => keep((now) => ({ ...emptyDraft, ...now, ...part }))
  const confirm = async () => {
    setTried(true)
    if (reason === '' || draft.remark.trim() === '' || plan.isOver || plan.pieces === 0) return
    const reply = await send.run(undefined)
    if (reply === undefined) return
    keep(() => null)
    onReturned(reply.data.return_note.return_note)
  }
  return (
    <>
      <DialogBody className="return-body">
        {children}
        {supplier ? (
          <>
            <h3 className="return-supplier-name">{named(supplier.supplier_name, supplier.supplier_name_zh)}</h3>
            <ReturnLines
              lines={lines}
              photos={supplier.photos}
              draft={draft}
              onType={(key, quantity) => change({ quantities: { ...draft.quantities, [key]: quantity } })}
            />
            <ReturnReason draft={{ ...draft, reason }} isTried={isTried} onChange={change} />
          </>
        ) : null}
        <LeftOutList leftOut={leftOut} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('Cancel')} onClick={onClose} />
            <Button
              intent="primary"
              text={t('Return to vendor')}
              disabled={supplier === null || plan.pieces === 0 || plan.isOver}
              loading={send.isRunning}
              onClick={() => void confirm()}
            />
          </>
        }
      >
        {supplier ? <ReturnSum plan={plan} /> : null}
      </DialogFooter>
    </>
  )
}

function ReturnSum({ plan }: { plan: ReturnPlan }) {
  const words = useWords()
  const { t } = words
  return (
    <p className="return-sum" role="status">
      {plan.isOver ? (
        <span className="plat-over">{t('More is typed than failed.')}</span>
      ) : (
        t('Going back: {{what}}', {
          what: boxesAndPieces(words, plan),
        })
      )}
    </p>
  )
}

interface ReturnReasonProps {
  draft: ReturnDraft
  isTried: boolean
  onChange: (part: Partial<ReturnDraft>) => void
}

function ReturnReason({ draft, isTried, onChange }: ReturnReasonProps) {
  const { t } = useTranslation()
  const fields = useRef<HTMLDivElement>(null)
  // A try that was refused leads to what is missing; typing does not move the focus.
  useEffect(() => {
    if (isTried) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [isTried])
  return (
    <div className="return-fields" ref={fields}>
      <Field
        label={t('Reason for the return')}
        problem={isTried && draft.reason === '' ? t('Please choose a reason.') : null}
      >
        {(ties) => (
          <select
            {...ties}
            className="text-field"
            value={draft.reason}
            onChange={({ target }) =>
              onChange({ reason: refusalReasons.find((known) => known === target.value) ?? '' })
            }
          >
            <ReasonOptions />
          </select>
        )}
      </Field>
      <RemarkField
        label={t('Remark for the vendor')}
        problem={isTried && draft.remark.trim() === '' ? t('Please write a remark.') : null}
        value={draft.remark}
        onChange={(remark) => onChange({ remark })}
      />
      <TextField
        label={t('Carrier')}
        maxLength={80}
        value={draft.carrier}
        onChange={(carrier) => onChange({ carrier })}
      />
      <TextField
        label={t('Tracking ID')}
        maxLength={60}
        value={draft.trackingId}
        onChange={(trackingId) => onChange({ trackingId })}
      />
    </div>
  )
}

interface ReturnLinesProps {
  lines: readonly ReturnLine[]
  photos: number
  draft: ReturnDraft
  onType: (key: string, quantity: number | null) => void
}

/** Failed pieces by box and SKU; fewer may go. */
export function ReturnLines({ lines, photos, draft, onType }: ReturnLinesProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  return (
    <>
      <div className="plain-scroll return-lines">
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t('Shipment')}</th>
              <th>{t('Box')}</th>
              <th>{t('NM SKU')}</th>
              <th>{t('Colour')}</th>
              <th>{t('Size')}</th>
              <th>{t('Reasons found')}</th>
              <th className="end">{t('Failed QC')}</th>
              <th className="end">{t('Going back')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={lineKey(line)}>
                <td className="code">{line.shipment_id}</td>
                <td className="code">{line.box_no}</td>
                <td className="code">{line.nm_sku}</td>
                <td>{named(line.color, line.color_zh)}</td>
                <td>{line.size}</td>
                <td className="return-found" title={line.reasons.map((reason) => t(reason)).join('\n')}>
                  {line.reasons.map((reason) => t(reason)).join(' · ')}
                </td>
                <td className="end">{formats.number(line.failed)}</td>
                <td className="end">
                  <QuantityInput
                    value={quantityOf(line, draft)}
                    max={line.failed}
                    placeholder="0"
                    label={`${t('Going back')}, ${line.shipment_id} ${line.box_no} ${line.nm_sku}`}
                    onChange={(quantity) => onType(lineKey(line), quantity)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="muted return-photos">
        {t('Photos that go with the note: {{photos}}', { photos: formats.number(photos) })}
      </p>
    </>
  )
}

export type ReturnSummary = CallData<'returns.returnToVendorSummary'>
export type ReturnSupplier = ReturnSummary['suppliers'][number]
export type ReturnLine = ReturnSupplier['lines'][number]

/** What was typed about a return: quantities by `lineKey`, where they are fewer than failed. */
export interface ReturnDraft {
  quantities: Record<string, number | null>
  reason: RefusalReason | ''
  remark: string
  carrier: string
  trackingId: string
}

export const emptyDraft: ReturnDraft = { quantities: {}, reason: '', remark: '', carrier: '', trackingId: '' }

export function lineKey({ box_id, nm_sku }: Pick<ReturnLine, 'box_id' | 'nm_sku'>): string {
  return `${box_id} ${nm_sku}`
}

/** Everything that failed, until somebody types another number. */
export function quantityOf(line: ReturnLine, { quantities }: ReturnDraft): number | null {
  const typed = quantities[lineKey(line)]
  return typed === undefined ? line.failed : typed
}

export interface ReturnPlan {
  lines: { box_id: string; nm_sku: string; quantity: number }[]
  boxes: number
  pieces: number
  /** More is typed than failed. */
  isOver: boolean
}

/** What goes back: lines of which nothing goes are left out. */
export function planOf(lines: readonly ReturnLine[], draft: ReturnDraft): ReturnPlan {
  const going = lines.flatMap((line) => {
    const quantity = quantityOf(line, draft) ?? 0
    return quantity > 0 ? [{ line, quantity }] : []
  })
  return {
    lines: going.map(({ line: { box_id, nm_sku }, quantity }) => ({ box_id, nm_sku, quantity })),
    boxes: new Set(going.map(({ line }) => line.box_id)).size,
    pieces: going.reduce((sum, { quantity }) => sum + quantity, 0),
    isOver: going.some(({ line, quantity }) => quantity > line.failed),
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

/** Kept drafts are trusted only in this shape. */
export function isReturnDraft(kept: unknown): kept is ReturnDraft {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    ['quantities', 'reason', 'remark', 'carrier', 'trackingId'].every((name) => name in kept)
  )
}
