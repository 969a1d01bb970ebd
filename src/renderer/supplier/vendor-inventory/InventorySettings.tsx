import './inventory.css'
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

/** When inventory is old or low, and how much the last 7, 15 and 30 days weigh. */
export function InventorySettingsDrawer({ isOpen, onClose }: DialogTurn) {
  const { t } = useLocale()
  const answer = useAnswer('vendorInventory.inventorySettings', {})
  return (
    <Drawer isOpen={isOpen} title={t('Inventory settings')} width={520} onClose={onClose}>
      <Section>
        <Loaded answer={answer} rows={4}>
          {(saved) => <SettingsForm key={saved.version} saved={saved} />}
        </Loaded>
      </Section>
    </Drawer>
  )
}

const whole = (most: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, key('A whole number of days.'))
    .transform(Number)
    .pipe(z.int().min(1, key('A whole number of days.')).max(most, key('So many days are not meant.')))
const share = z
  .string()
  .trim()
  .regex(/^(0(\.\d{1,3})?|1(\.0{1,3})?)$/, key('A share from 0 to 1, such as 0.5.'))
  .transform(Number)

const typed = z.object({ update_days: whole(90), low_days: whole(180), days_7: share, days_15: share, days_30: share })

function SettingsForm({ saved: { settings, version } }: { saved: CallData<'vendorInventory.inventorySettings'> }) {
  const { t } = useLocale()
  const { update_days, low_days, days_7, days_15, days_30 } = settings
  const form = useSentForm(
    typed,
    {
      ...{ update_days: String(update_days), low_days: String(low_days) },
      ...{ days_7: String(days_7), days_15: String(days_15), days_30: String(days_30) },
    },
    {
      draft: 'inventory.settings',
      what: t('Inventory settings'),
      send: (settings, options) => api.vendorInventory.saveInventorySettings({ settings, version }, options),
      refresh: ['vendorInventory'],
      looksAgain: true,
    },
  )
  return (
    <form noValidate className="inv-form" onSubmit={form.send}>
      <DecimalField {...form.field('update_days')} label={t('Update pending after days')} maxLength={3} />
      <DecimalField {...form.field('low_days')} label={t('Low below days of cover')} maxLength={3} />
      <DecimalField
        {...form.field('days_7')}
        label={t('Weight of the last 7 days')}
        hint={t('The three weights add up to 1.')}
        maxLength={5}
      />
      <DecimalField {...form.field('days_15')} label={t('Weight of the last 15 days')} maxLength={5} />
      <DecimalField {...form.field('days_30')} label={t('Weight of the last 30 days')} maxLength={5} />
      <Button type="submit" intent="primary" text={t('Save')} disabled={!form.isTyped} loading={form.isSending} />
    </form>
  )
}
