import { faultOfRules } from '../../../shared/areas/gate-passes/documents.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { loadGroup, saveGroup, settingGroup } from '../../audit/setting-group.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import { type Db, type Handlers, reply } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'

type GatePassHandlers = Handlers<Contract['gatePasses']>

const group = settingGroup({
  prefix: 'gate_pass',
  rows: ['gate_pass_blind', 'gate_pass_blind_sites', 'gate_pass_tax'],
  fields: ['blind_receiving', 'blind_sites', 'tax_rules'],
  shown: ({ gate_pass_blind, gate_pass_blind_sites, gate_pass_tax }) => ({
    blind_receiving: gate_pass_blind,
    blind_sites: gate_pass_blind_sites,
    tax_rules: gate_pass_tax,
  }),
  kept: ({ blind_receiving, blind_sites, tax_rules }) => ({
    gate_pass_blind: blind_receiving,
    gate_pass_blind_sites: blind_sites,
    gate_pass_tax: tax_rules,
  }),
})

export const getGatePassSettings: GatePassHandlers['getGatePassSettings'] = async (_, { db }) =>
  reply(await loadGroup(db, group))

/** Changes them for what is made and issued from now on. Throws invalid_input for rates that leave a day or a value open. */
export const saveGatePassSettings: GatePassHandlers['saveGatePassSettings'] = ({ settings, version }, context) => {
  const fault = faultOfRules(settings.tax_rules)
  if (fault !== null) throw invalidInput(fault, { fields: [{ field: 'settings.tax_rules', message: fault }] })
  return context.command(async (tx) => {
    const blind_sites = [...new Set(settings.blind_sites)].toSorted()
    const known = await rowsOf({
      code: col.text,
    })`SELECT code FROM site WHERE code = ANY(${blind_sites}::text[])`.execute(tx)
    const unknown = blind_sites.find((site) => !known.rows.some(({ code }) => code === site))
    if (unknown !== undefined) throw notFound(passWords.unknownSite, { site: unknown })
    const tax_rules = settings.tax_rules.toSorted((a, b) => (a.from < b.from ? -1 : 1))
    return saveGroup(
      tx,
      context,
      group,
      { settings: { ...settings, blind_sites, tax_rules }, version },
      passWords.settings,
    )
  })
}

/** Whether goods that are received at this site are counted blind where a pass does not say otherwise. */
export async function isBlindAt(db: Db, site: string | null): Promise<boolean> {
  if (await readSetting(db, 'gate_pass_blind')) return true
  return site !== null && (await readSetting(db, 'gate_pass_blind_sites')).includes(site)
}
