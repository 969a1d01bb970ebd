// biome-ignore-all lint/a11y/useSemanticElements: a grid that is windowed both ways cannot be an HTML table; ARIA's grid pattern says what it is.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names its cell by aria-activedescendant.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid hears the keys for its cells.
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type KeyboardEvent as ReactKeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import type { MapStyle, StoreStyleRow } from '../../../shared/areas/allocation/store-shapes.ts'
import { type HeatMetric, heatClasses, heatOf, metricWords } from '../../../shared/areas/allocation/store-stock.ts'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { listed } from '../../i18n/formats.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { EmptyState, FailedState } from '../../kit/states.tsx'
import { askedOf } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { type Config, type StoresAddress, storesParams } from './stores-params.ts'
import { styleKey, useStoreRows } from './use-store-rows.ts'

const WIDTH = 58
const HEIGHT = 30
const HEAD = 58
const SIDE = 210
const PAGE_ROWS = 12

interface HeatMapProps {
  config: Config
  address: StoresAddress
}

/** Stores by styles: a number in every cell, its class by a pattern and a mark, and each cell leads to its store. */
export function HeatMap({ config, address }: HeatMapProps) {
  const { t } = useLocale()
  const { state } = address
  const asked = askedOf(storesParams, state)
  const head = useAnswer('allocation.storeStock', { ...asked, with_styles: true })
  const stores = useMemo(
    () => config.stores.filter(({ region }) => state.region === '' || region === state.region),
    [config.stores, state.region],
  )
  return (
    <Loaded
      answer={head}
      empty={{
        is: ({ styles }) => (styles ?? []).length === 0 || stores.length === 0,
        shows: (
          <EmptyState
            title={t('No store has anything here')}
            text={t('Try another category or region, or clear the filters.')}
          />
        ),
      }}
    >
      {({ styles = [] }) => (
        <>
          <Legend metric={state.metric} />
          <Grid config={config} address={address} stores={stores} styles={styles} />
        </>
      )}
    </Loaded>
  )
}

function Legend({ metric }: { metric: HeatMetric }) {
  const { t } = useLocale()
  return (
    <ul className="heat-legend" aria-label={t('What the cells say')}>
      {heatClasses[metric].map(({ word, mark, look }) => (
        <li key={word}>
          <span className="heat-swatch" data-look={look} aria-hidden="true">
            {mark}
          </span>
          {t(word)}
        </li>
      ))}
    </ul>
  )
}

interface GridProps extends HeatMapProps {
  stores: Config['stores']
  styles: readonly MapStyle[]
}

interface Place {
  r: number
  c: number
}

function Grid({ config, address, stores, styles }: GridProps) {
  const { t, name } = useLocale()
  const say = useSay()
  const { state, set } = address
  const scroller = useRef<HTMLDivElement>(null)
  const gridId = useId()
  const [cursor, setCursor] = useState<Place>({ r: 0, c: 0 })
  const rows = useVirtualizer({
    count: stores.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    overscan: 4,
    scrollPaddingStart: HEAD,
  })
  const columns = useVirtualizer({
    horizontal: true,
    count: styles.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => WIDTH,
    overscan: 3,
    scrollPaddingStart: SIDE,
  })
  const [seenRows, seenColumns] = [rows.getVirtualItems(), columns.getVirtualItems()]
  const codes = useMemo(() => stores.map(({ site }) => site), [stores])
  const loaded = useStoreRows(codes, askedOf(storesParams, state), {
    first: seenRows[0]?.index ?? 0,
    last: seenRows.at(-1)?.index ?? 0,
  })
  const at: Place = { r: Math.min(cursor.r, stores.length - 1), c: Math.min(cursor.c, styles.length - 1) }
  const go = (to: Place) => {
    const next = {
      r: Math.max(0, Math.min(stores.length - 1, to.r)),
      c: Math.max(0, Math.min(styles.length - 1, to.c)),
    }
    setCursor(next)
    rows.scrollToIndex(next.r)
    columns.scrollToIndex(next.c)
  }
  const open = ({ r, c }: Place) => {
    const [store, style] = [stores[r], styles[c]]
    if (!store) return
    const has = style !== undefined && loaded.of(store.site)?.has(styleKey(style))
    set({ store: store.site, style: has && style ? styleKey(style) : '', view: 'sells' }, 'push')
  }
  const onKeyDown = (event: ReactKeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.metaKey) return
    const to = moved(event.key, at, event.ctrlKey, { r: stores.length - 1, c: styles.length - 1 })
    if (to === null && event.key !== 'Enter') return
    event.preventDefault()
    if (to === null) open(at)
    else go(to)
  }
  const cellId = ({ r, c }: Place) => `${gridId}-${r}-${c}`
  if (loaded.error) return <FailedState text={say.problem(loaded.error)} onRetry={loaded.reload} />
  const described = cellAt(stores[at.r], styles[at.c], loaded)
  return (
    <>
      <div
        ref={scroller}
        className="heat"
        role="grid"
        tabIndex={0}
        aria-label={t('{{metric}} by store and style', { metric: t(metricWords[state.metric]) })}
        aria-rowcount={stores.length + 1}
        aria-colcount={styles.length + 1}
        aria-activedescendant={cellId(at)}
        onKeyDown={onKeyDown}
      >
        <div className="heat-all" style={{ width: SIDE + columns.getTotalSize(), height: HEAD + rows.getTotalSize() }}>
          <div className="heat-head" role="row" aria-rowindex={1} style={{ height: HEAD }}>
            <div className="heat-corner" role="columnheader" aria-colindex={1} style={{ width: SIDE }}>
              {t('Store')}
            </div>
            {seenColumns.map(({ index, start }) => {
              const style = styles[index]
              if (!style) return null
              return (
                <div
                  key={styleKey(style)}
                  role="columnheader"
                  aria-colindex={index + 2}
                  className="heat-style"
                  data-cursor={index === at.c || undefined}
                  style={{ left: SIDE + start, width: WIDTH }}
                  title={`${style.style_id} ${name(style.style_name, style.style_name_zh)} · ${name(style.color, style.color_zh)} · ${t(style.category)}`}
                >
                  <span className="code">{style.style_id}</span>
                  <span>{name(style.color, style.color_zh)}</span>
                </div>
              )
            })}
          </div>
          {seenRows.map(({ index, start }) => {
            const store = stores[index]
            if (!store) return null
            const own = loaded.of(store.site)
            return (
              <div
                key={store.site}
                className="heat-row"
                role="row"
                aria-rowindex={index + 2}
                style={{ top: HEAD + start, height: HEIGHT }}
              >
                <div
                  className="heat-store"
                  role="rowheader"
                  aria-colindex={1}
                  data-cursor={index === at.r || undefined}
                  style={{ width: SIDE }}
                  title={name(store.name, store.name_zh)}
                  onClick={() => set({ store: store.site, style: '', view: 'sells' }, 'push')}
                >
                  <span className="code">{store.site}</span>
                  <span>{name(store.name, store.name_zh)}</span>
                </div>
                {seenColumns.map((column) => {
                  const style = styles[column.index]
                  if (!style) return null
                  const place = { r: index, c: column.index }
                  return (
                    <HeatCell
                      key={styleKey(style)}
                      id={cellId(place)}
                      colIndex={column.index + 2}
                      left={SIDE + column.start}
                      isCursor={place.r === at.r && place.c === at.c}
                      isLoaded={own !== undefined}
                      row={own?.get(styleKey(style))}
                      metric={state.metric}
                      settings={config.settings}
                      onPress={() => {
                        setCursor(place)
                        open(place)
                      }}
                    />
                  )
                })}
              </div>
            )
          })}
        </div>
      </div>
      <p className="heat-said">
        {described === null ? null : <CellInWords {...described} metric={state.metric} settings={config.settings} />}
      </p>
    </>
  )
}

/** Where a key leads from a cell; null for one that leads nowhere. */
function moved(key: string, { r, c }: Place, isFar: boolean, last: Place): Place | null {
  const targets: Record<string, Place> = {
    ArrowDown: { r: isFar ? last.r : r + 1, c },
    ArrowUp: { r: isFar ? 0 : r - 1, c },
    ArrowRight: { r, c: isFar ? last.c : c + 1 },
    ArrowLeft: { r, c: isFar ? 0 : c - 1 },
    PageDown: { r: r + PAGE_ROWS, c },
    PageUp: { r: r - PAGE_ROWS, c },
    Home: { r: isFar ? 0 : r, c: 0 },
    End: { r: isFar ? last.r : r, c: last.c },
  }
  return targets[key] ?? null
}

interface HeatCellProps {
  id: string
  colIndex: number
  left: number
  isCursor: boolean
  isLoaded: boolean
  row: StoreStyleRow | undefined
  metric: HeatMetric
  settings: Config['settings']
  onPress: () => void
}

const HeatCell = memo(function HeatCell(props: HeatCellProps) {
  const { id, colIndex, left, isCursor, isLoaded, row, metric, settings, onPress } = props
  const { t, decimal } = useLocale()
  const shown = row && heatOf(metric, row, settings)
  const number = shown?.value === null || shown === undefined ? '' : decimal(Math.round(shown.value), 0)
  return (
    <div
      role="gridcell"
      id={id}
      aria-colindex={colIndex}
      className="heat-cell"
      data-look={shown?.in.look}
      data-cursor={isCursor || undefined}
      data-waits={!isLoaded || undefined}
      style={{ left, width: WIDTH }}
      title={shown && t(shown.in.word)}
      onClick={onPress}
    >
      {shown ? (
        <>
          <span className="heat-number">{number}</span>
          <span className="heat-mark" aria-hidden="true">
            {shown.in.mark}
          </span>
          <span className="sr-only">{t(shown.in.word)}</span>
        </>
      ) : null}
    </div>
  )
}, sameCell)

/** What a cell shows; that its press is another function means nothing while its place is the same. */
function sameCell(a: HeatCellProps, b: HeatCellProps): boolean {
  const { onPress: _a, ...left } = a
  const { onPress: _b, ...right } = b
  return (Object.keys(left) as (keyof typeof left)[]).every((name) => left[name] === right[name])
}

interface Described {
  store: Config['stores'][number]
  style: MapStyle
  row: StoreStyleRow | undefined
}

function cellAt(
  store: Config['stores'][number] | undefined,
  style: MapStyle | undefined,
  loaded: ReturnType<typeof useStoreRows>,
): Described | null {
  const rows = store && loaded.of(store.site)
  return rows && style ? { store, style, row: rows.get(styleKey(style)) } : null
}

/** The cell under the cursor in words. */
function CellInWords({
  store,
  style,
  row,
  metric,
  settings,
}: Described & { metric: HeatMetric; settings: Config['settings'] }) {
  const { t, name, number, decimal, labelled } = useLocale()
  const what = `${store.site} ${name(store.name, store.name_zh)} · ${style.style_id} ${name(style.style_name, style.style_name_zh)} · ${name(style.color, style.color_zh)}`
  if (!row) return <>{labelled(what, t('not shown there'))}</>
  const parts = [
    t(heatOf(metric, row, settings).in.word),
    t('{{n}} on hand', { n: number(row.on_hand) }),
    ...(row.in_transit > 0 ? [t('{{n}} on the way', { n: number(row.in_transit) })] : []),
    t('{{n}} sold in 30 days', { n: number(row.sold_30) }),
    ...(row.cover === null ? [] : [t('lasts {{n}} days', { n: decimal(row.cover, 1) })]),
    ...(row.lacks.length === 0 ? [] : [t('lacks {{sizes}}', { sizes: listed(row.lacks) })]),
  ]
  return (
    <>
      <strong>{what}</strong>: {parts.join(' · ')}
    </>
  )
}
