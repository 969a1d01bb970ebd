import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { ChartFigure, chartScroll, type Series } from '../../kit/charts/ChartFigure.tsx'
import { RowBars } from '../../kit/charts/RowBars.tsx'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { useLocale } from '../../table/words.ts'

type Found = CallData<'vendorInventory.inventoryFigures'>
type Lost = Found['lost'][number]
type Cover = Found['cover'][number]

const bandWords: Readonly<Record<Cover['band'], string>> = {
  none: key('Sells, and nothing is left'),
  week: key('Less than 7 days'),
  fortnight: key('7 to 14 days'),
  month: key('14 to 30 days'),
  more: key('30 days or more'),
  unsold: key('Does not sell'),
}

/** What is gone or nearly gone is of another colour than what lasts. */
const bars: readonly Series[] = [
  { key: 'short', label: '', tone: 'bad' },
  { key: 'lasts', label: '', tone: 'good' },
]
const isShort = ({ band }: Cover) => band === 'none' || band === 'week'
const losses: readonly Series[] = [{ key: 'pieces', label: '', tone: 'bad' }]

const coverFields: readonly ShownField<Cover>[] = [
  { id: 'band', header: key('Days of cover'), kind: 'word', of: ({ band }) => bandWords[band] },
  { id: 'skus', header: key('SKUs'), kind: 'count', of: ({ skus }) => skus },
]

const lostFields: readonly ShownField<Lost>[] = [
  { id: 'category', header: key('Category'), of: ({ category }) => category },
  { id: 'days', header: key('Days out of stock'), kind: 'count', of: ({ days }) => days },
  { id: 'pieces', header: key('Pieces not sold'), kind: 'count', of: ({ pieces }) => Math.round(pieces) },
]

/** Of one vendor, or of all. */
export function FiguresDrawer({ supplierId, onClose }: { supplierId: string; onClose: () => void }) {
  const { t } = useLocale()
  const answer = useAnswer('vendorInventory.inventoryFigures', { ...(supplierId && { supplier_id: supplierId }) })
  return (
    <Drawer isOpen title={t('Figures')} width={760} onClose={onClose}>
      <Section>
        <Loaded answer={answer} rows={8}>
          {(found) => <Figures {...found} />}
        </Loaded>
      </Section>
    </Drawer>
  )
}

/** How long inventory lasts, and what missing core sizes cost in shops. */
function Figures({ cover, lost }: Found) {
  const { t, number, labelled } = useLocale()
  return (
    <div className="inv-figures">
      <ChartFigure
        title={t('How long inventory lasts')}
        about={t('SKUs on offer by days of cover')}
        summary={cover.map(({ band, skus }) => labelled(t(bandWords[band]), number(skus))).join('; ')}
        table={
          <FieldTable
            label={t('How long inventory lasts')}
            className={chartScroll}
            fields={coverFields}
            rows={cover}
            rowKey={({ band }) => band}
          />
        }
      >
        <RowBars
          series={bars}
          most={Math.max(1, ...cover.map(({ skus }) => skus))}
          rows={cover.map((one) => ({
            key: one.band,
            label: t(bandWords[one.band]),
            values: isShort(one) ? [one.skus, 0] : [0, one.skus],
            end: number(one.skus),
            hint: labelled(t(bandWords[one.band]), number(one.skus)),
          }))}
        />
      </ChartFigure>
      <ChartFigure
        title={t('What missing core sizes cost')}
        about={t('Days on which a core size was out of stock in a shop, last 30 days, and the pieces not sold for it')}
        summary={lost.map((one) => labelled(t(one.category), number(one.days))).join('; ')}
        table={
          <FieldTable
            label={t('What missing core sizes cost')}
            className={chartScroll}
            fields={lostFields}
            rows={lost}
            rowKey={({ category }) => category}
          />
        }
      >
        {lost.length === 0 ? (
          <p className="muted">{t('No core size was out of stock.')}</p>
        ) : (
          <RowBars
            series={losses}
            most={Math.max(1, ...lost.map(({ pieces }) => pieces))}
            rows={lost.map(({ category, days, pieces }) => ({
              key: category,
              label: t(category),
              values: [pieces],
              end: t('{{days}} days · {{pieces}} pcs', { days: number(days), pieces: number(Math.round(pieces)) }),
              hint: labelled(t(category), `${number(days)} · ${number(Math.round(pieces))}`),
            }))}
          />
        )}
      </ChartFigure>
    </div>
  )
}
