import { useId } from 'react'
import { type QcSettingName, type QcSettings, qcSettingDefaults } from '../../../../shared/domain/qc-settings.ts'
import { useWords } from '../../../table/words.ts'
import { choiceOf, type SettingChanges, settingChoices } from './setting-choices.ts'
import { choiceWord, settingWords, valueWord } from './setting-words.ts'
import type { QcSettingsAnswer } from './use-settings-draft.ts'

interface SettingRowProps {
  name: QcSettingName
  kept: QcSettingsAnswer
  form: QcSettings
  /** English, and the key of its translation. */
  problem?: string | undefined
  /** null where it is only read. */
  onChange: ((changes: SettingChanges) => void) | null
}

/** One setting: what it does, its default, who changed it last, and its value or the choice of another. */
export function SettingRow({ name, kept, form, problem, onChange }: SettingRowProps) {
  const { t } = useWords()
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
        <SettingFacts name={name} kept={kept} />
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
function SettingFacts({ name, kept }: { name: QcSettingName; kept: QcSettingsAnswer }) {
  const { t, instant } = useWords()
  const last = kept.last_changes.find(({ setting }) => setting === name)
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
  const { t } = useWords()
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
