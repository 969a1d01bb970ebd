import './sku-dimensions.css'
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { z } from 'zod'
import { labelFactLengths } from '../../../shared/areas/india-labels/rules.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { describedForm, FormFields, textField } from '../../forms/described.tsx'
import { ChoiceField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import type { DialogTurn } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { useLocale } from '../../table/words.ts'

/** What labels of goods for sale say, site by site, and how volumetric weight is reckoned. */
export function DimensionSettingsDrawer({ isOpen, onClose }: DialogTurn) {
  const { t } = useLocale()
  const labels = useAnswer('indiaLabels.indiaLabelSettings', {})
  const dimensions = useAnswer('skuDimensions.dimensionSettings', {})
  return (
    <Drawer isOpen={isOpen} title={t('Labels and volumetric weight')} width={640} onClose={onClose}>
      <Section title={t('Labels for sale in India')}>
        <Loaded answer={labels} rows={6}>
          {({ sites }) => <SiteForms sites={sites} />}
        </Loaded>
      </Section>
      <Section title={t('Volumetric weight')}>
        <Loaded answer={dimensions} rows={2}>
          {(saved) => <DivisorForm key={saved.version} saved={saved} />}
        </Loaded>
      </Section>
    </Drawer>
  )
}

type Site = CallData<'indiaLabels.indiaLabelSettings'>['sites'][number]

function SiteForms({ sites }: { sites: readonly Site[] }) {
  const { t, name } = useLocale()
  const [chosen, setChosen] = useState(sites[0]?.site ?? '')
  const site = sites.find((one) => one.site === chosen)
  if (!site) return <p className="muted">{t('There is no site in India yet.')}</p>
  return (
    <>
      <ChoiceField
        label={t('Site')}
        problem={null}
        value={chosen}
        choices={sites.map((one) => [one.site, `${one.site} · ${name(one.site_name, one.site_name_zh)}`])}
        onChange={setChosen}
      />
      <SiteForm key={`${site.site} ${site.version}`} site={site} />
    </>
  )
}

const facts = describedForm({
  company_name: textField(key('Importer or maker'), labelFactLengths.company_name, {
    hint: key('Named as maker on goods of Indian origin, as importer on all others.'),
  }),
  company_address: textField(key('Postal address'), labelFactLengths.company_address),
  consumer_care: textField(key('Consumer care'), labelFactLengths.consumer_care, {
    hint: key('Whom customers reach with a complaint: telephone and e-mail.'),
  }),
  net_quantity: textField(key('Net quantity'), labelFactLengths.net_quantity, {
    hint: key('Of one pack: 1 N is one piece.'),
  }),
})

function SiteForm({ site: { site, settings, version, changed_at, changed_by } }: { site: Site }) {
  const { t, instant } = useLocale()
  const form = useSentForm(facts.schema, settings, {
    draft: `india-labels.settings.${site}`,
    what: t('Labels for sale in India'),
    send: (typed, options) => api.indiaLabels.saveIndiaLabelSettings({ site, settings: typed, version }, options),
    refresh: ['indiaLabels'],
    looksAgain: true,
  })
  return (
    <form className="dims-settings" noValidate onSubmit={form.send}>
      <div className="form-grid">
        <FormFields of={facts} form={form} />
      </div>
      <Button type="submit" intent="primary" text={t('Save')} disabled={!form.isTyped} loading={form.isSending} />
      {changed_at !== null && changed_by !== null ? (
        <p className="muted">{t('{{name}} changed it, {{at}}', { name: changed_by, at: instant(changed_at) })}</p>
      ) : null}
    </form>
  )
}

type Divisor = CallData<'skuDimensions.dimensionSettings'>

const rule = describedForm({
  volumetric_divisor: textField(key('Divisor (cm³ a kilogram)'), 5, {
    reads: z
      .string()
      .trim()
      .regex(/^\d{4,5}$/, key('A whole number from 1,000 to 20,000.'))
      .transform(Number)
      .pipe(z.int().min(1_000).max(20_000, key('A whole number from 1,000 to 20,000.'))),
    hint: key('Length × width × height in cm over this number is the weight in kilograms that a carrier bills.'),
  }),
})

function DivisorForm({ saved: { settings, version } }: { saved: Divisor }) {
  const { t } = useLocale()
  const form = useSentForm(
    rule.schema,
    { volumetric_divisor: String(settings.volumetric_divisor) },
    {
      draft: 'sku-dimensions.settings',
      what: t('Volumetric weight'),
      send: (typed, options) => api.skuDimensions.saveDimensionSettings({ settings: typed, version }, options),
      refresh: ['skuDimensions'],
      looksAgain: true,
    },
  )
  return (
    <form className="dims-settings" noValidate onSubmit={form.send}>
      <FormFields of={rule} form={form} />
      <Button type="submit" intent="primary" text={t('Save')} disabled={!form.isTyped} loading={form.isSending} />
    </form>
  )
}
