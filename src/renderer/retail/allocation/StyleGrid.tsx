import { Button } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import type { GridCell } from '../../../shared/areas/allocation/shapes.ts'
import { piecesOver } from '../../../shared/areas/allocation/warnings.ts'
import { allocationWords, choiceWords } from '../../../shared/areas/allocation/words.ts'
import { openMoves } from '../../../shared/kernel/lifecycle.ts'
import type { CallData } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { key, listed } from '../../i18n/formats.ts'
import { Facts } from '../../kit/Drawer.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { GridValues } from '../../kit/quantity-grid/grid-model.ts'
import { QuantityGrid } from '../../kit/quantity-grid/QuantityGrid.tsx'
import { typedCells, useTypedGrid } from '../../kit/quantity-grid/use-typed-grid.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import type { ListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import type { FoundTask, taskParams } from './task-params.ts'
import { WhyNumber } from './WhyNumber.tsx'

type Grid = CallData<'allocation.allocationGrid'>

interface StyleGridProps {
  found: FoundTask
  address: ListState<typeof taskParams>
  styleId: string
  color: string
}

/** A style of an allocation by store and size: a typed number is locked, and the plan is made round it. */
export function StyleGrid(props: StyleGridProps) {
  const { found, styleId, color } = props
  const answer = useAnswer('allocation.allocationGrid', { task_id: found.task.task_id, style_id: styleId, color })
  return <Loaded answer={answer}>{(grid) => <Opened {...props} grid={grid} />}</Loaded>
}

const layer = 'given'
const idOf = (store: string, nmSku: string) => `${store} ${nmSku}`

function Opened({ found, address, grid }: StyleGridProps & { grid: Grid }) {
  const { t, name, number } = useLocale()
  const say = useSay()
  const { task } = found
  const { style, sizes, stores, cells } = grid
  const byId = useMemo(() => new Map(cells.map((cell) => [idOf(cell.store, cell.nm_sku), cell])), [cells])
  const [isShort, setShort] = useState(false)
  const start = useMemo<GridValues>(
    () =>
      Object.fromEntries(
        stores.flatMap(({ site }) =>
          sizes.map(({ nm_sku }) => {
            const cell = byId.get(idOf(site, nm_sku))
            return [idOf(site, nm_sku), { [layer]: cell?.locked ?? cell?.given ?? 0 }] as const
          }),
        ),
      ),
    [stores, sizes, byId],
  )
  const draft = `allocation-cells.${task.task_id}.${style.style_id}.${style.color}`
  const typed = useTypedGrid(draft, start, t('Locked cells'))
  const changed = useMemo(() => Object.keys(typedCells(start, typed.value)), [start, typed.value])
  const shape = useGridShape(grid, isShort ? changed : null)
  const beyond = useBeyondFree(grid, typed.value, changed, byId)
  const mayLock = openMoves(found.moves).includes('lock') && found.job_id === null
  // What was refused stands at its cell until something else is typed there.
  const [refused, setRefused] = useState<Refused>(new Map())
  const lock = useAction(
    (what: readonly { store: string; nm_sku: string; pieces: number | null }[], options) =>
      api.allocation.lockAllocationCells({ task_id: task.task_id, version: task.version, cells: [...what] }, options),
    {
      ...{ refresh: ['allocation'], looksAgain: true, what: t('Locked cells') },
      failed: (error, what) => {
        const cells = refusedCells(say.fields(error), what)
        setRefused(cells)
        return cells.size > 0
      },
    },
  )
  const lockTyped = async () => {
    const what = changed.map((id) => ({ ...partsOf(id), pieces: typed.value[id]?.[layer] ?? 0 }))
    if (await lock.run(what)) typed.reset()
  }
  const faults = useMemo(() => {
    const standing = [...refused].filter(([id, { pieces }]) => (typed.value[id]?.[layer] ?? 0) === pieces)
    return new Map([...standing.map(([id, { words }]) => [id, words] as const), ...beyond])
  }, [refused, beyond, typed.value])
  const firstGiven = cells.find(({ given }) => given > 0) ?? cells[0]
  const [focused, setFocused] = useState<string | null>(null)
  const explained = focused ?? (address.state.cell || (firstGiven ? idOf(firstGiven.store, firstGiven.nm_sku) : null))
  const locked = cells.filter((cell) => cell.locked !== null)
  const gone = listed(sizes.flatMap(({ nm_sku, left }) => (left < 0 ? [`${nm_sku} ${number(-left)}`] : [])))
  const onFocus = (target: EventTarget) => {
    if (!(target instanceof HTMLInputElement)) return
    const [store, size] = [shape.rows[Number(target.dataset.r)], sizes[Number(target.dataset.c)]]
    if (store && size) setFocused(idOf(store.key, size.nm_sku))
  }
  return (
    <div className="tabbed-scroll tabbed-pad allocation-style">
      <div className="allocation-style-head">
        <StylePicture of={style} size="head" isButton />
        <div>
          <h3>
            {style.style_id} {name(style.style_name, style.style_name_zh)} · {name(style.color, style.color_zh)}{' '}
            <StatusTag status={choiceWords[style.choice]} />
          </h3>
          <Facts
            facts={[
              [t('May be given'), number(style.available)],
              [t('Needed'), number(style.need)],
              [t('+ Beyond'), number(style.extra)],
              [t('− No room'), number(style.cut)],
              [t('− No set'), number(style.unset)],
              [t('− Short at source'), number(style.short)],
              [t('− Left out'), number(style.left_out)],
              [t('= Given'), number(style.given)],
              [t('Stores'), number(style.stores)],
              [t('Core sizes broken'), style.broken_stores > 0 ? number(style.broken_stores) : null],
              [t('Over target'), style.over_stores > 0 ? number(style.over_stores) : null],
            ]}
          />
        </div>
        <div className="allocation-buttons">
          <Button
            size="small"
            active={isShort}
            aria-pressed={isShort}
            text={t('Only stores that get some')}
            onClick={() => setShort(!isShort)}
          />
          <Button size="small" text={t('All styles')} onClick={() => address.set({ style: '', cell: '' }, 'push')} />
        </div>
      </div>
      <div className="allocation-grid">
        <div className="qg-sheet" onFocusCapture={({ target }) => onFocus(target)}>
          <QuantityGrid
            label={t('Pieces by store and size')}
            rowTitle={t('Store')}
            rows={shape.rows}
            columns={shape.columns}
            layers={layers}
            cellId={shape.cellId}
            values={typed.value}
            start={start}
            faults={faults}
            beside={(id) => {
              const cell = byId.get(id)
              if (!cell) return null
              return cell.locked === null ? (cell.need > 0 ? `/${cell.need}` : null) : t('locked')
            }}
            standing={(id) => standingOf(byId.get(id))}
            {...(mayLock && { onChange: typed.change })}
          />
          <p className="muted">
            {t(
              'Beside a number stands what the store needs. Blue: it gets less than it needs; amber: more than its target. Red beside a store: core sizes that it lacks then.',
            )}
          </p>
          {gone === '' ? null : (
            <p className="overdue">
              {t(
                'Since it was calculated, the warehouses lost pieces that it gives: {{sizes}}. Please calculate it again.',
                {
                  sizes: gone,
                },
              )}
            </p>
          )}
          {mayLock ? (
            <div className="allocation-buttons">
              <Button
                intent="primary"
                text={t('Lock typed cells ({{n}})', { n: number(changed.length) })}
                disabled={changed.length === 0 || beyond.size > 0}
                loading={lock.isRunning}
                onClick={() => void lockTyped()}
              />
              <Button text={t('Discard')} disabled={changed.length === 0} onClick={typed.reset} />
              <Button
                text={t('Unlock all ({{n}})', { n: number(locked.length) })}
                disabled={locked.length === 0}
                loading={lock.isRunning}
                onClick={() => void lock.run(locked.map(({ store, nm_sku }) => ({ store, nm_sku, pieces: null })))}
              />
            </div>
          ) : null}
          <FieldTable
            fields={sizeFields}
            rows={sizes}
            rowKey={({ nm_sku }) => nm_sku}
            total={t('Total')}
            tableClass="allocation-sizes"
          />
        </div>
        {explained ? (
          <WhyNumber
            cell={byId.get(explained)}
            store={stores.find(({ site }) => site === partsOf(explained).store)}
            size={sizes.find(({ nm_sku }) => nm_sku === partsOf(explained).nm_sku)}
            category={style.category}
            settings={found.settings}
            {...(mayLock && { onLock: (pieces) => void lock.run([{ ...partsOf(explained), pieces }]) })}
          />
        ) : null}
      </div>
    </div>
  )
}

const layers = [{ key: layer, label: '' }] as const

function partsOf(id: string) {
  const at = id.indexOf(' ')
  return { store: id.slice(0, at), nm_sku: id.slice(at + 1) }
}

type Refused = ReadonlyMap<string, { words: string; pieces: number | null }>

/** What was refused, by the cell that its path names. */
function refusedCells(
  fields: readonly { field: string; words: string }[],
  asked: readonly { store: string; nm_sku: string; pieces: number | null }[],
): Refused {
  return new Map(
    fields.flatMap(({ field, words }) => {
      const cell = asked[Number(/^cells\.(\d+)\./.exec(field)?.[1] ?? -1)]
      return cell ? [[idOf(cell.store, cell.nm_sku), { words, pieces: cell.pieces }] as const] : []
    }),
  )
}

/** With `typed` only stores that get some, or have typed cells. */
function useGridShape({ stores, sizes, cells }: Grid, typed: readonly string[] | null) {
  const { t, name } = useLocale()
  return useMemo(() => {
    const carried = new Set(stores.filter((one) => one.is_carried && !one.is_closed).map(({ site }) => site))
    const given = new Set(cells.flatMap((cell) => ((cell.locked ?? cell.given) > 0 ? [cell.store] : [])))
    for (const id of typed ?? []) given.add(partsOf(id).store)
    const shown = typed === null ? stores : stores.filter(({ site }) => given.has(site))
    return {
      rows: shown.map((store) => ({
        key: store.site,
        label: `${store.site} ${name(store.name, store.name_zh)}`,
        ...(store.is_closed && { warning: { text: t('closed'), means: t('The store is closed: it gets nothing.') } }),
        ...(!store.is_closed &&
          store.broken.length > 0 && {
            warning: {
              text: store.broken.join(' '),
              means: t('Core sizes that it lacks then: {{sizes}}', { sizes: listed(store.broken) }),
            },
          }),
      })),
      columns: sizes.map(({ nm_sku, size, is_core }) => ({
        key: nm_sku,
        label: is_core ? t('{{size}} (core)', { size }) : size,
        names: [size],
      })),
      cellId: (store: string, nmSku: string) => (carried.has(store) ? idOf(store, nmSku) : null),
    }
  }, [stores, sizes, cells, typed, t, name])
}

/** Less than is needed, or more than the store should have with what is there and on its way. */
function standingOf(cell: GridCell | undefined) {
  if (!cell) return null
  const given = cell.locked ?? cell.given
  if (piecesOver({ ...cell, given }) > 0) return 'over'
  return given < cell.need ? 'short' : null
}

/** Says at each typed cell that all locks of its size together are more than may be given. */
function useBeyondFree(
  { sizes, stores }: Grid,
  values: GridValues,
  changed: readonly string[],
  byId: ReadonlyMap<string, GridCell>,
): ReadonlyMap<string, string> {
  const { t } = useLocale()
  const isChanged = new Set(changed)
  const faults = new Map<string, string>()
  for (const { nm_sku, available } of sizes) {
    const ids = stores.map(({ site }) => idOf(site, nm_sku))
    const locked = ids
      .filter((id) => isChanged.has(id) || byId.get(id)?.locked != null)
      .reduce((sum, id) => sum + (values[id]?.[layer] ?? 0), 0)
    if (locked <= available) continue
    const words = t(allocationWords.beyondFree, { available, nm_sku, locked })
    for (const id of ids) if (isChanged.has(id)) faults.set(id, words)
  }
  return faults
}

const sizeFields: readonly ShownField<Grid['sizes'][number]>[] = [
  {
    id: 'size',
    header: key('Size'),
    of: ({ size, is_core }, { t }) => (is_core ? t('{{size}} (core)', { size }) : size),
  },
  { id: 'nm_sku', header: key('NM SKU'), kind: 'code', of: ({ nm_sku }) => nm_sku, traces: true },
  { id: 'available', header: key('May be given'), kind: 'pieces', of: ({ available }) => available, total: true },
  {
    ...{ id: 'given', header: key('Given'), kind: 'pieces', total: true },
    of: ({ given }) => given,
  },
  { id: 'left', header: key('Left at the warehouses'), kind: 'pieces', of: ({ left }) => left, total: true },
]
