import { z } from 'zod'
import { disputeDayLimits } from '../../../shared/areas/disputes/rules.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { describedForm, FormFields, textField } from '../../forms/described.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'

const wholeDays = (most: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,2}$/, key('Please type a whole number of days.'))
    .transform(Number)
    .refine((days) => days >= 1 && days <= most, key('Please type a whole number of days.'))

const form = describedForm({
  open_days: textField(key('Days after a verdict in which it can be disputed'), 2, {
    ...{ reads: wholeDays(disputeDayLimits.open_days), hint: key('14 unless you say otherwise; at most 90.') },
  }),
  answer_days: textField(key('Days in which a dispute is to be answered'), 2, {
    ...{ reads: wholeDays(disputeDayLimits.answer_days), hint: key('5 unless you say otherwise; at most 30.') },
  }),
})

/** How long vendors may dispute, and how long an answer may take. */
export function DisputeSettingsDialog(turn: DialogTurn) {
  const { t } = useLocale()
  const answer = useAnswer('disputes.disputeSettings', {})
  return (
    <Modal {...turn} title={t('Settings of disputes')} width={480} isTyped>
      <Loaded answer={answer} rows={3}>
        {(saved) => <Settings key={saved.version} saved={saved} onClose={turn.onClose} />}
      </Loaded>
    </Modal>
  )
}

function Settings({ saved, onClose }: { saved: CallData<'disputes.disputeSettings'>; onClose: () => void }) {
  const { t } = useLocale()
  const mayChange = useRight('settleDisputes')
  const { open_days, answer_days } = saved.settings
  const sent = useSentForm(
    form.schema,
    { open_days: String(open_days), answer_days: String(answer_days) },
    {
      draft: 'disputes.settings',
      what: t('Settings of disputes'),
      send: (settings, options) => api.disputes.saveDisputeSettings({ settings, version: saved.version }, options),
      refresh: ['disputes'],
      after: onClose,
    },
  )
  return (
    <form noValidate onSubmit={sent.send}>
      <DialogParts
        onCancel={onClose}
        step={mayChange ? { text: t('Save'), isRunning: sent.isSending, isOff: !sent.isTyped } : null}
      >
        <FormFields
          of={form}
          form={sent}
          looks={{ open_days: { disabled: !mayChange }, answer_days: { disabled: !mayChange } }}
        />
      </DialogParts>
    </form>
  )
}
