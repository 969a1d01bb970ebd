import { Button, ButtonGroup } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { FilterBar } from '../../table/FilterBar.tsx'
import { choiceFilter } from '../../table/filters.ts'
import type { ListState } from '../../table/use-list-state.ts'
import { useSupplierChoices } from '../use-suppliers.ts'
import { type Period, periods, reportParams } from './report-params.ts'

interface ReportBarProps {
  list: ListState<typeof reportParams>
  span: { from: string; to: string }
  /** At the right. */
  children: ReactNode
}

/** Over which days, and of whom. */
export function ReportBar({ list, span, children }: ReportBarProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const suppliers = useSupplierChoices()
  const { state, set } = list
  const words = (period: Period) => (period === 'own' ? t('Own dates') : t('Last {{n}} days', { n: period }))
  const choose = (period: Period) =>
    // Own dates begin with those that are shown.
    set(period === 'own' ? { period, ...span } : { period, from: '', to: '' }, 'push')
  return (
    <div className="report-bar">
      <ButtonGroup role="group" aria-label={t('Period')}>
        {periods.map((period) => (
          <Button
            key={period}
            size="small"
            className="report-period"
            text={words(period)}
            aria-pressed={state.period === period}
            active={state.period === period}
            onClick={() => choose(period)}
          />
        ))}
      </ButtonGroup>
      {state.period === 'own' ? (
        <>
          <DayField label={t('From')} value={span.from} max={span.to} onChange={(from) => set({ from, to: span.to })} />
          <DayField label={t('To')} value={span.to} min={span.from} onChange={(to) => set({ from: span.from, to })} />
        </>
      ) : (
        <span className="muted">
          {formats.day(span.from)} – {formats.day(span.to)}
        </span>
      )}
      <FilterBar
        params={reportParams}
        list={list}
        filters={[choiceFilter<typeof reportParams>('supplier', t('Supplier'), suppliers)]}
      />
      <div className="report-bar-tools">{children}</div>
    </div>
  )
}

interface DayFieldProps {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  return (
    <label className="report-day">
      {label}
      <input
        type="date"
        className="text-field"
        value={value}
        min={min}
        max={max}
        // Half a date is none: the report waits for a whole one.
        onChange={({ target }) => target.value !== '' && onChange(target.value)}
      />
    </label>
  )
}
