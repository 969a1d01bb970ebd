import { useState } from 'react'
import { z } from 'zod'
import { mostPrice } from '../../../shared/areas/price-negotiations/rules.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { SearchChoices } from '../../kit/SearchChoices.tsx'
import { useLocale } from '../../table/words.ts'

/** An amount as people type it, in fen. */
export const typedPrice = z
  .string()
  .trim()
  .regex(/^\d{1,6}(\.\d{1,2})?$/, key('An amount such as 12.50.'))
  .transform((text) => Math.round(Number(text) * 100))
  .pipe(z.int().min(1, key('A price is more than zero.')).max(mostPrice, key('This price is dearer than any garment.')))

export const yuan = (minor: number) => ({ minor, currency: 'CNY' as const })

export const amountOf = (price: { minor: number } | null) => (price === null ? '' : (price.minor / 100).toFixed(2))

/** Which style, found by a part of its code or name. */
export function StyleChooser({
  chosen,
  onChoose,
  problem,
}: {
  chosen: string
  onChoose: (id: string) => void
  problem: string | null
}) {
  const { t, name } = useLocale()
  const [search, setSearch] = useState('')
  const found = useAnswer('vendorInventory.getInventoryDetails', {
    ...{ search, tab: 'all', sort: 'style', page_size: 8, part: 'rows' },
  })
  return (
    <SearchChoices
      label={t('Style')}
      placeholder={t('Style or SKU')}
      chosen={chosen}
      search={search}
      isLoaded={found.data !== undefined}
      problem={problem}
      options={(found.data?.rows ?? []).map((row) => ({
        id: row.style_id,
        label: name(row.style_name, row.style_name_zh),
        code: row.style_id,
      }))}
      onSearch={setSearch}
      onChoose={onChoose}
    />
  )
}
