import { useState } from 'react'
import { QuantityInput } from '../../kit/quantities.tsx'
import { useLocale } from '../../table/words.ts'
import { rangeWords, type Setting, settingWords } from './settings.ts'

interface RangeInputProps {
  /** What it counts, in the reader's language. */
  label: string
  value: number | null
  /** What it may be; English, the key of its translation. Said under the field while it is something else, or a minus sign was typed. */
  range: string
  isOut: boolean
  disabled?: boolean
  placeholder?: string
  onChange: (value: number | null) => void
}

/** A whole number within a range. */
export function RangeInput({ range, isOut, ...field }: RangeInputProps) {
  const { t } = useLocale()
  const [refused, setRefused] = useState<{ left: string | undefined } | null>(null)
  return (
    <>
      <QuantityInput
        {...field}
        isInvalid={isOut || refused !== null}
        onRefused={(isRefused, left) => setRefused(isRefused ? { left } : null)}
      />
      {isOut || refused !== null ? (
        <p className="field-problem" role="alert">
          {t(range)}
          {refused?.left === undefined ? null : ` ${t('{{text}} was not taken.', { text: refused.left })}`}
        </p>
      ) : null}
    </>
  )
}

interface SettingInputProps extends Pick<RangeInputProps, 'value' | 'isOut' | 'disabled' | 'onChange'> {
  setting: Setting
}

/** A number that plans go by. */
export function SettingInput({ setting, ...field }: SettingInputProps) {
  const { t } = useLocale()
  return (
    <RangeInput
      {...field}
      label={t(settingWords[setting])}
      range={rangeWords[setting]}
      {...(setting === 'most_per_style' && { placeholder: t('no limit') })}
    />
  )
}
