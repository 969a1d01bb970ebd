import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import { type CaseOutcome, caseOutcomeLabels, caseOutcomes } from '../../../../shared/domain/qc-status.ts'
import { useAction } from '../../../actions/useAction.ts'
import { api } from '../../../api/client.ts'
import { useUnsaved } from '../../../app/unsaved.ts'
import { QuantityInput } from '../../../kit/QuantityInput.tsx'
import { draftKey, useKeptDraft } from '../../../kit/use-kept-draft.ts'
import { useUserId } from '../../../table/use-user-id.ts'
import { useWords } from '../../../table/words.ts'
import {
  openPieces,
  outcomesFor,
  type SettleDraft,
  type Settling,
  settleFault,
  settlingOf,
  wireOutcomes,
} from './settle-draft.ts'
import type { AfterCommand, BoxDetails, QcCase } from './use-box-data.ts'

interface SettleDialogProps {
  box: BoxDetails['box']
  /** Those that are open. */
  cases: readonly QcCase[]
  where: (one: QcCase) => string
  take: (after: AfterCommand) => void
  onClose: () => void
}

const nothing: SettleDraft = {}

function isDraft(kept: unknown): kept is SettleDraft {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    Object.values(kept).every((one: unknown) => typeof one === 'object' && one !== null && 'outcome' in one)
  )
}

/** What becomes of missing and excess pieces: an outcome each, all saved at once; what is left out stays open. */
export function SettleDialog({ box, cases, where, take, onClose }: SettleDialogProps) {
  const { t, number } = useWords()
  const [kept, keep] = useKeptDraft(draftKey(useUserId(), `qc.settle.${box.sscc}`), isDraft)
  const [isOpen, setOpen] = useState(true)
  const draft = kept ?? nothing
  useUnsaved(kept !== null, t('Differences of box {{box_no}}', { box_no: box.box_no }))
  const settle = useAction((outcomes: ReturnType<typeof wireOutcomes>, options) =>
    api.chinaQc.verifyQuantity({ box_id: box.box_id, version: box.version, action: 'settle', outcomes }, options),
  )
  const change = (one: QcCase, to: Partial<Settling>) =>
    keep((now) => ({ ...now, [one.case_id]: { ...settlingOf(now ?? nothing, one), ...to } }))
  const outcomes = wireOutcomes(cases, draft)
  const isSound = outcomes.length > 0 && cases.every((one) => settleFault(one, settlingOf(draft, one)) === null)
  const send = async () => {
    const reply = await settle.run(outcomes)
    if (!reply) return
    keep(() => null)
    take(reply.data)
    setOpen(false)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      onClosed={onClose}
      title={t('Settle differences of box {{box_no}}', { box_no: box.box_no })}
      className="qc-settle"
      transitionDuration={100}
    >
      <DialogBody>
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t('NM SKU')}</th>
              <th>{t('Difference')}</th>
              <th>{t('What becomes of them')}</th>
              <th className="end">{t('Pieces')}</th>
              <th>{t('Remark')}</th>
            </tr>
          </thead>
          <tbody>
            {cases.map((one) => (
              <SettleRow
                key={one.case_id}
                one={one}
                where={where(one)}
                settling={settlingOf(draft, one)}
                onChange={(to) => change(one, to)}
              />
            ))}
          </tbody>
        </table>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('Cancel')} onClick={() => setOpen(false)} />
            <Button
              intent="primary"
              text={outcomes.length === 0 ? t('Settle') : t('Settle {{n}}', { n: number(outcomes.length) })}
              disabled={!isSound}
              loading={settle.isRunning}
              onClick={() => void send()}
            />
          </>
        }
      />
    </Dialog>
  )
}

interface SettleRowProps {
  one: QcCase
  where: string
  settling: Settling
  onChange: (to: Partial<Settling>) => void
}

function SettleRow({ one, where, settling, onChange }: SettleRowProps) {
  const { t, number } = useWords()
  const outcome = (value: string): CaseOutcome | '' => caseOutcomes.find((known) => known === value) ?? ''
  const pieces = { n: number(openPieces(one)) }
  return (
    <tr>
      <td>
        <div className="dt-code">{one.nm_sku}</div>
        <div className="muted">{where}</div>
      </td>
      <td>{one.kind === 'missing' ? t('{{n}} missing', pieces) : t('{{n}} excess', pieces)}</td>
      <td>
        <select
          className="text-field"
          aria-label={`${t('What becomes of them')}, ${one.nm_sku}`}
          value={settling.outcome}
          onChange={(event) => onChange({ outcome: outcome(event.target.value) })}
        >
          <option value="">{t('Not settled yet')}</option>
          {outcomesFor(one.kind).map((value) => (
            <option key={value} value={value}>
              {t(caseOutcomeLabels[value])}
            </option>
          ))}
        </select>
      </td>
      <td className="end">
        <QuantityInput
          value={settling.quantity}
          label={`${t('Pieces')}, ${one.nm_sku}`}
          max={openPieces(one)}
          isInvalid={settleFault(one, settling) !== null}
          disabled={settling.outcome === ''}
          onChange={(quantity) => onChange({ quantity })}
        />
      </td>
      <td>
        <input
          className="text-field"
          value={settling.remark}
          maxLength={500}
          aria-label={`${t('Remark')}, ${one.nm_sku}`}
          disabled={settling.outcome === ''}
          onChange={(event) => onChange({ remark: event.target.value })}
        />
      </td>
    </tr>
  )
}
