import { addDays, dayIn } from '../../../shared/kernel/days.ts'
import { dayParam, oneOfParam, type StateOf, textParam } from '../../table/list-state.ts'

export const periods = ['7', '30', '90', 'own'] as const
export type Period = (typeof periods)[number]

export const reportParams = {
  period: oneOfParam(periods, '30'),
  from: dayParam(),
  to: dayParam(),
  supplier: textParam(),
}

export type ReportState = StateOf<typeof reportParams>

/** Days of China's are those of the site: the same report for a reader in Guangzhou and one in Delhi. */
const siteZone = 'Asia/Shanghai'

/** The first and last day of the report, in the days of its site; of own dates, an open end is today, an open start thirty days before the end. */
export function spanOf({ period, from, to }: ReportState, now: Date, zone = siteZone): { from: string; to: string } {
  const today = dayIn(zone, now)
  if (period !== 'own') return { from: addDays(today, 1 - Number(period)), to: today }
  const end = to || today
  const start = from || addDays(end, -29)
  return start <= end ? { from: start, to: end } : { from: end, to: start }
}
