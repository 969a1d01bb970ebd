import { useMemo } from 'react'
import { documentNumber, placeText, siteName, stockMovesList } from '../../../shared/areas/stock/lists.ts'
import { reverseOf } from '../../../shared/areas/stock/moves.ts'
import type { StockMoveRow } from '../../../shared/areas/stock/shapes.ts'
import { conditionWords, documentWords, stockMoveWords, stockWords } from '../../../shared/areas/stock/words.ts'
import { contract } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { StylePicture, WithPicture } from '../../pictures/StylePicture.tsx'
import { tableColumns } from '../../table/columns.tsx'
import { ListTable, useList } from '../../table/ListTable.tsx'
import { choiceFilter, type ListState } from '../../table/list-state.ts'
import { type Locale, useLocale } from '../../table/words.ts'
import type { params } from './stock-params.ts'

type StyleStock = CallData<'stock.stockOfStyle'>
type Sku = StyleStock['skus'][number]
type Lying = StyleStock['places'][number]

interface StockDrawerProps {
  address: ListState<typeof params>
  sites: CallData<'stock.stockChoices'>['sites']
  onClose: () => void
}

/** Stock of a style: by colour and size, where each SKU lies, and what happened to one of them. */
export function StockDrawer({ address, sites, onClose }: StockDrawerProps) {
  const { t, name } = useLocale()
  const { state, set } = address
  const answer = useAnswer('stock.stockOfStyle', { style_id: state.style })
  const drawer = { title: state.style, width: 1160, onClose }
  return (
    <LoadedDrawer answer={answer} {...drawer} missing={t('This style is not there')}>
      {(style) => (
        <TabbedDrawer
          {...drawer}
          beside={<span className="muted">{name(style.style_name, style.style_name_zh)}</span>}
          head={
            <div className="stock-head">
              <StylePicture of={style} size="head" isButton />
              <Sums skus={style.skus} />
            </div>
          }
          tab={state.view}
          onTab={(view) => set({ view })}
          tabs={[
            {
              key: 'grid',
              label: t('Colours and sizes'),
              shows: () => <Grid skus={style.skus} open={state.sku} onOpen={(sku) => set({ sku, view: 'life' })} />,
            },
            {
              key: 'places',
              label: t('Places'),
              count: style.places.length,
              shows: () => <Places places={style.places} />,
            },
            {
              key: 'life',
              label: t('History of an SKU'),
              shows: () => <Life address={address} skus={style.skus} sites={sites} />,
            },
          ]}
        />
      )}
    </LoadedDrawer>
  )
}

const sumWords = [
  ['good', key('Good')],
  ['b_grade', key('B-grade')],
  ['damaged', key('Damaged')],
  ['reserved', key('Reserved')],
  ['in_transit', key('In transit')],
] as const

function Sums({ skus }: { skus: readonly Sku[] }) {
  const { t, number } = useLocale()
  return (
    <dl className="stock-sums">
      {sumWords.map(([of, label]) => (
        <div key={of}>
          <dt>{t(label)}</dt>
          <dd>{number(skus.reduce((sum, sku) => sum + sku[of], 0))}</dd>
        </div>
      ))}
    </dl>
  )
}

interface GridProps {
  skus: readonly Sku[]
  open: string
  onOpen: (sku: string) => void
}

/** Pieces by colour and size: good ones, and below them only what is worth a look. A cell opens the SKU's history. */
function Grid({ skus, open, onOpen }: GridProps) {
  const words = useLocale()
  const { t, name, number } = words
  const sizes = [...new Set(skus.map(({ size }) => size))]
  const colours = [...Map.groupBy(skus, ({ color }) => color).values()]
  const sum = (of: readonly Sku[]) => of.reduce((total, { good }) => total + good, 0)
  return (
    <div className="stock-grid">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Colour')}</th>
            {sizes.map((size) => (
              <th key={size} scope="col" className="end">
                {size}
              </th>
            ))}
            <th scope="col" className="end">
              {t('Total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {colours.map((own) => {
            const [first] = own
            if (first === undefined) return null
            return (
              <tr key={first.color}>
                <th scope="row">
                  <WithPicture of={{ picture: first.picture, style_id: '', color: first.color }}>
                    {name(first.color, first.color_zh)}
                  </WithPicture>
                </th>
                {sizes.map((size) => {
                  const sku = own.find((one) => one.size === size)
                  return (
                    <td key={size} className="end">
                      {sku ? <Cell sku={sku} isOpen={sku.nm_sku === open} onOpen={onOpen} words={words} /> : null}
                    </td>
                  )
                })}
                <td className="end stock-total">{number(sum(own))}</td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('Total')}</th>
            {sizes.map((size) => (
              <td key={size} className="end">
                {number(sum(skus.filter((sku) => sku.size === size)))}
              </td>
            ))}
            <td className="end stock-total">{number(sum(skus))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Cell({
  sku,
  isOpen,
  onOpen,
  words,
}: {
  sku: Sku
  isOpen: boolean
  onOpen: GridProps['onOpen']
  words: Locale
}) {
  const { t, number } = words
  const beside = sumWords.flatMap(([of, label]) =>
    of !== 'good' && sku[of] > 0 ? [`${t(label)} ${number(sku[of])}`] : [],
  )
  return (
    <button
      type="button"
      className="stock-cell"
      aria-pressed={isOpen}
      title={sku.nm_sku}
      onClick={() => onOpen(sku.nm_sku)}
    >
      <b data-none={sku.good === 0}>{number(sku.good)}</b>
      {beside.map((text) => (
        <span key={text} className="muted">
          {text}
        </span>
      ))}
    </button>
  )
}

const lyingFields: readonly ShownField<Lying>[] = [
  { id: 'nm_sku', header: key('NM SKU'), kind: 'code', of: (row) => row.nm_sku, traces: true },
  { id: 'site', header: key('Site or shop'), of: siteName },
  { id: 'place', header: key('Place'), of: placeText },
  { id: 'condition', header: key('Condition'), kind: 'word', of: (row) => conditionWords[row.condition] },
  { id: 'on_hand', header: key('On hand'), kind: 'pieces', of: (row) => row.on_hand, total: true },
  { id: 'reserved', header: key('Reserved'), kind: 'pieces', of: (row) => row.reserved, total: true },
]

function Places({ places }: { places: readonly Lying[] }) {
  const { t } = useLocale()
  if (places.length === 0) return <EmptyState title={t('No stock here')} />
  return (
    <FieldTable
      label={t('Places')}
      className="stock-places"
      fields={lyingFields}
      rows={places}
      rowKey={(row) => `${row.nm_sku} ${row.site} ${row.place} ${row.condition}`}
      total={t('Total')}
    />
  )
}

/** What happened to an SKU, newest first, with what lay there after each move. */
function Life({ address, skus, sites }: Pick<StockDrawerProps, 'address' | 'sites'> & { skus: readonly Sku[] }) {
  const { t, name } = useLocale()
  const { state, set } = address
  const sku = skus.find(({ nm_sku }) => nm_sku === state.sku)?.nm_sku ?? skus[0]?.nm_sku ?? ''
  const list = useList(stockMovesList, address, {
    ...{ call: 'stock.stockMoves', words: ['life'], also: { nm_sku: sku }, hasViews: false, size: 50 },
  })
  return (
    <div className="stock-life">
      <ListTable
        list={list}
        label={t('History of {{sku}}', { sku })}
        columns={useMemo(() => lifeColumns(), [])}
        hasSelection={false}
        hasTwoLines
        file={{ call: contract.frame.exportStockMoves, ids: 'move_ids' }}
        filters={[
          choiceFilter<typeof params>(
            'life',
            t('Site or shop'),
            sites.map((site) => ({ value: site.site, label: name(site.name, site.name_zh) })),
          ),
        ]}
        tools={
          <select
            className="plain-select"
            aria-label={t('NM SKU')}
            value={sku}
            onChange={({ target }) => set({ sku: target.value })}
          >
            {skus.map((one) => (
              <option key={one.nm_sku} value={one.nm_sku}>
                {`${one.nm_sku} · ${name(one.color, one.color_zh)} · ${one.size}`}
              </option>
            ))}
          </select>
        }
        empty={{ title: t('Nothing happened to this SKU yet') }}
      />
    </div>
  )
}

function lifeColumns() {
  const ids = ['at', 'kind', 'quantity', 'balance', 'from', 'to', 'document', 'reason', 'actor', 'condition']
  return tableColumns<StockMoveRow>(stockMovesList.fields, {
    only: ids,
    cells: {
      // A step and the one that took it back may have one name: which it is stands in the name.
      kind: (row, { t }) =>
        row.reason === stockWords.reversed && reverseOf(row.kind) === row.kind
          ? t('Taken back: {{what}}', { what: t(stockMoveWords[row.kind]) })
          : t(stockMoveWords[row.kind]),
      from: (row, words) => <MovePlace at={row.from} words={words} />,
      to: (row, words) => <MovePlace at={row.to} words={words} />,
      document: (row, { t }) => (
        <span className="dt-two" title={t(documentWords[row.document.type])}>
          <span>{t(documentWords[row.document.type])}</span>
          <span className="code muted">{documentNumber(row)}</span>
        </span>
      ),
    },
    looks: {
      kind: { width: 160 },
      quantity: { width: 60 },
      from: { width: 176 },
      to: { width: 176 },
      document: { width: 128 },
    },
  })
}

/** The place, and below it its site. */
function MovePlace({ at, words }: { at: StockMoveRow['from']; words: Locale }) {
  if (at === null) return '–'
  const [place, site] = [placeText(at, words), siteName(at, words)]
  return (
    <span className="dt-two" title={`${site} · ${place}`}>
      <span>{place}</span>
      <span className="muted">{site}</span>
    </span>
  )
}
