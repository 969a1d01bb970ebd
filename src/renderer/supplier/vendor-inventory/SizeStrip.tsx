import './inventory.css'
import type { InventorySku } from '../../../shared/areas/vendor-inventory/shapes.ts'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import type { Locale } from '../../table/words.ts'

/** Fewer days of cover than this are drawn as low. */
const lowDays = 7

/** A SKU of a strip. `short`: pieces promised that are not there. */
export type StripSku = Pick<
  InventorySku,
  'nm_sku' | 'color' | 'color_zh' | 'size' | 'is_core' | 'real_stock' | 'listing_status' | 'days_of_cover'
> & { picture?: string | null; short?: number }

function stateOf(sku: StripSku): 'delisted' | 'over' | 'broken' | 'out' | 'low' | 'good' {
  if (sku.listing_status === 'Delisted') return 'delisted'
  if (sku.real_stock < 0) return 'over'
  if (sku.short !== undefined) return sku.short === 0 ? 'good' : sku.real_stock === 0 ? 'broken' : 'low'
  if (sku.real_stock === 0) return sku.is_core ? 'broken' : 'out'
  return sku.days_of_cover !== null && sku.days_of_cover < lowDays ? 'low' : 'good'
}

/** Lines that a strip may take, and about how many pixels each has. */
interface Room {
  lines: number
  width: number
}

/** About as many pixels as a text of the strip takes: Chinese characters are twice as wide, a minus is half. */
const textWidth = (text: string, latin: number) =>
  [...text].reduce((sum, char) => sum + latin * (char > '\u2e7f' ? 2 : char === '-' ? 0.5 : 1), 0)

/** Between two colours of a line. */
const gap = 10

/** A name of a colour is cut at so many pixels: rather the whole name, rather a short one than a colour that is left out. */
const nameWidths = [96, 64] as const

/** A colour with its sizes and its picture, in pixels as the style sheet draws them; its name takes `most` at most. */
function widthOf(skus: readonly StripSku[], color: string, most: number): number {
  const chips = skus.map(({ size, real_stock }) =>
    Math.max(28, 11 + textWidth(size, 7) + textWidth(real_stock > 999 ? '999+' : String(real_stock), 6.7)),
  )
  return chips.reduce((sum, chip) => sum + chip, 24 + Math.min(most, textWidth(color, 6.7)))
}

/** How many colours are there whole, beside a word of those that are not. */
function fitting(widths: readonly number[], { lines, width }: Room): number {
  const besideMore = 60 + gap
  const upTo = (most: number) => {
    let [line, taken] = [1, 0]
    const end = widths.findIndex((wanted) => {
      if (taken > 0 && taken + wanted > (line === lines ? most : width)) [line, taken] = [line + 1, 0]
      taken += wanted + gap
      return line > lines
    })
    return end < 0 ? widths.length : end
  }
  const all = upTo(width)
  return all === widths.length ? all : upTo(width - besideMore)
}

const worstFirst = ['over', 'broken', 'low', 'out', 'good', 'delisted'] as const

/**
 * Colour by colour what is in stock of each size, small to large; a core size that is missing is marked. With `room`, colours that it does
 * not hold are counted behind the others, as bad as the worst of them.
 */
export function sizeStrip(
  row: { skus: readonly StripSku[] },
  { t, plural, name, number, labelled }: Pick<Locale, 't' | 'plural' | 'name' | 'number' | 'labelled'>,
  room?: Room,
) {
  const all = [...Map.groupBy(row.skus, ({ color }) => color).values()]
  const fits = nameWidths.map((most) => {
    const widths = all.map((skus) => widthOf(skus, name(skus[0]?.color ?? '', skus[0]?.color_zh ?? ''), most))
    return room === undefined ? all.length : fitting(widths, room)
  })
  const shown = Math.max(...fits)
  const colors = all.slice(0, shown)
  const left = all.slice(colors.length)
  const told = (sku: StripSku) => {
    const short = sku.short ?? Math.max(0, -sku.real_stock)
    return [
      labelled(`${name(sku.color, sku.color_zh)} · ${sku.size}`, number(sku.real_stock)),
      sku.days_of_cover === null ? null : t('{{days}} days', { days: sku.days_of_cover.toFixed(1) }),
      short > 0 ? t('{{n}} promised that are not there', { n: number(short) }) : null,
      sku.short === undefined && sku.is_core && sku.real_stock <= 0 ? t('A core size is missing') : null,
      sku.listing_status === 'Delisted' ? t('Delisted') : null,
    ]
      .filter(Boolean)
      .join(' · ')
  }
  return (
    <span className="inv-strip" data-names={room !== undefined && fits[0] === shown ? 'whole' : undefined}>
      {colors.map((skus) => (
        <span key={skus[0]?.color} className="inv-color">
          <span className="inv-picture" title={name(skus[0]?.color ?? '', skus[0]?.color_zh ?? '')}>
            <StylePicture of={{ picture: skus[0]?.picture, style_id: '', color: skus[0]?.color ?? '' }} />
            <span>{name(skus[0]?.color ?? '', skus[0]?.color_zh ?? '')}</span>
          </span>
          {skus.map((sku) => (
            <span key={sku.nm_sku} className="inv-size" data-is={stateOf(sku)} title={told(sku)}>
              <small>{sku.size}</small>
              {sku.real_stock > 999 ? '999+' : sku.real_stock}
            </span>
          ))}
        </span>
      ))}
      {left.length > 0 ? (
        <span
          className="inv-size"
          data-is={worstFirst.find((one) => left.flat().some((sku) => stateOf(sku) === one))}
          title={left.flat().map(told).join('\n')}
        >
          {plural(left.length, '+1 colour', '+{{n}} colours')}
        </span>
      ) : null}
    </span>
  )
}
