import type { TFunction } from 'i18next'
import { useId } from 'react'
import { aqls, type InspectionLevel, inspectionLevels } from '../../../../shared/areas/inspection/master-tables.ts'
import { lotScopes } from '../../../../shared/areas/inspection/sampling.ts'
import { type QcSettingName, type QcSettings, qcSettingDefaults } from '../../../../shared/areas/inspection/settings.ts'
import type { CallData } from '../../../actions/calls.ts'
import { key } from '../../../i18n/formats.ts'
import { useLocale } from '../../../table/words.ts'
import { scopeWords } from '../inspect/PlanTable.tsx'

export type QcSettingsAnswer = CallData<'inspection.qcSettings'>

interface SettingRowProps {
  name: QcSettingName
  saved: QcSettingsAnswer
  form: QcSettings
  /** English, and the key of its translation. */
  problem?: string | undefined
  /** null where it is only read. */
  onChange: ((changes: SettingChanges) => void) | null
}

/** One setting: what it does, its default, who changed it last, and its value or the choice of another. */
export function SettingRow({ name, saved: kept, form, problem, onChange }: SettingRowProps) {
  const { t } = useLocale()
  const id = useId()
  const { label, meaning } = settingWords[name]
  const value = String(form[name])
  return (
    <div className="qcs-row" data-changed={form[name] !== kept.settings[name] || undefined}>
      <div className="qcs-words">
        {onChange ? (
          <label className="qcs-label" htmlFor={id}>
            {t(label)}
          </label>
        ) : (
          <span className="qcs-label">{t(label)}</span>
        )}
        <p id={`${id}words`}>{t(meaning)}</p>
        <SettingFacts name={name} saved={kept} />
      </div>
      <div className="qcs-control">
        {onChange ? (
          <SettingControl
            {...{ id, name, value }}
            isInvalid={problem !== undefined}
            words={problem ? `${id}words ${id}problem` : `${id}words`}
            onChange={onChange}
          />
        ) : (
          <strong>{choiceWord(t, name, value)}</strong>
        )}
        {problem ? (
          <p id={`${id}problem`} className="field-problem" role="alert">
            {t(problem)}
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** The default of the rules, and the last change. */
function SettingFacts({ name, saved }: { name: QcSettingName; saved: QcSettingsAnswer }) {
  const { t, instant } = useLocale()
  const last = saved.last_changes.find(({ setting }) => setting === name)
  return (
    <p className="qcs-facts">
      <span>{t('Default: {{value}}', { value: valueWord(t, name, String(qcSettingDefaults[name])) })}</span>
      {last ? (
        <span>
          {t('{{name}} changed it from {{before}}, {{at}}', {
            name: last.changed_by,
            before: valueWord(t, name, last.from),
            at: instant(last.at),
          })}
        </span>
      ) : (
        <span>{t('Never changed')}</span>
      )}
    </p>
  )
}

interface SettingControlProps {
  id: string
  name: QcSettingName
  value: string
  isInvalid: boolean
  /** Ids of what is said about it. */
  words: string
  onChange: (changes: SettingChanges) => void
}

function SettingControl({ id, name, value, isInvalid, words, onChange }: SettingControlProps) {
  const { t } = useLocale()
  if (name === 'blind_count') {
    return (
      <span className="check-label">
        <input
          id={id}
          type="checkbox"
          checked={value === 'true'}
          aria-describedby={words}
          onChange={({ target }) => onChange({ blind_count: target.checked })}
        />
        {valueWord(t, name, value)}
      </span>
    )
  }
  return (
    <select
      id={id}
      className="text-field"
      value={value}
      aria-invalid={isInvalid}
      aria-describedby={words}
      onChange={({ target }) => onChange(choiceOf(name, target.value))}
    >
      {settingChoices[name].map(String).map((one) => (
        <option key={one} value={one}>
          {choiceWord(t, name, one)}
        </option>
      ))}
    </select>
  )
}

export const aqlChoices = ['0', ...aqls] as const

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
