import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { documentKinds } from '../../../shared/areas/gate-passes/documents.ts'
import { notSentReasons } from '../../../shared/areas/gate-passes/rules.ts'
import type { GatePassItemRow, GatePassRow } from '../../../shared/areas/gate-passes/shapes.ts'
import type { CallData } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { TextField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { Facts } from '../../kit/Drawer.tsx'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { NotSent } from './NotSent.tsx'
import { skuFields } from './PassItems.tsx'

type Summary = CallData<'gatePasses.summary'>

interface SubmitProps extends DialogTurn {
  pass: GatePassRow
  onSubmitted: () => void
}

/** What goes, what differs from the plan, which paper goes with it; and the goods leave. */
export function SubmitDialog({ pass, onSubmitted, ...turn }: SubmitProps) {
  const { t } = useTranslation()
  const summary = useAnswer('gatePasses.summary', { gate_pass: pass.gate_pass })
  return (
    <Modal
      {...turn}
      title={t('Submit gate pass {{number}}', { number: pass.gate_pass })}
      width={820}
      isTyped
      className="gate-pass-touch"
    >
      <Loaded answer={summary} rows={5}>
        {(found) => <SubmitForm summary={found} onClose={turn.onClose} onSubmitted={onSubmitted} />}
      </Loaded>
    </Modal>
  )
}

const transportForm = z.object({
  carrier: z.string().trim().max(80),
  vehicle_no: z.string().trim().max(20),
  lr_no: z.string().trim().max(40),
  eway_bill_no: z.string().trim().max(20),
})

const differenceFields: readonly ShownField<GatePassItemRow>[] = [
  ...skuFields<GatePassItemRow>(),
  { id: 'planned', header: key('Planned'), kind: 'pieces', of: ({ planned }) => planned, total: true },
  { id: 'packed', header: key('Packed'), kind: 'pieces', of: ({ packed }) => packed, total: true },
  {
    ...{ id: 'reason', header: key('Reason'), kind: 'text' },
    of: ({ reason, remark }, { t }) => [reason && t(notSentReasons[reason]), remark].filter(Boolean).join(' · '),
  },
]

function SubmitForm({
  summary,
  onClose,
  onSubmitted,
}: {
  summary: Summary
  onClose: () => void
  onSubmitted: () => void
}) {
  const { t, number, kilograms, money } = useLocale()
  const say = useSay()
  const mayKnow = useRight('seePrices')
  const { gate_pass: pass, differences, weight_grams, paper, faults, warnings } = summary
  const { gate_pass, version } = pass
  const form = useSentForm(
    transportForm,
    {
      carrier: pass.carrier ?? '',
      vehicle_no: pass.vehicle_no ?? '',
      lr_no: pass.lr_no ?? '',
      eway_bill_no: pass.eway_bill_no ?? '',
    },
    {
      draft: `submit.${gate_pass}`,
      what: t('Submit gate pass {{number}}', { number: gate_pass }),
      send: (typed, options) => {
        const given = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text || null]))
        return api.gatePasses.submit({ gate_pass, version, ...given }, options)
      },
      refresh: ['gatePasses', 'stock'],
      after: () => {
        onClose()
        onSubmitted()
      },
    },
  )
  const step = { text: t('Submit'), isRunning: form.isSending, isOff: faults.length > 0 }
  return (
    <form noValidate onSubmit={form.send}>
      <DialogParts onCancel={onClose} step={step}>
        <div className="pass-callouts">
          <Facts
            facts={[
              [t('Boxes'), number(pass.boxes)],
              [t('Pieces'), number(pass.packed ?? 0)],
              [t('Weight (kg)'), weight_grams === null ? null : kilograms(weight_grams)],
              [t('Document'), t(documentKinds[paper.kind])],
              [t('Place of supply'), paper.place_of_supply || null],
              [
                t('Goods value'),
                paper.value ? money(paper.value) : mayKnow && (pass.packed ?? 0) > 0 ? t('Not known') : null,
              ],
            ]}
          />
          {faults.map(({ message, values }) => (
            <Callout key={message} tone="bad">
              {say.message(message, values)}
            </Callout>
          ))}
          {warnings.map(({ message, values }) => (
            <Callout key={message} tone="warn">
              {say.message(message, values)}
            </Callout>
          ))}
          {differences.some(({ packed, planned, reason }) => (packed ?? 0) < (planned ?? 0) && reason === null) ? (
            <section>
              <h3>{t('Why pieces stay')}</h3>
              <NotSent pass={pass} />
            </section>
          ) : differences.length > 0 ? (
            <section>
              <h3>{t('What differs from the plan')}</h3>
              <FieldTable
                fields={differenceFields}
                rows={differences}
                rowKey={({ nm_sku, condition }) => `${nm_sku} ${condition}`}
                total={t('Total')}
              />
            </section>
          ) : null}
          <div className="pass-grid">
            <TextField {...form.field('carrier')} label={t('Carrier')} maxLength={80} />
            <TextField {...form.field('vehicle_no')} label={t('Vehicle number')} maxLength={20} />
            <TextField {...form.field('lr_no')} label={t('Lorry receipt number')} maxLength={40} />
            <TextField
              {...form.field('eway_bill_no')}
              label={t('E-way bill number')}
              maxLength={20}
              {...(paper.needs_eway_bill && { hint: t('Wanted: the goods are worth more than the threshold.') })}
            />
          </div>
        </div>
      </DialogParts>
    </form>
  )
}
