import { Button, ButtonGroup } from '@blueprintjs/core'
import { cardPeriods, usualPeriod } from '../../../shared/areas/scorecards/figures.ts'
import { addDays, dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { DayField } from '../../forms/fields.tsx'
import { dayParam, oneOfParam } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'

const names = cardPeriods.map(String)
export const periods = [...names, 'own'] as const

/** The days of a scorecard in the address: a usual period, or days of one's own. */
export const periodParams = {
  period: oneOfParam<string>(periods, String(usualPeriod)),
  from: dayParam(),
  to: dayParam(),
}

interface PeriodState {
  period: string
  from: string
  to: string
}

/** The first and last day in the vendors' zone; of own days, an open end is today, an open start ninety days before. Never more than a year. */
export function spanOf({ period, from, to }: PeriodState, now = new Date()): { from: string; to: string } {
  const today = dayIn(vendorZone, now)
  if (period !== 'own') return { from: addDays(today, 1 - Number(period)), to: today }
  const end = to || today
  const start = from || addDays(end, 1 - usualPeriod)
  const [first = start, last = end] = [start, end].toSorted()
  return { from: [first, addDays(last, -365)].toSorted().at(-1) ?? first, to: last }
}

interface PeriodBarProps {
  state: PeriodState
  set: (change: Partial<PeriodState>, how?: 'replace' | 'push') => void
}

/** Over which days: a usual period by a press, or a first and a last day. */
export function PeriodBar({ state, set }: PeriodBarProps) {
  const { t, day } = useLocale()
  const span = spanOf(state)
  return (
    <div className="score-period">
      <ButtonGroup role="group" aria-label={t('Period')}>
        {periods.map((period) => (
          <Button
            key={period}
            size="small"
            text={period === 'own' ? t('Own dates') : t('Last {{n}} days', { n: period })}
            active={state.period === period}
            aria-pressed={state.period === period}
            // Own days begin with those that are shown.
            onClick={() => set(period === 'own' ? { period, ...span } : { period, from: '', to: '' }, 'push')}
          />
        ))}
      </ButtonGroup>
      {state.period === 'own' ? (
        <>
          <DayField label={t('From')} value={span.from} onChange={(from) => from && set({ from, to: span.to })} />
          <DayField label={t('To')} value={span.to} onChange={(to) => to && set({ from: span.from, to })} />
        </>
      ) : (
        <span className="muted">
          {day(span.from)} – {day(span.to)}
        </span>
      )}
    </div>
  )
}
