import { Button } from '@blueprintjs/core'
import type { DispositionRow, RejectedSku } from '../../../shared/areas/rejected-skus/calls.ts'
import {
  closedStep,
  decisionWord,
  dispositionWords,
  type NextStep,
  nextStepOf,
  nextStepWords,
  rejectedNow,
} from '../../../shared/areas/rejected-skus/rules.ts'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton } from '../../actions/files.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { useDialog } from '../../kit/dialogs.tsx'
import { FactList, FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { PhotoStrip } from '../../photos/PhotoField.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'
import { ClaimCallouts, DisputeLinks } from '../disputes/DisputeLinks.tsx'
import { useReconcile } from './ReconcileDialog.tsx'
import { ReworkDialog } from './ReworkDialog.tsx'

/** Rejected pieces of a SKU in a box: what was found, what China had found, and what was decided of each piece. */
export function RejectedDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLocale()
  const found = useAnswer('rejectedSkus.getRejectedSkus', { tab: 'all', rejected_ids: [id] })
  const row = found.data?.rows[0]
  const reconcile = useReconcile()
  return (
    <Drawer
      isOpen
      of={row}
      onClose={onClose}
      width={960}
      title={row?.nm_sku ?? t('Rejected SKU')}
      beside={row ? <BalanceTag row={row} /> : null}
      actions={
        row && row.balance > 0 ? (
          <Button intent="primary" text={t('Decide…')} onClick={() => reconcile.open({ rows: [row] })} />
        ) : null
      }
    >
      <Loaded answer={found} rows={5}>
        {({ rows: [one] }) => (one ? <Rejected row={one} /> : <EmptyState title={t('Not found')} />)}
      </Loaded>
      {reconcile.dialog}
    </Drawer>
  )
}

function BalanceTag({ row: { balance, waiting } }: { row: RejectedSku }) {
  const { t, number } = useLocale()
  if (balance > 0) return <StatusTag status={t('To reconcile: {{n}}', { n: number(balance) })} tone="bad" />
  if (waiting > 0) return <StatusTag status={t('Waiting: {{n}}', { n: number(waiting) })} tone="warn" />
  return <StatusTag status="Reconciled" tone="good" />
}

const facts: readonly ShownField<RejectedSku>[] = [
  {
    ...{ id: 'style', header: key('Style') },
    of: (row, { name }) => (
      <WithPicture of={row}>
        {name(row.style_name, row.style_name_zh)} <span className="muted">{row.style_id}</span>
      </WithPicture>
    ),
  },
  { id: 'color', header: key('Colour'), of: (row, { name }) => `${name(row.color, row.color_zh)} · ${row.size}` },
  { id: 'supplier', header: key('Supplier'), of: (row, { name }) => name(row.supplier_name, row.supplier_name_zh) },
  {
    id: 'box',
    header: key('Box'),
    kind: 'code',
    of: (row) => `${row.shipment_id} / ${row.box_no}`,
    traces: (row) => row.sscc,
  },
  { id: 'sscc', header: key('SSCC'), kind: 'code', of: (row) => row.sscc, traces: true },
  { id: 'site', header: key('Site'), of: (row, { name }) => name(row.site_name, row.site_name_zh) },
  { id: 'rejected', header: key('Rejected pcs'), kind: 'pieces', of: rejectedNow },
  { id: 'balance', header: key('To decide'), kind: 'pieces', of: (row) => row.balance },
  { id: 'rejected_at', header: key('Rejected on'), kind: 'instant', of: (row) => row.rejected_at },
  { id: 'reasons', header: key('Reasons found'), kind: 'words', of: (row) => row.reasons },
  {
    ...{ id: 'china', header: key('In China') },
    of: ({ china }, { t, number }) =>
      china === null
        ? null
        : china.is_skipped
          ? t('QC skipped')
          : t('{{passed}} passed · {{failed}} failed', { passed: number(china.passed), failed: number(china.failed) }),
  },
]

function Rejected({ row }: { row: RejectedSku }) {
  const { t } = useLocale()
  return (
    <>
      <Section>
        <FactList fields={facts} row={row} />
      </Section>
      {row.image_ids.length > 0 ? (
        <Section title={t('Photos')}>
          <PhotoStrip ids={row.image_ids} label={t('Photos of the defect')} />
        </Section>
      ) : null}
      <Section title={t('Decisions')}>
        {row.dispositions.length === 0 ? (
          <p className="muted">{t('Nothing is decided yet.')}</p>
        ) : (
          <Decisions row={row} />
        )}
      </Section>
    </>
  )
}

const usual = [
  key('Decided by mistake'),
  key('Wrong SKU'),
  key('The vendor does not agree'),
  key('The dispute is upheld'),
] as const

function Decisions({ row }: { row: RejectedSku }) {
  const { t, plural } = useLocale()
  const close = useAskedAction(
    ({ one, step }: { one: DispositionRow; step: NextStep; reason: string }, options) =>
      api.rejectedSkus.reconcileRejectedSkus({ action: step, disposition_ids: [one.disposition_id] }, options),
    {
      what: t('Decisions'),
      ask: ({ one, step }: { one: DispositionRow; step: NextStep }) => ({
        title: `${t(nextStepWords[step].happened)}?`,
        text: t(closing[step], { what: plural(one.quantity, '1 piece', '{{n}} pieces') }),
        confirm: t(nextStepWords[step].happened),
      }),
      done: (_, { step }) => t(nextStepWords[step].happened),
      // Whatever the vendor disputed meanwhile is then said above the decisions.
      looksAgain: true,
    },
  )
  const undo = useAskedAction(
    ({ one, reason }: { one: DispositionRow; reason: string }, options) =>
      api.rejectedSkus.reconcileRejectedSkus(
        { action: 'undo', disposition_ids: [one.disposition_id], remark: reason },
        options,
      ),
    {
      what: t('Decisions'),
      ask: ({ one }: { one: DispositionRow }) => ({
        draft: `undo-disposition.${one.disposition_id}`,
        title: t('Take this decision back?'),
        text:
          one.return_note === null
            ? t('Rejected again, of which nothing is decided: {{what}}.', {
                what: plural(one.quantity, '1 piece', '{{n}} pieces'),
              })
            : t('Return note {{return_note}} is cancelled with all that stands on it.', {
                return_note: one.return_note,
              }),
        confirm: t('Take back'),
        usual,
      }),
      done: () => t('Taken back'),
      looksAgain: true,
    },
  )
  const rework = useDialog(ReworkDialog, {})
  return (
    <>
      <ClaimCallouts of={row.dispositions} />
      <FieldTable
        className="rejected-decisions"
        fields={decisionFields({
          close: (about) => (isInParts(about) ? rework.open({ one: about.one }) : close.ask(about)),
          undo: undo.ask,
        })}
        rows={row.dispositions.toReversed()}
        rowKey={(one) => one.disposition_id}
      />
      {close.dialog}
      {rework.dialog}
      {undo.dialog}
    </>
  )
}

/** Of several pieces that are reworked, how many came back is asked. */
const isInParts = ({ one, step }: { one: DispositionRow; step: NextStep }) =>
  step === 'back_from_rework' && one.quantity > 1

const closing: Record<NextStep, string> = {
  back_from_rework: key('{{what}} come to inspection again.'),
  replaced: key('The vendor has sent {{what}} in their place.'),
  credited: key('The vendor has credited {{what}}.'),
}

const stateTones = { OPEN: 'warn', DONE: 'good', UNDONE: 'neutral' } as const

interface Steps {
  close: (about: { one: DispositionRow; step: NextStep }) => void
  undo: (about: { one: DispositionRow }) => void
}

function decisionFields({ close, undo }: Steps): readonly ShownField<DispositionRow>[] {
  return [
    {
      ...{ id: 'kind', header: key('Disposition') },
      of: (one, { t }) => (
        <span className="rejected-decision">
          <b>{t(dispositionWords[one.kind])}</b>
          <span className="muted">{[one.reason && t(one.reason), one.remark].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
    { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: (one) => one.quantity },
    {
      ...{ id: 'state', header: key('Status') },
      of: (one, { t }) => {
        return (
          <span className="status-tag" data-tone={stateTones[one.state]}>
            {t(decisionWord(one))}
          </span>
        )
      },
    },
    {
      ...{ id: 'note', header: key('Note') },
      of: (one, { t }) => (
        <span className="rejected-decision">
          {one.return_note === null ? (
            <span className="code">{one.debit_note ?? '–'}</span>
          ) : (
            <DownloadButton
              size="small"
              variant="minimal"
              hasIcon
              call={contract.rejectedSkus.indiaReturnNoteFile}
              input={{ return_note: one.return_note }}
              text={one.return_note}
              done={t('Return note with photos (PDF)')}
            />
          )}
          <DisputeLinks numbers={one.disputes} />
        </span>
      ),
    },
    { id: 'value', header: key('Debit value'), kind: 'money', of: (one) => one.value },
    { id: 'by', header: key('Decided by'), of: (one) => one.by },
    { id: 'at', header: key('Decided on'), kind: 'instant', of: (one) => one.at },
    {
      ...{ id: 'steps', header: key('Next step'), isQuiet: true },
      of: (one, { t }) => {
        const step = nextStepOf(one.kind)
        const mayUndo = one.state === 'OPEN' || (one.state === 'DONE' && step === null)
        return (
          <span className="rejected-steps">
            {step !== null && closedStep(one, step) === null ? (
              <Button size="small" text={t(nextStepWords[step].happened)} onClick={() => close({ one, step })} />
            ) : null}
            {mayUndo ? (
              <Button
                size="small"
                variant="minimal"
                intent="danger"
                text={t('Take back')}
                onClick={() => undo({ one })}
              />
            ) : null}
          </span>
        )
      },
    },
  ]
}
