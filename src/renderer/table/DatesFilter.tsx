import { Button, PopoverNext } from '@blueprintjs/core'
import { CaretDown } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { addDays, dayIn } from '../../shared/kernel/days.ts'
import { useFormats, zoneNow } from '../i18n/formats.ts'

interface DatesFilterProps {
  label: string
  from: string
  to: string
  onChange: (from: string, to: string) => void
}

/** A span of days; either end may stay open. */
export function DatesFilter({ label, from, to, onChange }: DatesFilterProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const say = (day: string) => (day === '' ? '…' : formats.day(day))
  const isOn = from !== '' || to !== ''
  const content = (
    <fieldset className="dt-dates" aria-label={label}>
      <label htmlFor={`${label}-from`}>{t('From')}</label>
      <input
        id={`${label}-from`}
        type="date"
        value={from}
        max={to || undefined}
        onChange={(e) => onChange(e.target.value, to)}
      />
      <label htmlFor={`${label}-to`}>{t('To')}</label>
      <input
        id={`${label}-to`}
        type="date"
        value={to}
        min={from || undefined}
        onChange={(e) => onChange(from, e.target.value)}
      />
      <div className="dt-dates-quick">
        {[1, 7, 30].map((days) => (
          <Button
            key={days}
            size="small"
            text={days === 1 ? t('Today') : t('Last {{n}} days', { n: days })}
            onClick={() => onChange(...lastDays(days, new Date()))}
          />
        ))}
        <Button size="small" variant="minimal" text={t('Any time')} onClick={() => onChange('', '')} />
      </div>
    </fieldset>
  )
  return (
    <PopoverNext content={content} placement="bottom-start" animation="minimal" arrow={false}>
      <Button
        className={`dt-filter${isOn ? ' is-on' : ''}`}
        size="small"
        text={isOn ? formats.labelled(label, `${say(from)} – ${say(to)}`) : label}
        endIcon={<CaretDown size={12} />}
      />
    </PopoverNext>
  )
}

/** The last n days, today included, as calendar days of the reader's own place (place-zones), whatever the computer is set to. */
export function lastDays(n: number, now: Date): [from: string, to: string] {
  const today = dayIn(zoneNow(), now)
  return [addDays(today, 1 - n), today]
}
