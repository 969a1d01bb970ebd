import { Button, Checkbox } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import type { TransferRow } from '../../../shared/areas/allocation/store-shapes.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key, listed } from '../../i18n/formats.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { type Locale, useLocale } from '../../table/words.ts'
import { PassLink } from '../allocation/parts.tsx'
import type { Config, StoresAddress } from './stores-params.ts'

interface TransfersTabProps {
  config: Config
  address: StoresAddress
  filters: ReactNode
}

const keyOf = ({ from, to, nm_sku }: TransferRow) => `${from} ${to} ${nm_sku}`
const styleAt = ({ from, style_id, color }: TransferRow) => `${from} ${style_id} ${color}`

/** What stores with too much could send to those whose core sizes are broken; gate passes of what stays chosen are made in one press. */
export function TransfersTab({ config, address, filters }: TransfersTabProps) {
  const { t } = useLocale()
  const { state, set } = address
  // Nothing is chosen for anybody; what was chosen stays so when the list comes anew.
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const usual = config.settings.most_cover_days
  const typed = /^[1-9]\d{0,2}$/.test(state.over) ? Math.min(720, Number(state.over)) : usual
  const answer = useAnswer('allocation.storeTransfers', {
    ...(state.category !== '' && { category: state.category }),
    ...(state.region !== '' && { region: state.region }),
    most_cover_days: typed,
  })
  const save = useAction(
    (most_cover_days: number, options) =>
      api.allocation.saveAllocationSettings(
        { settings: { ...config.settings, most_cover_days }, version: config.version },
        options,
      ),
    { refresh: ['allocation.getAllocationConfig'], looksAgain: true, what: t('Transfers') },
  )
  return (
    <div className="stores-tab">
      <div className="stores-bar">
        <span className="stores-over">
          <span>{t('Too much is what lasts longer than')}</span>
          <QuantityInput
            label={t('Days of cover above which a store has too much')}
            value={typed}
            onChange={(value) => set({ over: value === null || value === usual ? '' : String(value) })}
          />
          <span>{t('days')}</span>
        </span>
        {typed === usual ? null : (
          <Button
            size="small"
            text={t('Keep as the setting')}
            loading={save.isRunning}
            onClick={async () => {
              if (await save.run(typed)) set({ over: '' })
            }}
          />
        )}
        {filters}
      </div>
      <Loaded
        answer={answer}
        empty={{
          is: ({ rows }) => rows.length === 0,
          shows: (
            <EmptyState
              title={t('No transfer is proposed')}
              text={t(
                'No store has too much of a style whose core sizes another store lacks and could have whole again.',
              )}
            />
          ),
        }}
      >
        {({ rows, left_off }) => (
          <Proposed rows={rows} leftOff={left_off} address={address} picked={picked} onPicked={setPicked} />
        )}
      </Loaded>
    </div>
  )
}

interface ProposedProps {
  rows: readonly TransferRow[]
  leftOff: number
  address: StoresAddress
  picked: ReadonlySet<string>
  onPicked: (picked: ReadonlySet<string>) => void
}

function Proposed({ rows, leftOff, address, picked, onPicked }: ProposedProps) {
  const { t, number, plural } = useLocale()
  const say = useSay()
  const [made, setMade] = useState<readonly string[]>([])
  const chosen = rows.filter((row) => picked.has(keyOf(row)))
  const pieces = chosen.reduce((sum, { quantity }) => sum + quantity, 0)
  const pairs = new Set(chosen.map(({ from, to }) => `${from} ${to}`)).size
  const send = useAskedAction(
    (_, options) =>
      api.allocation.sendTransfers(
        {
          lines: chosen.map(({ from, to, nm_sku, quantity, taker }) => ({
            ...{ from, to, nm_sku, quantity },
            taker_had: taker.on_hand + taker.in_transit,
          })),
        },
        options,
      ),
    {
      refresh: ['allocation', 'gatePasses', 'stock'],
      looksAgain: true,
      what: t('Transfers'),
      ask: () => ({
        title: t('Make gate passes'),
        text: `${plural(pieces, '1 piece goes', '{{n}} pieces go')} · ${plural(pairs, '1 gate pass', '{{n}} gate passes')}. ${t(
          'They are reserved at once, so that nobody else is promised them.',
        )}`,
        confirm: t('Make gate passes'),
      }),
      after: ({ data }) => setMade(data.gate_passes.map(({ gate_pass }) => gate_pass)),
      done: ({ data, message }) => `${say.message(message)} ${data.number}`,
    },
  )
  const toggle = (keys: readonly string[], isIn: boolean) => {
    const next = new Set(picked)
    for (const one of keys) isIn ? next.add(one) : next.delete(one)
    onPicked(next)
  }
  const tick: ShownField<TransferRow> = {
    ...{ id: 'chosen', header: key('Chosen'), isQuiet: true, kind: 'part' },
    of: (row) => (
      <Checkbox
        className="stores-tick"
        checked={picked.has(keyOf(row))}
        aria-label={t('{{nm_sku}} from {{from}} to {{to}}', { ...row })}
        onChange={({ currentTarget }) => toggle([keyOf(row)], currentTarget.checked)}
      />
    ),
  }
  const store: ShownField<TransferRow>[] = (['from', 'to'] as const).map((side) => ({
    ...{ id: side, header: side === 'from' ? key('From') : key('To'), kind: 'part' },
    by: (row) => row[side],
    of: (row, { name }) => (
      <button
        type="button"
        className="dt-link code"
        title={name(row[`${side}_name`], row[`${side}_name_zh`])}
        onClick={() =>
          address.set(
            { store: row[side], style: `${row.style_id}~${row.color}`, view: side === 'from' ? 'long' : 'lacks' },
            'push',
          )
        }
      >
        {row[side]}
      </button>
    ),
  }))
  // By what stays chosen, not by all that is proposed.
  const givenBy = (row: TransferRow) =>
    chosen.filter((one) => styleAt(one) === styleAt(row)).reduce((sum, { quantity }) => sum + quantity, 0)
  const giver: ShownField<TransferRow> = {
    ...{ id: 'giver', header: key('The giver') },
    of: (row, words) => {
      const { free, on_hand, keep, pieces: has, rate, is_carried } = row.giver
      if (!is_carried)
        return words.t('{{free}} free of {{n}}, category not carried', {
          free: words.number(free),
          n: words.number(on_hand),
        })
      return `${words.t('{{free}} free of {{n}}, keeps {{keep}}', { free: words.number(free), n: words.number(on_hand), keep: words.number(keep) })} · ${lasts(has, rate, words)}${givenBy(row) > 0 ? ` → ${lasts(has - givenBy(row), rate, words)}` : ''}`
    },
  }
  return (
    <>
      <div className="stores-act">
        <Button
          intent="primary"
          text={plural(pieces, 'Make gate passes of 1 piece…', 'Make gate passes of {{n}} pieces…')}
          disabled={chosen.length === 0}
          loading={send.isRunning}
          onClick={() => send.ask()}
        />
        <span className="muted">
          {plural(pairs, '1 gate pass', '{{n}} gate passes')} ·{' '}
          {t('{{n}} of {{all}} lines', { n: number(chosen.length), all: number(rows.length) })}
        </span>
        <Button size="small" variant="minimal" text={t('Choose none')} onClick={() => toggle(rows.map(keyOf), false)} />
        <Button size="small" variant="minimal" text={t('Choose all')} onClick={() => toggle(rows.map(keyOf), true)} />
        {leftOff > 0 ? (
          <span className="overdue">{t('{{n}} more lines come once these are sent.', { n: number(leftOff) })}</span>
        ) : null}
        {made.map((pass) => (
          <PassLink key={pass} number={pass} />
        ))}
      </div>
      <FieldTable
        className="stores-scroll"
        tableClass="stores-lines"
        label={t('Transfers')}
        fields={[tick, ...store, ...fields, giver]}
        rows={rows}
        rowKey={keyOf}
      />
      {send.dialog}
    </>
  )
}

/** Days that a style lasts, or that it does not sell. */
const lasts = (pieces: number, rate: number, { t, decimal }: Locale) =>
  rate === 0 ? t('does not sell') : t('{{n}} days', { n: decimal(pieces / rate, 1) })

const fields: readonly ShownField<TransferRow>[] = [
  {
    ...{ id: 'style', header: key('Style'), kind: 'part' },
    by: ({ style_id, color }) => `${style_id} ${color}`,
    of: (row, { name }) => (
      <WithPicture of={row}>
        {row.style_id} · {name(row.color, row.color_zh)}
        <span className="muted stores-style-name" title={name(row.style_name, row.style_name_zh)}>
          {name(row.style_name, row.style_name_zh)}
        </span>
      </WithPicture>
    ),
  },
  { id: 'size', header: key('Size'), of: ({ size }) => size },
  { id: 'quantity', header: key('Pieces'), kind: 'pieces', of: ({ quantity }) => quantity },
  {
    ...{ id: 'why', header: key('Why so many') },
    of: ({ core, need, taker }, { t, number }) =>
      [
        ...(core > 0 ? [t('{{n}} for the core size', { n: number(core) })] : []),
        ...(need > 0
          ? [t('{{n}} to the target of {{target}}', { n: number(need), target: number(taker.target) })]
          : []),
      ].join(' + '),
  },
  {
    ...{ id: 'taker', header: key('The taker') },
    of: ({ taker }, { t, number }) =>
      `${t('{{n}} on hand', { n: number(taker.on_hand) })} · ${t('lacks {{sizes}}', { sizes: listed(taker.lacks) })}`,
  },
]
