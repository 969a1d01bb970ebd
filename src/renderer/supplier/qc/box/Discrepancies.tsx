import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import { settlements } from '../../../../shared/areas/counting/rules.ts'
import { type CaseOutcome, caseOutcomeLabels, caseOutcomes } from '../../../../shared/areas/qc-boxes/status.ts'
import { useAction } from '../../../actions/useAction.ts'
import { api } from '../../../api/client.ts'
import { useUnsaved } from '../../../app/unsaved.ts'
import { Section } from '../../../kit/Drawer.tsx'
import { draftKey, useKeptDraft } from '../../../kit/drafts.ts'
import { QuantityInput } from '../../../kit/quantities.tsx'
import { Instant } from '../../../kit/states.tsx'
import { useUserId } from '../../../table/views.ts'
import { useWords } from '../../../table/words.ts'
import type { AfterCommand, BoxDetails, QcCase } from './box-data.ts'

interface CasesSectionProps extends Pick<BoxDetails, 'box' | 'cases' | 'lines'> {
  take: (after: AfterCommand) => void
  isSettling: boolean
  setSettling: (isSettling: boolean) => void
}

/** Pieces that were missing or too many: whose case it is, and what became of them. */
export function CasesSection({ box, cases, lines, take, isSettling, setSettling }: CasesSectionProps) {
  const { t, name, number } = useWords()
  if (cases.length === 0) return null
  const open = cases.filter((one) => one.is_open)
  const bySku = new Map(lines.map((line) => [line.nm_sku, line]))
  const where = ({ nm_sku }: QcCase) => {
    const line = bySku.get(nm_sku)
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
      <div className="qc-cases">
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t('NM SKU')}</th>
              <th>{t('Colour and size')}</th>
              <th>{t('Difference')}</th>
              <th>{t('Owner')}</th>
              <th>{t('What became of them')}</th>
              <th>{t('Opened')}</th>
            </tr>
          </thead>
          <tbody>
            {cases.map((one) => (
              <tr key={one.case_id}>
                <td className="dt-code">{one.nm_sku}</td>
                <td>{where(one)}</td>
                <td>
                  <span className="dt-tag" data-tone={one.kind === 'missing' ? 'bad' : 'warn'}>
                    {one.kind === 'missing'
                      ? t('{{n}} missing', { n: number(one.quantity) })
                      : t('{{n}} excess', { n: number(one.quantity) })}
                  </span>
                </td>
                <td>{one.owner}</td>
                <td className="qc-wrap">
                  {one.outcomes.map((outcome) => (
                    <div key={`${outcome.at}${outcome.outcome}${outcome.quantity}`}>
                      {t(caseOutcomeLabels[outcome.outcome])}: {number(outcome.quantity)} · {outcome.by}
                      {outcome.remark ? <span className="muted"> · {outcome.remark}</span> : null}
                    </div>
                  ))}
                  {one.is_open ? (
                    <div className="warn-text">{t('{{n}} not settled', { n: number(openPieces(one)) })}</div>
                  ) : null}
                  {one.remark ? <div className="muted">{one.remark}</div> : null}
                </td>
                <td>
                  <Instant at={one.opened_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isSettling && open.length > 0 ? (
        <SettleDialog box={box} cases={open} where={where} take={take} onClose={() => setSettling(false)} />
      ) : null}
    </Section>
  )
}

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
    api.counting.verifyQuantity({ box_id: box.box_id, version: box.version, action: 'settle', outcomes }, options),
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

/** What was chosen for one case. */
export interface Settling {
  outcome: CaseOutcome | ''
  quantity: number | null
  remark: string
}

export type SettleDraft = Readonly<Record<string, Settling>>

export function outcomesFor(kind: QcCase['kind']): readonly CaseOutcome[] {
  return caseOutcomes.filter((outcome) => settlements[outcome].of === kind)
}

export function openPieces({ quantity, settled }: Pick<QcCase, 'quantity' | 'settled'>): number {
  return quantity - settled
}

export function settlingOf(draft: SettleDraft, one: QcCase): Settling {
  return draft[one.case_id] ?? { outcome: '', quantity: openPieces(one), remark: '' }
}

export type SettleFault = 'too_many' | 'none'

/** Why a case cannot be settled so; null when it can, or when nothing is chosen for it. */
export function settleFault(one: QcCase, { outcome, quantity }: Settling): SettleFault | null {
  if (outcome === '') return null
  if (quantity === null || quantity === 0) return 'none'
  return quantity > openPieces(one) ? 'too_many' : null
}

/** What the settlement sends: the cases for which something was chosen. */
export function wireOutcomes(cases: readonly QcCase[], draft: SettleDraft) {
  return cases.flatMap((one) => {
    const { outcome, quantity, remark } = settlingOf(draft, one)
    if (outcome === '' || quantity === null) return []
    return [{ case_id: one.case_id, outcome, quantity, ...(remark.trim() && { remark: remark.trim() }) }]
  })
}
