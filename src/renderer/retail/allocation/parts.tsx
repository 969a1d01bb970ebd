import { Link } from 'react-router-dom'
import type { Locale } from '../../table/words.ts'

interface NamedSite {
  site: string
  name: string
  name_zh: string
}

/** A site by its code and its name in the reader's language. */
export const siteText = ({ site, name: english, name_zh }: NamedSite, { name }: Pick<Locale, 'name'>) =>
  `${site} · ${name(english, name_zh)}`

/** Sites to choose from. */
export const siteChoices = (sites: readonly NamedSite[] = [], words: Pick<Locale, 'name'>) =>
  sites.map((one) => ({ value: one.site, label: siteText(one, words) }))

/** Words to choose from that say themselves. */
/** Words of the company as choices; `say` translates those that have a translation, as categories have. */
export const plainChoices = (values: readonly string[] = [], say = (word: string) => word) =>
  values.map((one) => ({ value: one, label: say(one) }))

/** A gate pass, opened where the warehouse packs it. */
export function PassLink({ number }: { number: string }) {
  return (
    <Link className="code" to={`/warehouse/source?tab=all&pass=${encodeURIComponent(number)}`}>
      {number}
    </Link>
  )
}

interface Valued {
  retail_value_minor: number | null
  pieces_without_mrp: number
}

export const valueSum = (rows: readonly Valued[]): Valued => ({
  retail_value_minor: rows.reduce<number | null>(
    (sum, { retail_value_minor: minor }) => (minor === null ? sum : (sum ?? 0) + minor),
    null,
  ),
  pieces_without_mrp: rows.reduce((sum, { pieces_without_mrp }) => sum + pieces_without_mrp, 0),
})

/** What pieces are worth at the printed price, and how many of them have none. */
export function retailValue({ retail_value_minor: minor, pieces_without_mrp: unpriced }: Valued, words: Locale) {
  const { t, money, number } = words
  const none = unpriced > 0 ? t('{{n}} without an MRP', { n: number(unpriced) }) : null
  return [minor === null ? null : money({ minor, currency: 'INR' }), none].filter(Boolean).join(' · ') || null
}
