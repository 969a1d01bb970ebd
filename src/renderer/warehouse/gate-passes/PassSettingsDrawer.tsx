import { Button } from '@blueprintjs/core'
import { Cog } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useSaveKey } from '../../forms/SaveBar.tsx'
import { type Form, useForm } from '../../forms/useForm.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { type DialogTurn, useDialog } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { useSettingsWord } from '../../settings/use-settings-word.ts'
import { useLocale } from '../../table/words.ts'
import { type SettingsTyped, settingsForm, typedSettings } from './pass-settings-form.ts'
import { TaxRulesForm } from './TaxRulesForm.tsx'

type Saved = CallData<'gatePasses.getGatePassSettings'>
type Config = CallData<'gatePasses.gatepassConfig'>

/** Opens the settings of gate passes for who leads them. */
export function PassSettingsButton() {
  const { t } = useTranslation()
  const isLead = useRight('gatePassLead')
  const settings = useDialog(PassSettingsDrawer)
  useSettingsWord(settings.open, isLead)
  if (!isLead) return null
  return (
    <>
      <Button icon={<Cog />} text={t('Gate pass settings')} aria-haspopup="dialog" onClick={() => settings.open()} />
      {settings.dialog}
    </>
  )
}

const width = 760

/** Where receipts are blind, and the rates and the threshold that papers go by. */
function PassSettingsDrawer(turn: DialogTurn) {
  const { t } = useTranslation()
  const saved = useAnswer('gatePasses.getGatePassSettings', {})
  const config = useAnswer('gatePasses.gatepassConfig', {})
  if (saved.data && config.data)
    return <Settings key={saved.data.version} saved={saved.data} config={config.data} {...turn} />
  return (
    <Drawer {...turn} title={t('Gate pass settings')} width={width}>
      <Loaded answer={saved} rows={8}>
        {() => (
          <Loaded answer={config} rows={8}>
            {() => null}
          </Loaded>
        )}
      </Loaded>
    </Drawer>
  )
}

function Settings({ saved, config, ...turn }: DialogTurn & { saved: Saved; config: Config }) {
  const { t } = useTranslation()
  const what = t('Gate pass settings')
  const form = useForm(settingsForm, typedSettings(saved.settings), { draft: 'gate-passes.settings', what })
  const save = useAction(
    (settings: Saved['settings'], options) =>
      api.gatePasses.saveGatePassSettings({ settings, version: saved.version }, options),
    { what, refresh: ['gatePasses'], failed: form.refuse },
  )
  const send = form.submit((settings) => save.run(settings))
  const canSave = form.isTyped && !save.isRunning
  useSaveKey(send, canSave)
  return (
    <Drawer
      {...turn}
      title={what}
      width={width}
      actions={
        <>
          <Button text={t('Discard')} disabled={!canSave} onClick={form.reset} />
          <Button intent="primary" text={t('Save')} loading={save.isRunning} disabled={!canSave} onClick={send} />
        </>
      }
    >
      <BlindSites form={form} sites={config.sites} />
      <Section title={t('Tax rates and e-way bill')}>
        <Callout>
          {t(
            'Papers that are issued from a day on go by what stands there for it. A tax adviser must confirm the rates.',
          )}
        </Callout>
        <TaxRulesForm form={form} />
        {form.problem('tax_rules') ? (
          <p className="field-problem" role="alert">
            {form.problem('tax_rules')}
          </p>
        ) : null}
      </Section>
      {saved.last_changes.length > 0 ? (
        <Section title={t('Last changes')}>
          <FieldTable fields={changeFields} rows={saved.last_changes} rowKey={({ setting }) => setting} />
        </Section>
      ) : null}
    </Drawer>
  )
}

interface BlindSitesProps {
  form: Form<SettingsTyped, unknown>
  sites: Config['sites']
}

/** Everywhere, or at these sites; at each pass it can be chosen otherwise. */
function BlindSites({ form, sites }: BlindSitesProps) {
  const { t, name } = useLocale()
  const { blind_receiving: everywhere, blind_sites: chosen } = form.values
  const choose = (site: string, isBlind: boolean) =>
    form.change({ blind_sites: isBlind ? [...chosen, site] : chosen.filter((one) => one !== site) })
  return (
    <Section title={t('Blind receiving')}>
      <p className="muted">
        {t('Whoever receives counts without seeing what was sent. At each gate pass it can be chosen otherwise.')}
      </p>
      <label className="check-label pass-everywhere">
        <input
          type="checkbox"
          checked={everywhere}
          onChange={({ target }) => form.change({ blind_receiving: target.checked })}
        />
        {t('At every site')}
      </label>
      <fieldset className="pass-sites" disabled={everywhere}>
        <legend>{t('At these sites')}</legend>
        {sites.map(({ site, site_name, site_name_zh }) => (
          <label key={site} className="check-label">
            <input
              type="checkbox"
              checked={everywhere || chosen.includes(site)}
              onChange={({ target }) => choose(site, target.checked)}
            />
            {`${site} · ${name(site_name, site_name_zh)}`}
          </label>
        ))}
      </fieldset>
    </Section>
  )
}

const settingWords: Readonly<Record<Saved['last_changes'][number]['setting'], string>> = {
  blind_receiving: key('Blind receiving at every site'),
  blind_sites: key('Sites that receive blind'),
  tax_rules: key('Tax rates and e-way bill'),
}

const changeFields: readonly ShownField<Saved['last_changes'][number]>[] = [
  { id: 'setting', header: key('What'), of: ({ setting }, { t }) => t(settingWords[setting]) },
  { id: 'by', header: key('Changed by'), of: ({ changed_by }) => changed_by },
  { id: 'at', header: key('When'), kind: 'instant', of: ({ at }) => at },
]
