import type { AssortedStyle } from '../../../shared/areas/assortments/area.ts'
import type { Series } from '../../kit/charts/ChartFigure.tsx'
import { RowBars } from '../../kit/charts/RowBars.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { categoryMix, colourMix, piecesOfSet, priceBands } from './mix.ts'

const series: readonly Series[] = [{ key: 'styles', label: '', tone: 'plain' }]

interface Bars {
  title: string
  rows: readonly { key: string; label: string; styles: number }[]
}

/** What an assortment is made of, drawn anew with every style that comes or goes. */
export function Mix({ styles }: { styles: readonly AssortedStyle[] }) {
  const { t, plural, number, name, labelled } = useLocale()
  const seesPrices = useRight('seePrices')
  const named = (all: readonly { key: string; styles: number }[]) => all.map((one) => ({ ...one, label: t(one.key) }))
  const colours = new Map(
    styles.flatMap(({ style }) => style.colors.map(({ color, color_zh }) => [color, name(color, color_zh)] as const)),
  )
  const bands = [...Map.groupBy(priceBands(styles), ({ currency }) => currency)].map(([currency, of]) => ({
    title: t('Price bands in {{currency}}', { currency }),
    rows: of.map(({ from, to, styles: count }) => ({
      key: `${currency} ${from}`,
      label: `${currency} ${number(from)}–${number(to)}`,
      styles: count,
    })),
  }))
  const charts: Bars[] = [
    { title: t('Categories'), rows: named(categoryMix(styles)) },
    ...(seesPrices ? bands : []),
    {
      title: t('Colours'),
      rows: colourMix(styles)
        .slice(0, 8)
        .map((one) => ({ ...one, label: colours.get(one.key) ?? one.key })),
    },
  ]
  const pieces = styles.reduce((sum, style) => sum + piecesOfSet(style), 0)
  return (
    <aside className="assortment-mix" aria-label={t('Mix of the assortment')}>
      <p>
        <b>{plural(styles.length, '1 style', '{{n}} styles')}</b> ·{' '}
        {t('{{n}} pcs in a set of each', { n: number(pieces) })}
      </p>
      {charts.map(({ title, rows }) => (
        <section key={title}>
          <h3>{title}</h3>
          {rows.length === 0 ? (
            <p className="muted">–</p>
          ) : (
            <RowBars
              series={series}
              most={Math.max(...rows.map((row) => row.styles))}
              rows={rows.map((row) => ({
                ...{ key: row.key, label: row.label, values: [row.styles], end: number(row.styles) },
                hint: labelled(row.label, number(row.styles)),
              }))}
            />
          )}
        </section>
      ))}
    </aside>
  )
}
