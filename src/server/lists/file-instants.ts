import { vendorZone } from '../../shared/kernel/days.ts'
import { zoneOf } from '../../shared/kernel/place-zones.ts'
import type { CallContext } from '../http/call.ts'
import { placeZones } from './place-zones.ts'

/** Writes an instant of a file's row; null stays an empty cell. */
export type FileInstant = (at: string | null, row: unknown) => string | null

/** Instants of a file, each in the zone of the place that its row stands at. */
export async function fileInstants({ db, caller }: CallContext): Promise<FileInstant> {
  const zones = await placeZones(db, caller)
  return (at, row) => at && instantText(zoneOf(row, zones) ?? zones.own ?? vendorZone, at)
}

const instantFormats = new Map<string, Intl.DateTimeFormat>()

/** As sheets sort and read it: 2026-03-01 14:05 +08:00. */
export function instantText(zone: string, at: string): string {
  const found = instantFormats.get(zone) ?? instantFormat(zone)
  instantFormats.set(zone, found)
  const part = Object.fromEntries(found.formatToParts(new Date(at)).map(({ type, value }) => [type, value]))
  const offset = part.timeZoneName === 'GMT' ? '+00:00' : part.timeZoneName?.slice('GMT'.length)
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute} ${offset}`
}

function instantFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  })
}
