import {
  changedQcSettings,
  type QcSettingName,
  type QcSettings,
  qcSettingNames,
} from '../../../../shared/domain/qc-settings.ts'
import { aqls, inspectionLevels, lotScopes } from '../../../../shared/domain/sampling.ts'

const aqlChoices = ['0', ...aqls] as const

/** What each setting can be. */
export const settingChoices: { readonly [N in QcSettingName]: readonly QcSettings[N][] } = {
  lot_scope: lotScopes,
  level: inspectionLevels,
  aql_critical: aqlChoices,
  aql_major: aqlChoices,
  aql_minor: aqlChoices,
  blind_count: [false, true],
}

export type SettingChanges = Partial<QcSettings>

/** A setting chosen by the text of its value; nothing where it cannot be that. */
export function choiceOf(name: QcSettingName, text: string): SettingChanges {
  const value = settingChoices[name].find((one) => String(one) === text)
  return value === undefined ? {} : ({ [name]: value } as SettingChanges)
}

/** Of `changes`, those that differ from what is saved; null where nothing does. */
export function trueChanges(saved: QcSettings, changes: SettingChanges): SettingChanges | null {
  const chosen: QcSettings = { ...saved, ...changes }
  const names = changedQcSettings(saved, chosen)
  if (names.length === 0) return null
  return Object.fromEntries(names.map((name) => [name, chosen[name]])) as SettingChanges
}

export interface SettingsDraft {
  /** Of the settings that were being changed. */
  version: number
  changes: SettingChanges
}

export function isSettingsDraft(kept: unknown): kept is SettingsDraft {
  if (typeof kept !== 'object' || kept === null || !('version' in kept) || !('changes' in kept)) return false
  const { version, changes } = kept
  if (typeof version !== 'number' || typeof changes !== 'object' || changes === null) return false
  return Object.entries(changes).every(([name, value]) => {
    const known = qcSettingNames.find((one) => one === name)
    return known !== undefined && (settingChoices[known] as readonly unknown[]).includes(value)
  })
}
