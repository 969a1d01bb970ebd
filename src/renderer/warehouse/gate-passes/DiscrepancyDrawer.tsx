import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { conditionNames } from '../../../shared/areas/gate-passes/lists.ts'
import { gatePassRights } from '../../../shared/areas/gate-passes/rights.ts'
import {
  damageReasons,
  discrepancyKinds,
  outcomesOf,
  type PassOutcome,
  passOutcomeNames,
  passOutcomes,
} from '../../../shared/areas/gate-passes/rules.ts'
import type { PassDiscrepancyRow } from '../../../shared/areas/gate-passes/shapes.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, DecimalField, RemarkField } from '../../forms/fields.tsx'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { wordOf } from '../../i18n/code-words.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { FactList, FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout } from '../../kit/states.tsx'
import { PhotoStrip } from '../../photos/PhotoField.tsx'
import { PhotoSourceContext } from '../../photos/photo-source.ts'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'

const facts: readonly ShownField<PassDiscrepancyRow>[] = [
  { id: 'pass', header: key('Gate pass'), kind: 'code', of: ({ gate_pass }) => gate_pass, traces: true },
  { id: 'sku', header: key('SKU'), of: (row) => <WithPicture of={row}>{row.nm_sku}</WithPicture> },
  { id: 'color', header: key('Colour'), of: ({ color, color_zh }, { name }) => name(color, color_zh) },
  { id: 'size', header: key('Size'), of: ({ size }) => size },
  { id: 'condition', header: key('Condition'), kind: 'word', of: ({ condition }) => conditionNames[condition] },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: ({ quantity }) => quantity },
  { id: 'from', header: key('Sent from'), of: (row, { name }) => name(row.from_site_name, row.from_site_name_zh) },
  { id: 'to', header: key('Sent to'), of: (row, { name }) => name(row.to_name, row.to_name_zh) },
  { id: 'reason', header: key('Reason'), kind: 'word', of: ({ reason }) => reason && damageReasons[reason] },
  { id: 'remark', header: key('Remark'), of: ({ remark }) => remark },
  { id: 'at', header: key('Opened'), kind: 'instant', of: ({ opened_at }) => opened_at },
]

type Outcome = PassDiscrepancyRow['outcomes'][number]

const outcomeFields: readonly ShownField<Outcome>[] = [
  { id: 'outcome', header: key('Outcome'), kind: 'word', of: ({ outcome }) => passOutcomes[outcome].label },
  { id: 'quantity', header: key('Pieces'), kind: 'pieces', of: ({ quantity }) => quantity },
  { id: 'remark', header: key('Remark'), of: ({ remark }) => remark },
  { id: 'by', header: key('By'), of: ({ by }) => by },
  { id: 'at', header: key('At'), kind: 'instant', of: ({ at }) => at },
]

/** One discrepancy: its photographs, what became of it so far, and settling what is open. */
export function DiscrepancyDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t, listed } = useLocale()
  const maySettle = useRight('gatePassLead')
  const found = useAnswer('gatePasses.gatePassCases', { case_ids: [id] })
  const row = found.data?.rows[0]
  return (
    <Drawer
      isOpen
      of={row}
      onClose={onClose}
      width={620}
      title={row ? t(discrepancyKinds[row.kind]) : t('Difference')}
      beside={
        row ? (
          <StatusTag status={row.is_open ? key('To settle') : key('Settled')} tone={row.is_open ? 'warn' : 'good'} />
        ) : null
      }
    >
      <Loaded answer={found} rows={4}>
        {() =>
          row ? (
            <PhotoSourceContext value="gate-pass">
              <Section>
                <FactList fields={facts} row={row} />
                <PhotoStrip ids={row.image_ids} label={t('Photos of the pieces')} />
              </Section>
              {row.outcomes.length > 0 ? (
                <Section title={t('What became of it')}>
                  <Outcomes row={row} maySettle={maySettle} />
                </Section>
              ) : null}
              {row.is_open && maySettle ? <SettleForm key={row.settled} row={row} /> : null}
              {row.is_open && !maySettle ? (
                <Callout>
                  {t('Your role does not settle it. These do, unless the company has changed it: {{roles}}.', {
                    roles: listed(gatePassRights.gatePassLead.roles.map((role) => t(wordOf(role)))),
                  })}
                </Callout>
              ) : null}
            </PhotoSourceContext>
          ) : null
        }
      </Loaded>
    </Drawer>
  )
}

/** What became of the pieces; who may settle takes it back until the pass closes for good. */
function Outcomes({ row, maySettle }: { row: PassDiscrepancyRow; maySettle: boolean }) {
  const { t } = useTranslation()
  const back = useAskedAction<unknown, Outcome>(
    ({ outcome_id, reason }, options) =>
      api.gatePasses.settleGatePassCase({ case_id: row.case_id, takes_back: { outcome_id, why: reason } }, options),
    {
      refresh: ['gatePasses', 'stock'],
      ask: ({ outcome_id }) => ({
        draft: `settlement.${outcome_id}`,
        title: t('Take the settlement back?'),
        text: t('What it did to stock is undone, and its pieces are to settle again.'),
        confirm: t('Take it back'),
        usual: [key('Settled by mistake'), key('The pieces turned up')],
      }),
    },
  )
  const fields: readonly ShownField<Outcome>[] = [
    ...outcomeFields,
    {
      ...{ id: 'back', header: key('Taken back'), kind: 'end' },
      of: (outcome) =>
        outcome.taken_back ? (
          `${outcome.taken_back.by}: ${t(outcome.taken_back.why)}`
        ) : maySettle && row.may_take_back ? (
          <Button variant="minimal" size="small" text={t('Take back…')} onClick={() => back.ask(outcome)} />
        ) : null,
    },
  ]
  return (
    <>
      <FieldTable fields={fields} rows={row.outcomes} rowKey={({ outcome_id }) => outcome_id} />
      {back.dialog}
    </>
  )
}

const settleForm = z.object({
  outcome: z.enum(passOutcomeNames),
  quantity: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, key('Please enter a whole number above 0.'))
    .transform(Number),
  remark: z.string().trim().max(500),
})

function SettleForm({ row }: { row: PassDiscrepancyRow }) {
  const { t } = useTranslation()
  const choices = outcomesOf(row.kind)
  const [first = 'lost'] = choices
  const form = useSentForm(
    settleForm,
    { outcome: first as PassOutcome, quantity: String(row.quantity - row.settled), remark: '' },
    {
      draft: `gate-pass-case.${row.case_id}`,
      what: t('Settle the difference'),
      send: ({ remark, ...outcome }, options) =>
        api.gatePasses.settleGatePassCase(
          { case_id: row.case_id, outcomes: [{ ...outcome, ...(remark && { remark }) }] },
          options,
        ),
      refresh: ['gatePasses', 'stock'],
    },
  )
  return (
    <Section title={t('Settle the difference')}>
      <form noValidate onSubmit={form.send} className="pass-form gate-pass-touch">
        <ChoiceField
          {...form.field('outcome')}
          label={t('Outcome')}
          choices={choices.map((one) => [one, t(passOutcomes[one].label)])}
        />
        <DecimalField {...form.field('quantity')} label={t('Pieces')} maxLength={7} />
        <RemarkField {...form.field('remark')} label={t('Remark')} />
        <Button type="submit" intent="primary" text={t('Settle')} loading={form.isSending} />
      </form>
    </Section>
  )
}
