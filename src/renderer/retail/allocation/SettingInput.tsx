import { useState } from 'react'
import { QuantityInput } from '../../kit/quantities.tsx'
import { useLocale } from '../../table/words.ts'
import { rangeWords, type Setting, settingWords } from './settings.ts'

interface SettingInputProps {
  setting: Setting
  value: number | null
  /** English, the key of its translation. */
  fault: string | undefined
  disabled?: boolean
  onChange: (value: number | null) => void
}

/** A number that plans go by; what it may not be is said under it. */
export function SettingInput({ setting, value, fault, disabled = false, onChange }: SettingInputProps) {
  const { t } = useLocale()
  const [refused, setRefused] = useState<string | null>(null)
  const problem = refused === null ? fault : rangeWords[setting]
  return (
    <>
      <QuantityInput
        label={t(settingWords[setting])}
        value={value}
        isInvalid={fault !== undefined}
        disabled={disabled}
        {...(setting === 'most_per_style' && { placeholder: t('no limit') })}
        onChange={onChange}
        onRefused={setRefused}
      />
      {problem ? (
        <p className="field-problem" role="alert">
          {t(problem)}
        </p>
      ) : null}
    </>
  )
}
