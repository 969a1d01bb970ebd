import { z } from 'zod'
import { currenciesMeant } from './written-units.ts'

/** Codes of the world that records are written in, by the column that holds them. */
export const worldColumns = ['country', 'origin', 'time_zone', 'currency'] as const
export type WorldColumn = (typeof worldColumns)[number]

export const isWorldColumn = (key: string): key is WorldColumn => (worldColumns as readonly string[]).includes(key)

export interface WorldCode {
  code: string
  en: string
  zh: string
}

/** Regions of CLDR in which nothing has an address: unions, test data and the unknown. */
const noCountry = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

const once = <T>(make: () => T): (() => T) => {
  const made: T[] = []
  return () => {
    if (made.length === 0) made.push(make())
    return made[0] as T
  }
}

const namesOf = (type: 'region' | 'currency') => ({
  en: new Intl.DisplayNames('en', { type, fallback: 'none' }),
  zh: new Intl.DisplayNames('zh-CN', { type, fallback: 'none' }),
})

function named(codes: readonly string[], type: 'region' | 'currency'): WorldCode[] {
  const { en, zh } = namesOf(type)
  return codes.flatMap((code) => {
    const name = en.of(code)
    return name === undefined ? [] : [{ code, en: name, zh: zh.of(code) ?? name }]
  })
}

/** A code that was given up (SU, BU) is written as another today. */
const isToday = (code: string) => new Intl.Locale(`und-${code}`).region === code

const countries = once(() =>
  named(
    letters
      .flatMap((one) => letters.map((other) => one + other))
      .filter((code) => isToday(code) && !noCountry.has(code)),
    'region',
  ),
)

const currencies = once(() => named(Intl.supportedValuesOf('currency'), 'currency'))

/** Zones whose city has another name today; platforms go on with the old one. */
const renamed: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}

const today = (zone: string) => renamed[zone] ?? zone

// Not among the types of the language yet; without it zones are found by their own names only.
const withZones = z.object({ getTimeZones: z.custom<() => string[] | undefined>((of) => typeof of === 'function') })

function zonesIn(country: string): string[] {
  const locale = new Intl.Locale(`und-${country}`)
  const known = withZones.safeParse(locale)
  return known.success ? (known.data.getTimeZones.call(locale) ?? []).map(today) : []
}

/** Zones are found by the names of the countries that have them. */
const zones = once(() => {
  const places = new Map<string, WorldCode[]>()
  for (const country of countries())
    for (const zone of zonesIn(country.code)) places.set(zone, [...(places.get(zone) ?? []), country])
  const all = new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(today)])
  return [...all].sort().map((code) => {
    const of = places.get(code) ?? []
    return { code, en: of.map(({ en }) => en).join(', '), zh: of.map(({ zh }) => zh).join('、') }
  })
})

const lists: Readonly<Record<WorldColumn, () => readonly WorldCode[]>> = {
  country: countries,
  origin: countries,
  time_zone: zones,
  currency: currencies,
}

/** All that a column may hold, by the platform's own tables, with their names. */
export const worldCodes = (column: WorldColumn): readonly WorldCode[] => lists[column]()

const plain = (text: string) => text.trim().toLowerCase()

const prc = [
  'prc',
  'p.r. china',
  'p.r.china',
  'pr china',
  'mainland china',
  'china mainland',
  'made in china',
  '中国大陆',
  '中国制造',
  '中华人民共和国',
]

/** Names that the platform's tables lack and people who work between China and India use. */
const otherNames: Readonly<Partial<Record<WorldColumn, Readonly<Record<string, readonly string[]>>>>> = {
  country: { CN: prc, IN: ['bharat', 'made in india', 'ind'], GB: ['uk', 'england'], US: ['usa', 'u.s.a.'] },
  origin: { CN: prc, IN: ['bharat', 'made in india', 'ind'], GB: ['uk', 'england'], US: ['usa', 'u.s.a.'] },
  // China has two zones and keeps the time of one.
  time_zone: {
    'Asia/Shanghai': ['china', 'cn', '中国', 'beijing', 'beijing time', '北京', '北京时间', 'china standard time'],
    'Asia/Kolkata': ['in', 'ist', 'delhi', 'new delhi', 'mumbai', 'india standard time', '印度时间'],
  },
}

/** Distances from UTC that one zone stands for: all places with them keep the same time all year. */
const zoneOfOffset: Readonly<Record<string, string>> = { '+08:00': 'Asia/Shanghai', '+05:30': 'Asia/Kolkata' }

/** “(GMT+5:30)”, “UTC+8” or “(UTC+08:00) Beijing”, as systems write a zone. */
function zoneByOffset(text: string): string | undefined {
  const found = /^\(?(?:gmt|utc) ?\+ ?(\d{1,2})(?::?(\d\d))?\)?(?: .*)?$/.exec(text)
  return found === null ? undefined : zoneOfOffset[`+${(found[1] ?? '').padStart(2, '0')}:${found[2] ?? '00'}`]
}

/** The one that is meant by its code, by its whole name in English or Chinese, or by a name in use; null where none or several are. */
export function worldCode(column: WorldColumn, text: string): WorldCode | null {
  const sought = plain(text)
  if (sought === '') return null
  const all = worldCodes(column)
  const otherwise =
    (column === 'time_zone' ? zoneByOffset(sought) : undefined) ??
    Object.entries(otherNames[column] ?? {}).find(([, names]) => names.includes(sought))?.[0]
  if (otherwise !== undefined) return all.find(({ code }) => code === otherwise) ?? null
  const byCode = all.find(({ code }) => plain(code) === sought)
  if (byCode) return byCode
  const byName = all.filter(({ en, zh }) => plain(en) === sought || plain(zh) === sought)
  if (byName.length === 1) return byName[0] ?? null
  const [meant, ...others] = column === 'currency' && byName.length === 0 ? currenciesMeant(text) : []
  // Of ¥ it is the yuan that keeps a company's books here.
  const code = others.length === 0 || meant === 'CNY' ? meant : undefined
  return all.find((one) => one.code === code) ?? null
}
