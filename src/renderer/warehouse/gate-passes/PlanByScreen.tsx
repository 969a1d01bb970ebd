import { Button } from '@blueprintjs/core'
import { ArrowLeft } from '@blueprintjs/icons'
import { memo, useCallback, useMemo, useState } from 'react'
import { z } from 'zod'
import { conditionNames } from '../../../shared/areas/gate-passes/lists.ts'
import { conditions } from '../../../shared/areas/gate-passes/shapes.ts'
import { useAction } from '../../actions/useAction.ts'
import { type RowOf, useAnswer, useRows } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, ScrollPart } from '../../kit/Page.tsx'
import { QuantityGrid } from '../../kit/quantity-grid/QuantityGrid.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { gridOf } from '../../orders/order-columns.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'
import type { WholePass } from './pass-list.ts'
import { overRoom, roomOf } from './plan-room.ts'

type Style = RowOf<'gatePasses.stockToSend'>
type Typed = Readonly<Record<string, number>>

const layer = 'planned'

const planned = z.object({ condition: z.enum(conditions), typed: z.record(z.string(), z.number()) })
const noPlan: z.output<typeof planned> = { condition: 'good', typed: {} }

/** Chooses what goes from the stock of the source: style by style, colour by size. */
export function PlanByScreen({ number, onBack }: { number: string; onBack: () => void }) {
  const { t } = useLocale()
  const found = useAnswer('gatePasses.getGatePass', { gate_pass: number })
  return (
    <Page
      title={t('What goes with {{number}}', { number })}
      tools={<Button icon={<ArrowLeft />} text={t('Back to the gate pass')} onClick={onBack} />}
    >
      <Loaded answer={found} missing={t('There is no such gate pass.')}>
        {({ gate_pass }) => <Planning pass={gate_pass} />}
      </Loaded>
    </Page>
  )
}

function Planning({ pass }: { pass: WholePass['gate_pass'] }) {
  const { t, plural, number: shown } = useLocale()
  const { gate_pass, from_site: site } = pass
  const [search, setSearch] = useState('')
  const plan = useTyped(
    `gate-pass-plan.${gate_pass}`,
    planned,
    noPlan,
    t('What goes with {{number}}', { number: gate_pass }),
  )
  const { condition, typed } = plan.value
  const list = useRows('gatePasses.stockToSend', {
    ...{ site, gate_pass, condition, page_size: 25 },
    ...(search.trim() && { search: search.trim() }),
  })
  const changes = Object.entries(typed)
  const save = useAction(
    (_: undefined, options) =>
      api.gatePasses.updateGatepass(
        { gate_pass, items: changes.map(([nm_sku, quantity]) => ({ nm_sku, condition, quantity })) },
        options,
      ),
    { refresh: ['gatePasses'] },
  )
  const change = useCallback(
    (more: Typed) => plan.change((now) => ({ ...now, typed: { ...now.typed, ...more } })),
    [plan.change],
  )
  return (
    <div className="plan-body gate-pass-touch">
      <div className="plan-head">
        <input
          type="search"
          className="text-field"
          aria-label={t('Search')}
          placeholder={t('SKU, style, EAN')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <select
          className="plain-select page-select"
          aria-label={t('Condition')}
          value={condition}
          disabled={changes.length > 0}
          onChange={({ target }) => plan.change({ ...noPlan, condition: target.value as typeof condition })}
        >
          {conditions.map((one) => (
            <option key={one} value={one}>
              {t(conditionNames[one])}
            </option>
          ))}
        </select>
      </div>
      <ScrollPart label={t('Stock of the source')} className="plan-styles">
        <Loaded answer={{ data: list.isLoading ? undefined : list.rows, error: list.error, reload: list.reload }}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title={t('Nothing of this is free at the source')} />
            ) : (
              <>
                {rows.map((style) => (
                  <StylePlan
                    key={style.style_id}
                    style={style}
                    isReserved={pass.state !== 'DRAFT'}
                    typed={typed}
                    onChange={change}
                  />
                ))}
                {list.hasMore ? (
                  <Button variant="minimal" text={t('Load more')} loading={list.isFetching} onClick={list.loadMore} />
                ) : null}
              </>
            )
          }
        </Loaded>
      </ScrollPart>
      <div className="plan-foot">
        <span className="muted">
          {changes.length === 0
            ? t('{{n}} pcs are planned.', { n: shown(pass.planned ?? 0) })
            : plural(changes.length, '1 SKU changed, not saved yet.', '{{n}} SKUs changed, not saved yet.')}
        </span>
        <Button
          intent="primary"
          text={t('Save the plan')}
          disabled={changes.length === 0}
          loading={save.isRunning}
          onClick={() => void save.run(undefined).then((done) => done && plan.reset())}
        />
      </div>
    </div>
  )
}

interface StylePlanProps {
  style: Style
  /** What the pass plans is reserved for it, and free no longer. */
  isReserved: boolean
  typed: Typed
  onChange: (more: Typed) => void
}

const StylePlan = memo(function StylePlan({ style, isReserved, typed, onChange }: StylePlanProps) {
  const { t, name, number: shown } = useLocale()
  const skus = useMemo(
    () =>
      style.colors.flatMap(({ color, color_zh, picture, sizes }) =>
        sizes.map((size) => ({ ...size, ...{ color, color_zh, picture } })),
      ),
    [style],
  )
  const grid = useMemo(() => gridOf(skus, name), [skus, name])
  const layers = useMemo(() => [{ key: layer, label: t('Planned') }], [t])
  const room = useMemo(() => roomOf(skus, isReserved), [skus, isReserved])
  const faults = useMemo(
    () =>
      new Map(
        overRoom(skus, typed, room).map(({ nm_sku, planned, free }) => [
          nm_sku,
          t('{{planned}} planned, {{free}} free', { planned: shown(planned), free: shown(free) }),
        ]),
      ),
    [skus, typed, room, t, shown],
  )
  const start = useMemo(() => Object.fromEntries(skus.map((sku) => [sku.nm_sku, { [layer]: sku.planned }])), [skus])
  const values = useMemo(
    () => Object.fromEntries(skus.map((sku) => [sku.nm_sku, { [layer]: typed[sku.nm_sku] ?? sku.planned }])),
    [skus, typed],
  )
  return (
    <section className="plan-style">
      <StylePicture of={style} size="tile" />
      <h3>
        {name(style.style_name, style.style_name_zh)}
        <span className="code muted">{style.style_id}</span>
        <span className="muted">{t('{{n}} pcs free', { n: shown(style.free) })}</span>
        {style.reserved > 0 ? (
          <span className="muted">{t('{{n}} pcs reserved for this gate pass', { n: shown(style.reserved) })}</span>
        ) : null}
      </h3>
      <QuantityGrid
        label={t('What goes of {{style}}, by colour and size', { style: style.style_id })}
        {...grid}
        {...{ layers, values, start, faults }}
        beside={(sku) => `/${room.get(sku) ?? 0}`}
        onChange={(next) => {
          const more = skus.flatMap(({ nm_sku }) => {
            const quantity = next[nm_sku]?.[layer] ?? 0
            return quantity === (values[nm_sku]?.[layer] ?? 0) ? [] : [[nm_sku, quantity] as const]
          })
          if (more.length > 0) onChange(Object.fromEntries(more))
        }}
      />
    </section>
  )
})
