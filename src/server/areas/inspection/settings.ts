import { type QcSettings, qcSettingFaults, qcSettingNames } from '../../../shared/areas/inspection/settings.ts'
import type { Contract } from '../../../shared/areas.ts'
import { loadGroup, saveGroup, settingGroup } from '../../audit/setting-group.ts'
import { type Handlers, reply } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'

/** What China QC goes by, as it is kept. */
export const qcSettingGroup = settingGroup({
  prefix: 'qc',
  rows: ['qc_aqls', 'qc_blind_count', 'qc_level', 'qc_lot_scope'],
  fields: qcSettingNames,
  shown: ({ qc_aqls: aqls, ...kept }): QcSettings => ({
    lot_scope: kept.qc_lot_scope,
    level: kept.qc_level,
    aql_critical: aqls.critical,
    aql_major: aqls.major,
    aql_minor: aqls.minor,
    blind_count: kept.qc_blind_count,
  }),
  kept: ({ aql_critical: critical, aql_major: major, aql_minor: minor, ...shown }) => ({
    qc_aqls: { critical, major, minor },
    qc_blind_count: shown.blind_count,
    qc_level: shown.level,
    qc_lot_scope: shown.lot_scope,
  }),
})

/** What China QC goes by where nobody says otherwise at a box, and who changed it last. */
export const qcSettings: Handlers<Contract['inspection']>['qcSettings'] = async (_, { db }) =>
  reply(await loadGroup(db, qcSettingGroup))

/** Changes it for lots that are planned from now on. */
export const saveQcSettings: Handlers<Contract['inspection']>['saveQcSettings'] = async (input, context) => {
  assertSound(input.settings)
  return context.command((tx) => saveGroup(tx, context, qcSettingGroup, input, 'QC settings saved.'))
}

function assertSound(settings: QcSettings): void {
  const faults = Object.entries(qcSettingFaults(settings)).map(([field, message]) => ({ field, message }))
  const [first] = faults
  if (first) throw invalidInput(first.message, { fields: faults })
}
