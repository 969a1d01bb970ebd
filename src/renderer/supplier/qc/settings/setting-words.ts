import type { TFunction } from 'i18next'
import type { QcSettingName } from '../../../../shared/domain/qc-settings.ts'
import { type InspectionLevel, lotScopes } from '../../../../shared/domain/sampling.ts'
import { key } from '../../../i18n/key.ts'
import { scopeWords } from '../inspect/plan-words.ts'

/** What each is called, and what it does in one line. */
export const settingWords: Readonly<Record<QcSettingName, { label: string; meaning: string }>> = {
  lot_scope: {
    label: key('Lot'),
    meaning: key('The pieces that one sample judges, in a box or in the whole shipment.'),
  },
  level: {
    label: key('Inspection level'),
    meaning: key('How large samples are: larger at III than at II, very small at S-1 to S-4.'),
  },
  aql_critical: {
    label: key('AQL for critical defects'),
    meaning: key('Unsafe or not to be sold, for example a needle in the cloth.'),
  },
  aql_major: {
    label: key('AQL for major defects'),
    meaning: key('Customers would send it back, for example for a hole or a stain.'),
  },
  aql_minor: {
    label: key('AQL for minor defects'),
    meaning: key('Seen, but worn all the same, for example a loose thread.'),
  },
  blind_count: {
    label: key('Blind count'),
    meaning: key('Whoever counts does not see what the packing list declares. At each box it can be chosen otherwise.'),
  },
}

const levelWords: Partial<Record<InspectionLevel, string>> = {
  'S-1': key('special, smallest'),
  'S-4': key('special'),
  I: key('smaller samples'),
  II: key('usual'),
  III: key('larger samples'),
}

/** A value by its text, in the reader's language. */
export function valueWord(t: TFunction, name: QcSettingName, value: string): string {
  if (name === 'blind_count') return value === 'true' ? t('On') : t('Off')
  if (name !== 'lot_scope') return value
  const scope = lotScopes.find((one) => one === value)
  return scope ? t(scopeWords[scope]) : value
}

/** The same among those that it could be, with a word where the number alone says little. */
export function choiceWord(t: TFunction, name: QcSettingName, value: string): string {
  const plain = valueWord(t, name, value)
  const about = name === 'level' ? levelWords[value as InspectionLevel] : undefined
  if (about !== undefined) return `${plain} · ${t(about)}`
  return name.startsWith('aql_') && value === '0' ? `0 · ${t('none is taken')}` : plain
}
