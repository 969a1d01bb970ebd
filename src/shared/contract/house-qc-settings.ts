import { z } from 'zod'
import { qcSettingNames } from '../domain/qc-settings.ts'
import { allowed } from '../domain/rights.ts'
import { aqls, inspectionLevels, lotScopes } from '../domain/sampling.ts'
import { get, json, post } from './grammar.ts'
import { instant, version } from './shapes.ts'

const aql = z.enum(['0', ...aqls])
const qcSettings = z.object({
  lot_scope: z.enum(lotScopes),
  level: z.enum(inspectionLevels),
  aql_critical: aql,
  aql_major: aql,
  aql_minor: aql,
  /** Whoever counts does not see what was declared. */
  blind_count: z.boolean(),
})
const qcSettingsReply = z.object({
  settings: qcSettings,
  version,
  /** The last change of each that was ever changed, newest first; its values as text. */
  last_changes: z.array(
    z.object({
      setting: z.enum(qcSettingNames),
      from: z.string(),
      to: z.string(),
      at: instant,
      changed_by: z.string(),
    }),
  ),
})

/** What China QC goes by, and who says so. */
export const houseQcSettings = {
  qcSettings: get('selvedge/qc/settings', {
    summary: 'What China QC goes by where nobody says otherwise at a box, and who changed it last.',
    callers: allowed.chinaQc,
    takes: z.object({}),
    gives: json(qcSettingsReply),
  }),
  saveQcSettings: post('selvedge/qc/save-settings', {
    summary: 'Change it for lots that are planned from then on. Lots with an inspection keep their plan.',
    callers: allowed.chinaQcSettings,
    changes: true,
    takes: z.object({ settings: qcSettings, version }),
    gives: json(qcSettingsReply),
  }),
}
