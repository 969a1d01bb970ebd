import { aqlsOf, type QcSettings, qcSettingFaults, qcSettingNames } from '../../../shared/areas/inspection/settings.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { loadGroup, readGroup, type SettingGroup, saveGroup, settingGroup } from '../../audit/setting-group.ts'
import type { Settings } from '../../database/settings.ts'
import { type CallContext, type Db, reply } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import type { QcSites } from '../qc-boxes/sites.ts'

const shown = (
  { critical, major, minor }: Settings['qc_aqls'],
  others: Pick<QcSettings, 'lot_scope' | 'level' | 'blind_count'>,
) => ({
  ...others,
  ...{ aql_critical: critical, aql_major: major, aql_minor: minor },
})

/** What China QC goes by, as it is kept. */
export const chinaSettings = settingGroup({
  prefix: 'qc',
  rows: ['qc_aqls', 'qc_blind_count', 'qc_level', 'qc_lot_scope'],
  fields: qcSettingNames,
  shown: ({ qc_aqls, qc_blind_count: blind_count, qc_level: level, qc_lot_scope: lot_scope }) =>
    shown(qc_aqls, { lot_scope, level, blind_count }),
  kept: (said: QcSettings) => ({
    qc_aqls: aqlsOf(said),
    qc_blind_count: said.blind_count,
    qc_level: said.level,
    qc_lot_scope: said.lot_scope,
  }),
})

/** The same of India QC. */
export const indiaSettings = settingGroup({
  prefix: 'india_qc',
  rows: ['india_qc_aqls', 'india_qc_blind_count', 'india_qc_level', 'india_qc_lot_scope'],
  fields: qcSettingNames,
  shown: (kept) =>
    shown(kept.india_qc_aqls, {
      lot_scope: kept.india_qc_lot_scope,
      level: kept.india_qc_level,
      blind_count: kept.india_qc_blind_count,
    }),
  kept: (said: QcSettings) => ({
    india_qc_aqls: aqlsOf(said),
    india_qc_blind_count: said.blind_count,
    india_qc_level: said.level,
    india_qc_lot_scope: said.lot_scope,
  }),
})

/** What a country's QC goes by where nobody says otherwise at a box. */
export async function readQcSettings(db: Db, sites: QcSites): Promise<QcSettings> {
  const { settings } = await (sites === 'china_qc' ? readGroup(db, chinaSettings) : readGroup(db, indiaSettings))
  return settings
}

type Save = Taken<Contract['inspection']['saveQcSettings']>

/** The calls of a country's settings: what it goes by and who changed it last; and a change for lots that are planned from then on. */
export function settingsCalls<N extends keyof Settings>(group: SettingGroup<QcSettings, N>) {
  return {
    qcSettings: async (_: object, { db }: CallContext) => reply(await loadGroup(db, group)),
    async saveQcSettings(input: Save, context: CallContext) {
      assertSound(input.settings)
      return context.command((tx) => saveGroup(tx, context, group, input, 'QC settings saved.'))
    },
  }
}

function assertSound(settings: QcSettings): void {
  const faults = Object.entries(qcSettingFaults(settings)).map(([field, message]) => ({ field, message }))
  const [first] = faults
  if (first) throw invalidInput(first.message, { fields: faults })
}
