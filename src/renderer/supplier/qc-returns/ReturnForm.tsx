import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalReasons } from '../../../shared/domain/reasons.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { useNamed } from '../../i18n/named.ts'
import { draftKey, useKeptDraft } from '../../kit/use-kept-draft.ts'
import { Field } from '../../people/Field.tsx'
import { useUserId } from '../../table/use-user-id.ts'
import { useWords } from '../../table/words.ts'
import { boxesAndPieces } from '../amounts.ts'
import { type LeftOut, LeftOutList } from '../LeftOutList.tsx'
import { ReasonOptions } from '../ReasonOptions.tsx'
import { RemarkField, TextField } from '../TextField.tsx'
import { ReturnLines } from './ReturnLines.tsx'
import {
  emptyDraft,
  isReturnDraft,
  planOf,
  type ReturnDraft,
  type ReturnPlan,
  type ReturnSupplier,
  usualReason,
} from './return-draft.ts'

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
      api.chinaQc.confirmReturnToVendor(
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
