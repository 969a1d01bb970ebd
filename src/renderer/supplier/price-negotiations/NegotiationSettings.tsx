import './price-negotiations.css'
import { Button } from '@blueprintjs/core'
import { z } from 'zod'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { DecimalField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import type { DialogTurn } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { useLocale } from '../../table/words.ts'

/** In how many days a price wants an answer. */
export function NegotiationSettingsDrawer({ isOpen, onClose }: DialogTurn) {
  const { t } = useLocale()
  const answer = useAnswer('priceNegotiations.negotiationSettings', {})
  return (
    <Drawer isOpen={isOpen} title={t('Negotiation settings')} width={480} onClose={onClose}>
      <Section>
        <Loaded answer={answer} rows={2}>
          {(saved) => <SettingsForm key={saved.version} saved={saved} />}
        </Loaded>
      </Section>
    </Drawer>
  )
}

const typed = z.object({
  answer_days: z
    .string()
    .trim()
    .regex(/^\d{1,2}$/, key('A whole number of days.'))
    .transform(Number)
    .pipe(z.int().min(1, key('A whole number of days.')).max(60, key('So many days are not meant.'))),
})

function SettingsForm({ saved: { settings, version } }: { saved: CallData<'priceNegotiations.negotiationSettings'> }) {
  const { t } = useLocale()
  const form = useSentForm(
    typed,
    { answer_days: String(settings.answer_days) },
    {
      draft: 'price-negotiations.settings',
      what: t('Negotiation settings'),
      send: (settings, options) => api.priceNegotiations.saveNegotiationSettings({ settings, version }, options),
      refresh: ['priceNegotiations'],
      looksAgain: true,
    },
  )
  return (
    <form noValidate className="price-form" onSubmit={form.send}>
      <DecimalField
        {...form.field('answer_days')}
        label={t('Days to answer a price')}
        hint={t('The other side is reminded on the day before, on the day itself and on the day after.')}
        maxLength={2}
      />
      <Button type="submit" intent="primary" text={t('Save')} disabled={!form.isTyped} loading={form.isSending} />
    </form>
  )
}
