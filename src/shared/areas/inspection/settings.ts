import type { Aql, InspectionLevel } from './master-tables.ts'
import type { Aqls, LotScope } from './sampling.ts'
import type { StricterRule } from './stricter-rules.ts'

/** What China QC goes by where nobody says otherwise at a box. */
export interface QcSettings {
  lot_scope: LotScope
  level: InspectionLevel
  /** '0' takes no defect of it at all. */
  aql_critical: '0' | Aql
  aql_major: '0' | Aql
  aql_minor: '0' | Aql
  /** Whoever counts does not see what was declared. */
  blind_count: boolean
  /** Categories and vendors of which more is asked: the strictest holds. */
  stricter: StricterRule[]
}

/** Those of one value each. */
export const qcSettingNames = [
  'lot_scope',
  'level',
  'aql_critical',
  'aql_major',
  'aql_minor',
  'blind_count',
] as const satisfies readonly (keyof QcSettings)[]
export type QcSettingName = (typeof qcSettingNames)[number]

/** All, as a change of each is told. */
export const qcSettingFields = [...qcSettingNames, 'stricter'] as const satisfies readonly (keyof QcSettings)[]
export type QcSettingField = (typeof qcSettingFields)[number]

/** The company's rules; the migration that made China QC writes them, and a test holds the two together. */
export const qcSettingDefaults: Readonly<QcSettings> = {
  lot_scope: 'style_colour',
  level: 'II',
  aql_critical: '0',
  aql_major: '2.5',
  aql_minor: '4.0',
  blind_count: false,
  stricter: [],
}

export function aqlsOf(settings: Pick<QcSettings, 'aql_critical' | 'aql_major' | 'aql_minor'>): Aqls {
  return { critical: settings.aql_critical, major: settings.aql_major, minor: settings.aql_minor }
}

/** English, and the keys of their translations. */
export const qcSettingMessages = {
  critical: 'Critical defects may not have a looser AQL than major ones.',
  major: 'Major defects may not have a looser AQL than minor ones.',
  changed: '{{changed_by}} has changed the QC settings meanwhile. Please look at the plan again.',
} as const

/** What is wrong, by setting. */
export function qcSettingFaults(settings: QcSettings): Partial<Record<QcSettingName, string>> {
  const [critical, major, minor] = [settings.aql_critical, settings.aql_major, settings.aql_minor].map(Number) as [
    number,
    number,
    number,
  ]
  return {
    ...(critical > major && { aql_critical: qcSettingMessages.critical }),
    ...(major > minor && { aql_major: qcSettingMessages.major }),
  }
}

/** The settings in which two differ, in their order. */
export function changedQcSettings(before: QcSettings, after: QcSettings): QcSettingField[] {
  return qcSettingFields.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}
