export { key } from '../../shared/kernel/words.ts'

import i18next from 'i18next'
import { useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { noPlaceZones, type PlaceZones, zoneOf } from '../../shared/kernel/place-zones.ts'
import { languageOf, localeOf } from './language.ts'
import { RowPlace } from './place.ts'

/** How days, instants, numbers and money are written in one locale. Formatters are kept: a list makes thousands of calls. */
export interface Formats {
  /** A calendar day `yyyy-mm-dd`, as it stands, in no time zone. */
  day(day: string): string
  /** An instant (ISO 8601, UTC), in the zone of the place that `row` stands at; without one in the reader's own. */
  instant(at: string, row?: unknown): string
  /** The time of day of an instant with its seconds, in the same zone. */
  time(at: string, row?: unknown): string
  /** The calendar day of an instant, in the same zone. */
  dayOf(at: string, row?: unknown): string
  /** That zone, by its name. */
  zone(row?: unknown): string
  /** From one instant to a later one, in the same zone; what they have in common is said once. */
  span(from: string, to: string, row?: unknown): string
  number(value: number): string
  /** With so many places behind the point, below each other in a column; what is more than nothing has a plus where it is a change. */
  decimal(value: number, digits: number, isSigned?: boolean): string
  /** Minor units and ISO 4217 code. */
  money(value: { minor: number; currency: string }): string
  /** Whole grams with their unit. */
  grams(grams: number): string
  /** Grams as kilograms, to the gram as scales say it, so that the points of a column stand below each other. */
  kilograms(grams: number): string
  bytes(bytes: number): string
  /** A share with one decimal, with a plus where it is a change; a dash for a share of nothing. Never rounded up to all: 99.96 % is not 100 %. */
  percent(share: number | null, isSigned?: boolean): string
  /** A label before what it labels, with the locale's own colon: "Supplier: Yiwu Jinding". */
  labelled(label: string, value: string | number): string
  /** Words one after another, with the locale's own comma: "Black, Teal". */
  listed(words: readonly string[]): string
}

const kept = new Map<string, Formats>()

let places = noPlaceZones

/** Who reads has changed, and with them which places they know. */
export function setPlaceZones(zones: PlaceZones): void {
  places = zones
}

/** The zone of the place that a row stands at, else the reader's own, else the computer's. */
export function zoneNow(row?: unknown): string {
  return zoneOf(row, places) ?? places.own ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** One formatter a zone. */
function byZone(make: (timeZone: string) => Intl.DateTimeFormat): (row?: unknown) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (row) => {
    const zone = zoneNow(row)
    const found = made.get(zone) ?? make(zone)
    made.set(zone, found)
    return found
  }
}

export function formatsFor(language: string): Formats {
  const locale = localeOf(language)
  const found = kept.get(locale)
  if (found) return found
  const made = makeFormats(locale)
  kept.set(locale, made)
  return made
}

/** Words one after another, with the comma of the language that is shown; for what has no locale at hand. */
export const listed = (words: readonly string[]): string => formatsFor(i18next.language ?? 'en').listed(words)

/** These formats at a row: they say a row without a place of its own in the zone of that one. */
export function formatsAt<F extends Formats>(formats: F, place: unknown): F {
  const at = (row: unknown) => (zoneOf(row, places) === null ? place : row)
  return {
    ...formats,
    instant: (text: string, row?: unknown) => formats.instant(text, at(row)),
    dayOf: (text: string, row?: unknown) => formats.dayOf(text, at(row)),
    time: (text: string, row?: unknown) => formats.time(text, at(row)),
    span: (from: string, to: string, row?: unknown) => formats.span(from, to, at(row)),
    zone: (row?: unknown) => formats.zone(at(row)),
  }
}

export function useFormatsHere<F extends Formats>(formats: F): F {
  const place = useContext(RowPlace)
  return useMemo(() => (place === undefined ? formats : formatsAt(formats, place)), [formats, place])
}

export function useFormats(): Formats {
  const { i18n } = useTranslation()
  return useFormatsHere(formatsFor(i18n.language))
}

/** Columns are narrow, and Chinese trade documents write 2026-11-21 14:05, as Swedish does. */
function datesOf(locale: string): string {
  return locale === 'zh-CN' ? 'sv-SE' : locale
}

function decimalFormat(locale: string, digits: number, isSigned: boolean): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: isSigned ? 'exceptZero' : 'auto',
  })
}

function makeFormats(locale: string): Formats {
  const isIso = datesOf(locale) !== locale
  const month = isIso ? '2-digit' : 'short'
  const day = new Intl.DateTimeFormat(datesOf(locale), { year: 'numeric', month, day: '2-digit', timeZone: 'UTC' })
  const parts = { month, day: '2-digit', year: 'numeric' } as const
  const instant = byZone(
    (timeZone) => new Intl.DateTimeFormat(datesOf(locale), { ...parts, timeZone, hour: '2-digit', minute: '2-digit' }),
  )
  const time = byZone(
    (timeZone) => new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'medium', hourCycle: 'h23' }),
  )
  const dayOf = byZone((timeZone) => new Intl.DateTimeFormat(datesOf(locale), { ...parts, timeZone }))
  const zone = byZone((timeZone) => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' }))
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const change = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  const grams = new Intl.NumberFormat(locale, { style: 'unit', unit: 'gram' })
  const kilograms = new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 })
  const decimals = new Map<string, Intl.NumberFormat>()
  const money = new Map<string, Intl.NumberFormat>()
  return {
    day: (text) => day.format(new Date(`${text}T00:00:00Z`)),
    instant: (at, row) => instant(row).format(new Date(at)),
    time: (at, row) => time(row).format(new Date(at)),
    dayOf: (at, row) => dayOf(row).format(new Date(at)),
    zone(row) {
      const name = zone(row)
        .formatToParts()
        .find(({ type }) => type === 'timeZoneName')?.value
      return `${name} (${zoneNow(row)})`
    },
    span: (from, to, row) => instant(row).formatRange(new Date(from), new Date(to)),
    number: (value) => number.format(value),
    decimal(value, digits, isSigned = false) {
      const name = `${digits} ${isSigned}`
      const found = decimals.get(name) ?? decimalFormat(locale, digits, isSigned)
      decimals.set(name, found)
      return found.format(value)
    },
    money({ minor, currency }) {
      const found =
        money.get(currency) ??
        new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
      money.set(currency, found)
      return found.format(minor / 10 ** (found.resolvedOptions().maximumFractionDigits ?? 2))
    },
    listed: (words) => words.join(locale === 'zh-CN' ? '、' : ', '),
    labelled: (label, value) => `${label}${locale === 'zh-CN' ? '：' : ': '}${value}`,
    grams: (weight) => grams.format(weight),
    kilograms: (weight) => kilograms.format(weight / 1_000),
    bytes: (bytes) => {
      if (bytes < 1_000_000) return `${number.format(Math.ceil(bytes / 1000))} kB`
      const [unit, name] = bytes < 1_000_000_000 ? [1_000_000, 'MB'] : [1_000_000_000, 'GB']
      return `${number.format(Math.round((bytes / unit) * 10) / 10)} ${name}`
    },
    percent(share, isSigned = false) {
      if (share === null) return '–'
      const form = isSigned ? change : percent
      return form.format(share > 0.999 && share < 1 ? 0.999 : share > 0 && share < 0.001 ? 0.001 : share)
    },
  }
}

/** Picks the name in the reader's language where a row carries both, English where the Chinese one is empty. */
export function useNamed(): (english: string, chinese: string | null | undefined) => string {
  const { i18n } = useTranslation()
  const isChinese = languageOf(i18n.language) === 'zh'
  return (english, chinese) => (isChinese && chinese ? chinese : english)
}
