import './replenishment.css'
import { Button } from '@blueprintjs/core'
import type { ReplenishmentRow } from '../../../shared/areas/allocation/shapes.ts'
import { modeWords, replenishmentStateWords } from '../../../shared/areas/allocation/words.ts'
import { openMoves } from '../../../shared/kernel/lifecycle.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer, useCounts } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key, listed } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { FactList, FieldTable } from '../../kit/field-views.tsx'
import { ScrollPart } from '../../kit/Page.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { useLocale } from '../../table/words.ts'
import { PassLink, retailValue, valueSum } from '../allocation/parts.tsx'
import { OverallPart } from './OverallPart.tsx'
import { closedOrder, type OrderAddress } from './order-params.ts'
import { StylesPart } from './StylesPart.tsx'

const width = 1_120

type Summary = CallData<'allocation.replenishmentSummary'>

interface OrderDrawerProps {
  poId: string
  address: OrderAddress
}

/** One replenishment order: what its stores need, what they get, and what that comes to. */
export function OrderDrawer({ poId, address }: OrderDrawerProps) {
  const { t } = useLocale()
  const answer = useAnswer('allocation.replenishmentSummary', { po_id: poId })
  const close = () => address.set(closedOrder)
  return (
    <LoadedDrawer
      answer={answer}
      title={poId}
      of={null}
      width={width}
      onClose={close}
      missing={t('This replenishment order is not there')}
    >
      {(summary) => <OpenedOrder summary={summary} address={address} onClose={close} />}
    </LoadedDrawer>
  )
}

interface OpenedOrderProps {
  summary: Summary
  address: OrderAddress
  onClose: () => void
}

function OpenedOrder({ summary, address, onClose }: OpenedOrderProps) {
  const { t, number, plural } = useLocale()
  const countOf = (pieces: number) => plural(pieces, '1 piece', '{{n}} pieces')
  const { order, by_store, moves } = summary
  const { po_id, version } = order
  const { state, set } = address
  const counts = useCounts('allocation.replenishmentStyles', {
    po_id,
    ...(state.at && { store: state.at }),
    ...(state.find && { search: state.find }),
  })
  const send = useAskedAction((_, options) => api.allocation.sendReplenishment({ po_id, version }, options), {
    ask: () => ({
      title: t('Make the gate passes of {{number}}?', { number: po_id }),
      text: t('{{pieces}} for {{stores}}. The warehouse can pack at once, and nothing can be added.', {
        ...{ pieces: countOf(order.pieces), stores: plural(by_store.length, '1 store', '{{n}} stores') },
      }),
      confirm: t('Make gate passes'),
    }),
    refresh: ['allocation', 'gatePasses'],
    looksAgain: true,
    what: t('Replenishment'),
  })
  const cancel = useAskedAction(
    ({ reason }, options) => api.allocation.cancelReplenishment({ po_id, version, reason }, options),
    {
      ask: () => ({
        draft: `replenishment-cancel.${po_id}`,
        title: t('Cancel {{number}}', { number: po_id }),
        text: t('Its {{pieces}} pieces go to no store, and count as on their way no longer.', {
          pieces: number(order.pieces),
        }),
        confirm: t('Cancel the order'),
        usual: usualReasons,
      }),
      refresh: ['allocation'],
      looksAgain: true,
      what: t('Replenishment'),
    },
  )
  const open = openMoves(moves)
  const isDraft = order.state === 'DRAFT'
  const views = isDraft ? (['eligible', 'not_eligible', 'ordered'] as const) : (['ordered'] as const)
  const isClosedView = !isDraft && state.view !== 'summary'
  return (
    <TabbedDrawer
      of={order}
      title={`${po_id} · ${order.name}`}
      beside={
        <>
          <StatusTag status={replenishmentStateWords[order.state]} />
          <span className="muted">
            {order.source} → {listed(order.stores)} · {t(modeWords[order.mode])}
          </span>
        </>
      }
      width={width}
      onClose={onClose}
      tab={isClosedView ? 'ordered' : state.view}
      onTab={(view) => set({ view })}
      tabs={[
        ...views.map((view) => ({
          key: view,
          label: t(viewWords[view]),
          count: counts[view],
          shows: () => <StylesPart key={view} order={order} view={view} address={address} />,
        })),
        ...(isDraft
          ? [{ key: 'overall' as const, label: t('By style'), shows: () => <OverallPart order={order} /> }]
          : []),
        { key: 'summary', label: t('Summary'), shows: () => <SummaryPart summary={summary} /> },
      ]}
      {...(isDraft && {
        actions: (
          <>
            <span className="muted replenish-sum">
              {t('{{pieces}} of {{skus}} ordered', {
                ...{ pieces: countOf(order.pieces), skus: plural(order.skus, '1 SKU', '{{n}} SKUs') },
              })}
            </span>
            {open.includes('cancel') ? (
              <Button variant="minimal" text={t('Cancel the order…')} onClick={() => cancel.ask()} />
            ) : null}
            <Button
              intent="primary"
              text={t('Make gate passes…')}
              disabled={order.pieces === 0}
              title={order.pieces === 0 ? t('Nothing is ordered yet.') : undefined}
              loading={send.isRunning}
              onClick={() => send.ask()}
            />
          </>
        ),
      })}
    >
      {send.dialog}
      {cancel.dialog}
    </TabbedDrawer>
  )
}

const usualReasons = [
  key('The stock is needed elsewhere'),
  key('It is ordered elsewhere'),
  key('Made by mistake'),
  key('Other'),
]

const viewWords = {
  eligible: key('Eligible'),
  not_eligible: key('Not eligible'),
  ordered: key('In this order'),
} as const

const facts: readonly ShownField<ReplenishmentRow>[] = [
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: ({ pieces }) => pieces },
  { id: 'skus', header: key('SKUs'), kind: 'count', of: ({ skus }) => skus },
  // Not of kind `money`: the printed price is no secret of buyers, and shops see it.
  { id: 'value', header: key('Retail value'), of: retailValue },
  { id: 'source', header: key('From'), kind: 'code', of: ({ source }) => source },
  { id: 'mode', header: key('Sent in'), kind: 'word', of: ({ mode }) => modeWords[mode] },
  { id: 'by', header: key('Made by'), of: ({ created_by }) => created_by },
  { id: 'at', header: key('Made on'), kind: 'instant', of: ({ created_at }) => created_at },
  {
    ...{ id: 'passes', header: key('Gate passes'), kind: 'part' },
    of: ({ gate_passes }) =>
      gate_passes.length === 0 ? null : (
        <span className="replenish-passes">
          {gate_passes.map((number) => (
            <PassLink key={number} number={number} />
          ))}
        </span>
      ),
  },
  { id: 'reason', header: key('Why it was cancelled'), of: ({ reason }) => reason },
]

const storeFields: readonly ShownField<Summary['by_store'][number]>[] = [
  { id: 'store', header: key('Store'), kind: 'code', of: ({ store }) => store },
  { id: 'skus', header: key('SKUs'), kind: 'count', of: ({ skus }) => skus },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: ({ pieces }) => pieces, total: true },
  {
    ...{ id: 'value', header: key('Retail value'), kind: 'end' },
    by: ({ retail_value_minor }) => retail_value_minor,
    of: retailValue,
    total: (rows, words) => retailValue(valueSum(rows), words),
  },
]

/** What the order comes to: pieces, and their value at the printed price. */
function SummaryPart({ summary: { order, by_store } }: { summary: Summary }) {
  const { t } = useLocale()
  return (
    <ScrollPart className="tabbed-scroll tabbed-pad" label={t('Summary')}>
      <Section>
        <FactList fields={facts} row={order} />
      </Section>
      <Section title={t('By store')}>
        {by_store.length === 0 ? (
          <p className="muted">{t('Nothing is ordered yet.')}</p>
        ) : (
          <FieldTable
            label={t('By store')}
            fields={storeFields}
            rows={by_store}
            rowKey={({ store }) => store}
            total={t('Total')}
          />
        )}
      </Section>
    </ScrollPart>
  )
}
